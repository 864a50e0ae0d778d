package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LibrdkafkaReplayTest {
    private static final double RECORDS_PER_SECOND = 20_000;

    private static ReplayTiming compressing(double nanosPerByte) {
        ReplayTiming none = ReplayTiming.ofRoundTrip(Duration.ofMillis(1));
        return new ReplayTiming(
                new ReplayTiming.Cost(0, nanosPerByte),
                none.drain(),
                none.service(),
                none.roundTrip(),
                none.fetchPause(),
                none.consuming(),
                none.reaction(),
                none.late());
    }

    private static double recordsPerBatch(String codec, int lingerMillis, double compressNanosPerByte) {
        ReplayPlan plan = new ReplayPlan(
                Codec.parse(codec),
                65_536,
                lingerMillis,
                12,
                1,
                new ReplayPlan.Arrivals.Poisson(RECORDS_PER_SECOND),
                compressing(compressNanosPerByte));
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
                .send(records, 1e9 / RECORDS_PER_SECOND, new ReplayExtent(0, 2_000, 4 << 20))
                .recordsPerBatch();
    }

    /** One thread serves the partitions of a broker: while it compresses a batch, the others accumulate records. */
    @Test
    void recordsGatherWhileTheThreadCompresses() {
        double quick = recordsPerBatch("zstd:3", 0, 0);

        assertThat(recordsPerBatch("zstd:3", 0, 150)).isGreaterThan(1.5 * quick);
        assertThat(recordsPerBatch("none", 0, 150)).isEqualTo(recordsPerBatch("none", 0, 0));
    }

    /**
     * The second record's linger expires half a nanosecond after the thread, having sent the first record, checks its
     * partitions again: it slept for whole milliseconds, less the rounding tolerance.
     */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLingerThatIsOverWithinANanosecondIsOver() {
        byte[][] keys = {keyOf(0), keyOf(1)};
        AtomicInteger next = new AtomicInteger();
        ProducerReplay.Records records =
                () -> new BatchRecord(keys[next.getAndIncrement() % 2], new byte[192], BatchRecord.NO_HEADERS, 0);
        int bytes = RecordFormatV2.encodedBytes(records.next(), 0, 0);
        next.set(0);
        AtomicInteger gaps = new AtomicInteger();
        ReplayPlan plan = new ReplayPlan(
                Codec.parse("lz4"),
                65_536,
                5,
                2,
                1,
                new ReplayPlan.Arrivals.Patterned(() -> gaps.getAndIncrement() % 2 == 0 ? 1e6 : 50e6),
                compressing((0.8e6 - 0.5) / bytes));

        double recordsPerBatch = new LibrdkafkaReplay(
                        plan,
                        ClientCompression.published(ClientProfile.LIBRDKAFKA, plan.codec()),
                        Optional.empty(),
                        1,
                        true)
                .send(records, 1, new ReplayExtent(0, 20, 4 << 20))
                .recordsPerBatch();

        assertThat(recordsPerBatch).isEqualTo(1);
    }

    /** A key whose records go to the given one of two partitions. */
    private static byte[] keyOf(int partition) {
        for (byte letter = 'a'; ; letter++) {
            CRC32 crc = new CRC32();
            crc.update(letter);
            if (crc.getValue() % 2 == partition) {
                return new byte[] {letter};
            }
        }
    }

    @Test
    void withALingerCompressionAtUsualLevelsHardlyMatters() {
        assertThat(recordsPerBatch("zstd:3", 20, 5)).isCloseTo(recordsPerBatch("zstd:3", 20, 0), withPercentage(3));
    }
}
