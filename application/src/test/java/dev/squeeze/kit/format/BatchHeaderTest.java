package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.LongStream;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

class BatchHeaderTest {
    private static final int ATTRIBUTES_AT = 21;
    private static final short LOG_APPEND_TIME = 0x08;
    private static final short DELETE_HORIZON = 0x40;

    private static ByteBuffer batch(long... millis) {
        return KafkaBatches.batch(
                Compression.NONE,
                LongStream.of(millis)
                        .mapToObj(time -> new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, time))
                        .toArray(BatchRecord[]::new));
    }

    private static BatchHeader header(ByteBuffer batch) {
        return new BatchHeader().wrap(batch, 0);
    }

    @Test
    void theSpanOfABatchGoesFromItsFirstRecordToTheNewest() {
        assertThat(header(batch(1_000, 1_030, 1_020)).spanMillis()).hasValue(30);
        assertThat(header(batch(1_000)).spanMillis()).hasValue(0);
    }

    @Test
    void itIsAbsentWhereTheHeaderDoesNotShowIt() {
        assertThat(header(batch(-1, -1)).spanMillis()).isEmpty();
        assertThat(header(batch(-1, 1_000)).spanMillis()).isEmpty();
        assertThat(header(batch(1_000, 1_030).putShort(ATTRIBUTES_AT, LOG_APPEND_TIME))
                        .spanMillis())
                .isEmpty();
        assertThat(header(batch(1_000, 1_030).putShort(ATTRIBUTES_AT, DELETE_HORIZON))
                        .spanMillis())
                .isEmpty();
    }
}
