package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JoinedBatchTest {
    private static final int HEADER_BYTES = RecordFormatV2.BATCH_HEADER_BYTES;

    /** A record is its length, attributes, two deltas, key (1 + 3), value (1 + 5), 1 header (1, 1 + 1, 1 + 1). */
    @ParameterizedTest
    @CsvSource({"4, 126", "4, 8", "8, 12", "8, 8", "14, 4", "14, 1", "14, 0", "15, 1", "15, 20", "17, 20"})
    void aRecordWhoseFieldsDoNotEndWithItIsJoinedWithNone(int at, int lengthByte) {
        byte[] whole = records();
        byte[] damaged = records();
        damaged[at] = (byte) lengthByte;
        BatchHeader header = new BatchHeader().wrap(batch(), 0);

        JoinedBatch after = new JoinedBatch();
        after.start(header, whole, 0, whole.length);
        assertThat(after.isSound()).isTrue();
        assertThatThrownBy(() -> after.add(header, damaged, 0, damaged.length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged records");

        JoinedBatch before = new JoinedBatch();
        before.start(header, damaged, 0, damaged.length);
        assertThat(before.isSound()).isFalse();
    }

    private static byte[] records() {
        byte[] records = new byte[batch().remaining() - HEADER_BYTES];
        batch().position(HEADER_BYTES).get(records);
        return records;
    }

    private static ByteBuffer batch() {
        Header[] headers = {new RecordHeader("h", new byte[] {1})};
        return KafkaBatches.batch(Compression.NONE, new BatchRecord(bytes("key"), bytes("value"), headers, 1_000));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
