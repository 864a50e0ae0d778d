package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class BatchSizerTest {
    private static List<BatchRecord> records(int number, long seed) {
        Random random = new Random(seed);
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            String value = "{\"id\":" + random.nextLong() + ",\"name\":\"name " + random.nextInt(50) + "\",\"place\":"
                    + i + ",\"text\":\"" + "words ".repeat(random.nextInt(20)) + "\"}";
            records.add(new BatchRecord(
                    null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_700_000_000_000L + i));
        }
        return records;
    }

    /** Small and large batches alternate, since a reused stream must not remember the previous batch. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd:3", "zstd:9", "zstd:12", "zstd:19"})
    void sizesAreThoseOfKafkasOwnStream(String name) {
        Codec codec = Codec.parse(name);
        try (BatchSizer sizer = new BatchSizer(codec);
                KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            for (int number : new int[] {1, 200, 3, 6_000, 70, 1}) {
                List<BatchRecord> records = records(number, number);
                long raw = records.stream()
                        .mapToLong(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                        .sum();
                int expected = kafka.encode(
                                records.toArray(BatchRecord[]::new), ByteBuffer.allocate((int) (2 * raw) + 1_024))
                        .remaining();

                assertThat(sizer.bytes(records, raw)).as(number + " records").isEqualTo(expected);
            }
        }
    }
}
