package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that no client creates, but that a log may contain. */
class UnusualBatchesTest {
    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int CONTROL_BIT = 1 << 5;
    private static final int RECORD_COUNT_AT = 57;
    /** After the batch header and the stream header. */
    private static final int FIRST_BLOCK_AT = 61 + 16;

    private static final PartitionId PARTITION = new PartitionId("topic", 0);

    @Test
    void bytesBehindTheHeaderOfABatchWithoutRecordsAreNotLookedAtAsByKafka() throws Exception {
        ByteBuffer batch = batch("key");
        batch.putInt(RECORD_COUNT_AT, 0);
        withCrc(batch);

        try (BatchRecordReader reader = new BatchRecordReader()) {
            assertThat(reader.read(batch, (offset, record) -> true)).isEqualTo(61);
        }
    }

    @Test
    void aMarkerOfAnUnknownCodecIsTold() {
        ByteBuffer marker = batch("0123");
        marker.putShort(ATTRIBUTES_AT, (short) (CONTROL_BIT | 6));

        assertRefused(withCrc(marker), "its codec is unknown");
    }

    @Test
    void aMarkerWhoseKeyIsTooShortIsTold() {
        ByteBuffer marker = batch("k");
        marker.putShort(ATTRIBUTES_AT, (short) CONTROL_BIT);

        assertRefused(withCrc(marker), "is damaged");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 1 << 29, 1 << 30, -1, Integer.MIN_VALUE})
    void aBlockOfSnappyThatClaimsMoreThanItsBatchIsLeftOutWithinMemory(int claimed) {
        ByteBuffer batch = batch(Compression.snappy().build(), "key");
        batch.putInt(FIRST_BLOCK_AT, claimed);

        assertUnreadable(withCrc(batch));
    }

    @Test
    void aBlockOfSnappyThatClaimsMoreThanItCanHoldIsLeftOutWithinMemory() {
        ByteBuffer batch = batch(Compression.snappy().build(), "key");
        // The block's own length before its elements, a varint: 2^31 - 1.
        batch.position(FIRST_BLOCK_AT + 4);
        batch.put(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7})
                .position(0);

        assertUnreadable(withCrc(batch));
    }

    private static void assertUnreadable(ByteBuffer batch) {
        try (BatchRecordReader reader = new BatchRecordReader()) {
            assertThatThrownBy(() -> reader.read(batch, (offset, record) -> true))
                    .isInstanceOf(UnreadableBatchException.class)
                    .hasMessageContaining("claims an impossible size");
        }
    }

    private static void assertRefused(ByteBuffer marker, String reason) {
        FetchedBatches.Found found = new FetchedBatches.Found(marker, List.of(), 0, 10);
        try (CommittedBatches committed = new CommittedBatches()) {
            assertThatThrownBy(() -> committed.visit(PARTITION, found, 0, header -> true))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining(reason)
                    .hasMessageContaining("check the log with kafka-dump-log.sh");
        }
    }

    private static ByteBuffer batch(String key) {
        return batch(Compression.NONE, key);
    }

    private static ByteBuffer batch(Compression compression, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return KafkaBatches.batch(compression, new BatchRecord(bytes, bytes, BatchRecord.NO_HEADERS, 1_000));
    }

    private static ByteBuffer withCrc(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.duplicate().position(ATTRIBUTES_AT));
        return batch.putInt(CRC_AT, (int) crc.getValue());
    }
}
