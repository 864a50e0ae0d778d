package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LibrdkafkaReplayTest {
    private static final double RECORDS_PER_SECOND = 20_000;

    private static double recordsPerBatch(String codec, int lingerMillis, double compressNanosPerByte) {
        ReplayTiming none = ReplayTiming.ofRoundTrip(Duration.ofMillis(1));
        ReplayTiming timing = new ReplayTiming(
                new ReplayTiming.Cost(0, compressNanosPerByte),
                none.drain(),
                none.service(),
                none.roundTrip(),
                none.fetchPause(),
                none.consuming(),
                none.reaction(),
                none.late());
        ReplayPlan plan = new ReplayPlan(
                Codec.parse(codec),
                65_536,
                lingerMillis,
                12,
                1,
                new ReplayPlan.Arrivals.Poisson(RECORDS_PER_SECOND),
                timing);
        AtomicInteger next = new AtomicInteger();
        ProducerReplay.Records records = () -> {
            byte[] key =
                    ByteBuffer.allocate(8).putLong(next.getAndIncrement() * 31L).array();
            return new BatchRecord(key, new byte[192], BatchRecord.NO_HEADERS, 0);
        };
        return new LibrdkafkaReplay(
                        plan,
                        ClientCompression.published(ClientProfile.LIBRDKAFKA, plan.codec()),
                        Optional.empty(),
                        1,
                        true)
                .send(records, 1e9 / RECORDS_PER_SECOND, new ProducerReplay.Extent(0, 2_000, 4 << 20))
                .recordsPerBatch();
    }

    /** One thread serves the partitions of a broker: records gather for the others while it compresses a batch. */
    @Test
    void recordsGatherWhileTheThreadCompresses() {
        double quick = recordsPerBatch("zstd:3", 0, 0);

        assertThat(recordsPerBatch("zstd:3", 0, 150)).isGreaterThan(1.5 * quick);
        assertThat(recordsPerBatch("none", 0, 150)).isEqualTo(recordsPerBatch("none", 0, 0));
    }

    @Test
    void withALingerCompressionAtUsualLevelsHardlyMatters() {
        assertThat(recordsPerBatch("zstd:3", 20, 5)).isCloseTo(recordsPerBatch("zstd:3", 20, 0), withPercentage(3));
    }
}
