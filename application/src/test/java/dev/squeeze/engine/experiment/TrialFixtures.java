package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.TopicContents;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Hand-made trials of two seconds: 4,000 records of 100 bytes in 40 batches. */
final class TrialFixtures {
    static final double SECONDS = 2;
    static final long RECORDS = 4_000;
    static final long PAYLOAD_BYTES = 400_000;

    private TrialFixtures() {}

    static LoadSettings settings() {
        return new LoadSettings(
                Map.of(),
                1,
                1,
                1,
                1,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.CONCURRENT));
    }

    static ThreadUsage thread(String name, double cores, long blockedMillis) {
        return new ThreadUsage(name, nanos(cores), 1_000_000, OptionalLong.of(blockedMillis), 1, OptionalLong.empty());
    }

    private static long nanos(double cores) {
        return Math.round(cores * SECONDS * 1e9);
    }

    /** @param cores of the whole process */
    static JvmUsage client(double cores, ThreadUsage... threads) {
        Map<Long, ThreadUsage> byId = new TreeMap<>();
        for (ThreadUsage thread : threads) {
            byId.put((long) byId.size(), thread);
        }
        return new JvmUsage(byId, Optional.empty(), nanos(cores), nanos(1));
    }

    static Histogram latencies(long... millis) {
        Histogram nanos = new Histogram(3);
        nanos.setAutoResize(true);
        for (long value : millis) {
            nanos.recordValue(value * 1_000_000);
        }
        return nanos;
    }

    static TrialResult trial(JvmUsage client, Optional<MachineUsage> machine) {
        return new TrialResult(
                new TrialResult.Window(
                        0.5,
                        SECONDS,
                        RECORDS,
                        PAYLOAD_BYTES,
                        client,
                        Optional.empty(),
                        machine,
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty()),
                new TrialResult.Latencies(latencies(), latencies(1, 2, 3, 4), latencies(), 0),
                Optional.empty(),
                Optional.of(new TopicContents(RECORDS, RECORDS, RECORDS, 40, 100_000, 440_000, Map.of("zstd", 40L))),
                Optional.empty(),
                new ProducerMetrics(110_000, 20, 4e8, 0, OptionalDouble.of(2_500), OptionalDouble.of(4.4)),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
