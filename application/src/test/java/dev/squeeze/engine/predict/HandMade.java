package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Measurements and workloads with round figures. */
public final class HandMade {
    private HandMade() {}

    /** One setting at one batch size, with its ratio and speeds known to within 0.5 and 2 %. */
    public static CodecMeasurement point(
            Codec codec, int batchBytes, double ratio, double compressMebibytes, double decompressMebibytes) {
        return point(codec, batchBytes, ratio, 0.005, compressMebibytes, decompressMebibytes);
    }

    public static CodecMeasurement point(
            Codec codec,
            int batchBytes,
            double ratio,
            double ratioHalfWidth,
            double compressMebibytes,
            double decompressMebibytes) {
        return new CodecMeasurement(
                codec,
                batchBytes,
                batchBytes,
                batchBytes / 200.0,
                Optional.of(ConfidenceInterval.around(ratio, ratioHalfWidth * ratio, 100)),
                Optional.of(ConfidenceInterval.exact(200 / ratio, 100)),
                Optional.of(new PathFigures(direction(compressMebibytes), direction(decompressMebibytes))),
                Optional.empty(),
                true,
                List.of(1 / ratio));
    }

    private static DirectionFigures direction(double mebibytesPerSecond) {
        ConfidenceInterval speed = ConfidenceInterval.around(mebibytesPerSecond, 0.02 * mebibytesPerSecond, 10);
        return new DirectionFigures(speed, ConfidenceInterval.exact(1, 10), ConfidenceInterval.exact(0, 10));
    }

    /** Records of 200 bytes on 12 partitions and 3 brokers, replicated 3 times, read by 3 groups, kept for a day. */
    public static Workload workload(double recordsPerSecond) {
        return workload(recordsPerSecond, 3, 3, Duration.ofDays(1));
    }

    public static Workload workload(double recordsPerSecond, int zones, int consumerGroups, Duration retention) {
        return Workload.of(recordsPerSecond, 200, true, 12)
                .withBrokers(3, 3)
                .withConsumerGroups(consumerGroups)
                .withRetention(retention)
                .withZones(zones)
                .withRoundTripMillis(2);
    }
}
