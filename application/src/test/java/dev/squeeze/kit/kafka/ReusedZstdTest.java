package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ReusedZstdTest {
    private static final int BUFFER_BYTES = 4 << 20;

    /** Values of 3 bytes to 200 KB: smaller and larger than the buffer in front of zstd, and than its blocks. */
    private static BatchRecord record(Random random, int number) {
        int words = 1 << random.nextInt(number % 50 == 0 ? 16 : 8);
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < words; i++) {
            value.append(Integer.toString(random.nextInt(1_000), 36)).append(' ');
        }
        byte[] key = random.nextBoolean() ? null : Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
        return new BatchRecord(
                key,
                value.toString().getBytes(StandardCharsets.UTF_8),
                BatchRecord.NO_HEADERS,
                1_700_000_000_000L + number);
    }

    /** Batches of several partitions, open at the same time and closed in another order than opened, like a producer's. */
    @ParameterizedTest
    @ValueSource(strings = {"zstd:-5", "zstd:1", "zstd:3", "zstd:6", "zstd:9", "zstd:12", "zstd:19"})
    void batchesAreByteForByteThoseOfNewContexts(String name) {
        Codec codec = Codec.parse(name);
        Random random = new Random(7);
        try (KafkaBatchCodec reused = KafkaBatchCodec.untimed(codec);
                KafkaBatchCodec fresh = new KafkaBatchCodec(codec)) {
            KafkaBatchCodec.OpenBatch[] ours = new KafkaBatchCodec.OpenBatch[3];
            KafkaBatchCodec.OpenBatch[] kafkas = new KafkaBatchCodec.OpenBatch[3];
            int closed = 0;
            for (int i = 0; i < 400; i++) {
                int partition = random.nextInt(ours.length);
                if (ours[partition] == null) {
                    ours[partition] = reused.begin(ByteBuffer.allocate(BUFFER_BYTES));
                    kafkas[partition] = fresh.begin(ByteBuffer.allocate(BUFFER_BYTES));
                }
                BatchRecord record = record(random, i);
                ours[partition].append(record);
                kafkas[partition].append(record);
                if (random.nextInt(8) == 0) {
                    assertThat(ours[partition].close()).isEqualTo(kafkas[partition].close());
                    ours[partition] = null;
                    closed++;
                }
            }
            assertThat(closed).isGreaterThan(20);
        }
    }
}
