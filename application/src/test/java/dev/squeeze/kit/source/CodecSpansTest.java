package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecSpansTest {
    private static final int MAX_TIMESTAMP_AT = 35;

    @ParameterizedTest
    @CsvSource({
        "0, 7258118400000, 2, 3",
        "7258118400000, 0, 2, 3",
        "0, 9223372036854775807, 2, 2",
        "9223372036854775807, 0, 2, 1",
        "1700000000000, 1700000000000000, 20, 2",
        "1700000000000000000, 1700000000000, 20, 1",
        "1700000000000000, 9223372036854775807, 2, 3",
    })
    void timestampsThatAreFarFromEachOtherAreCountedUpToTheYear2200OrWhereThereAreNoOthers(
            long first, long other, int spans, int counted) {
        CodecSpans all = new CodecSpans(spans);
        all.add(batch(first));
        all.add(batch(other));
        all.add(batch(first));

        List<CodecSpan> found = all.spans();
        assertThat(found).hasSizeBetween(1, spans);
        assertThat(found.stream().mapToLong(CodecSpan::records).sum()).isEqualTo(counted);
    }

    /** In all orders, so that each batch is once the oldest, the newest and in between. */
    @Test
    void aWrongTimestampDoesNotMakeOneSpanOfAllOthers() {
        CodecSpans all = new CodecSpans(20);
        all.add(batch(0));
        for (int i = 0; i < 997; i++) {
            all.add(batch(1_700_000_000_000L
                    + Duration.ofMinutes(10L * (i * 31 % 997)).toMillis()));
        }
        all.add(batch(1_700_000_000_000_000L));

        List<CodecSpan> found = all.spans();
        assertThat(found).hasSizeBetween(10, 20);
        assertThat(found.stream().mapToLong(CodecSpan::records).sum()).isEqualTo(997);
        assertThat(all.spans()).isEqualTo(found);
    }

    private static BatchHeader batch(long timestampMillis) {
        ByteBuffer batch =
                KafkaBatches.batch(Compression.NONE, new BatchRecord(null, new byte[1], BatchRecord.NO_HEADERS, 1_000));
        return new BatchHeader().wrap(batch.putLong(MAX_TIMESTAMP_AT, timestampMillis), 0);
    }
}
