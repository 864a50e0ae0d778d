package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecSpansTest {
    private static final int MAX_TIMESTAMP_AT = 35;

    @ParameterizedTest
    @CsvSource({
        "0, 9223372036854775807, 2",
        "9223372036854775807, 0, 2",
        "1700000000000, 1700000000000000, 20",
        "1700000000000000000, 1700000000000, 20",
        "1700000000000, 9223372036854775807, 20"
    })
    void timestampsThatLieFarApartAreAllCounted(long one, long other, int spans) {
        CodecSpans all = new CodecSpans(spans);
        all.add(batch(one));
        all.add(batch(other));
        all.add(batch(one));

        List<CodecSpan> found = all.spans();
        assertThat(found).hasSizeBetween(1, spans);
        assertThat(found.stream().mapToLong(CodecSpan::records).sum()).isEqualTo(3);
    }

    private static BatchHeader batch(long timestampMillis) {
        ByteBuffer batch =
                KafkaBatches.batch(Compression.NONE, new BatchRecord(null, new byte[1], BatchRecord.NO_HEADERS, 1_000));
        return new BatchHeader().wrap(batch.putLong(MAX_TIMESTAMP_AT, timestampMillis), 0);
    }
}
