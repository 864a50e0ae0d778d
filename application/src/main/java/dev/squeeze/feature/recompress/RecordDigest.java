package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.BatchRecordReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A checksum of a sequence of records, over the offset, timestamp, key, value and headers of each. */
final class RecordDigest implements BatchRecordReader.Visitor {
    private static final int ABSENT = -1;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer numbers = ByteBuffer.allocate(2 * Long.BYTES);
    private long records;

    @Override
    public boolean visit(long offset, BatchRecord record) {
        crc.update(numbers.clear()
                .putLong(offset)
                .putLong(record.timestampMillis())
                .flip());
        add(record.key());
        add(record.value());
        for (Header header : record.headers()) {
            add(header.key().getBytes(StandardCharsets.UTF_8));
            add(header.value());
        }
        records++;
        return true;
    }

    /** Adds a field with its length first, so that bytes moved between fields are detected. */
    private void add(byte @Nullable [] field) {
        crc.update(numbers.clear().putInt(field == null ? ABSENT : field.length).flip());
        if (field != null) {
            crc.update(field);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordDigest digest
                && digest.records == records
                && digest.crc.getValue() == crc.getValue();
    }

    @Override
    public int hashCode() {
        return (int) crc.getValue();
    }
}
