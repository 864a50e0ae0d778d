package dev.squeeze.benchmarks.chaos;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * 64-bit hash of everything that a consumer sees of a record except its offset: FNV-1a, with lengths, so that null
 * differs from empty.
 */
final class RecordHash {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private RecordHash() {}

    static long of(ConsumerRecord<byte[], byte[]> record) {
        long hash = number(BASIS, record.timestamp());
        hash = number(hash, record.timestampType().id);
        hash = bytes(hash, record.key());
        hash = bytes(hash, record.value());
        for (Header header : record.headers()) {
            hash = bytes(hash, header.key().getBytes(StandardCharsets.UTF_8));
            hash = bytes(hash, header.value());
        }
        return hash;
    }

    private static long bytes(long before, byte @Nullable [] bytes) {
        if (bytes == null) {
            return number(before, -1);
        }
        long hash = number(before, bytes.length);
        for (byte value : bytes) {
            hash = (hash ^ (value & 0xff)) * PRIME;
        }
        return hash;
    }

    private static long number(long before, long value) {
        long hash = before;
        for (int shift = 0; shift < 64; shift += 8) {
            hash = (hash ^ (value >>> shift & 0xff)) * PRIME;
        }
        return hash;
    }
}
