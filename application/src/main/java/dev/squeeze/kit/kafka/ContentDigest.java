package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether two collections of records are equal regardless of order: the sum of one 64-bit hash per record, modulo 2^64, and
 * the number of records. A lost, duplicated or altered record goes undetected with a probability of about 2^-64.
 *
 * @param records number of records
 * @param sum of their hashes
 */
public record ContentDigest(long records, long sum) {
    public static final ContentDigest EMPTY = new ContentDigest(0, 0);

    private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();
    /** Replaces the hash of an absent key or value, which differs from that of an empty one. */
    private static final long ABSENT = 0x9E3779B97F4A7C15L;

    public ContentDigest plus(ContentDigest other) {
        return new ContentDigest(records + other.records, sum + other.sum);
    }

    /** The hash of one record: key, value, headers in order, and timestamp. */
    public static long of(BatchRecord record) {
        long hash = bytes(record.value(), bytes(record.key(), record.timestampMillis()));
        for (Header header : record.headers()) {
            hash = header(header, hash);
        }
        return hash;
    }

    /** The hash of a record that was consumed, equal to that of the record that was sent. */
    public static long of(ConsumerRecord<byte[], byte[]> record) {
        long hash = bytes(record.value(), bytes(record.key(), record.timestamp()));
        // As an array, to avoid creating an iterator for each of millions of records without headers.
        for (Header header : record.headers().toArray()) {
            hash = header(header, hash);
        }
        return hash;
    }

    private static long header(Header header, long seed) {
        return bytes(header.value(), bytes(header.key().getBytes(StandardCharsets.UTF_8), seed));
    }

    private static long bytes(byte @Nullable [] bytes, long seed) {
        return bytes == null ? Long.rotateLeft(seed, 23) * ABSENT + 1 : HASH.hash(bytes, 0, bytes.length, seed);
    }
}
