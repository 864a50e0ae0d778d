package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The check that consumed records equal acknowledged ones. */
class ContentDigestTest {
    private static final long SEED = 5;

    @Test
    void doesNotDependOnTheOrderOfRecords() {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            records.add(record("k" + i % 7, "v" + i, i));
        }
        ContentDigest before = digest(records);
        Collections.shuffle(records, new Random(SEED));

        assertThat(digest(records)).isEqualTo(before);
        records.remove(0);
        assertThat(digest(records)).isNotEqualTo(before);
        records.add(records.get(0));
        assertThat(digest(records)).as("one lost and another doubled").isNotEqualTo(before);
        assertThat(digest(records).records()).isEqualTo(before.records());
    }

    @Test
    void anyChangeOfAnythingThatARecordHoldsChangesIt() {
        List<BatchRecord> different = List.of(
                record("k", "v", 1),
                record("k", "v", 2),
                record("k", "w", 1),
                record("l", "v", 1),
                record("v", "k", 1),
                record(null, "v", 1),
                record("", "v", 1),
                record("k", null, 1),
                record("k", "", 1),
                record(null, null, 1),
                record("", "", 1),
                record(null, "", 1),
                record("", null, 1),
                record("kv", "", 1),
                record("k", "v", 1, header("a", "1")),
                record("k", "v", 1, header("a", null)),
                record("k", "v", 1, header("a", "")),
                record("k", "v", 1, header("b", "1")),
                record("k", "v", 1, header("a", "1"), header("b", "2")),
                record("k", "v", 1, header("b", "2"), header("a", "1")),
                record("k", "v", 1, header("a", "1"), header("a", "1")));

        Set<Long> hashes = new HashSet<>();
        different.forEach(record -> hashes.add(ContentDigest.of(record)));
        assertThat(hashes).hasSameSizeAs(different);
        different.forEach(record -> assertThat(ContentDigest.of(asRead(record))).isEqualTo(ContentDigest.of(record)));
    }

    @Test
    void everySingleBitCounts() {
        byte[] value = "a value of some thirty bytes...".getBytes(StandardCharsets.UTF_8);
        Set<Long> hashes = new HashSet<>();
        for (int bit = 0; bit < 8 * value.length; bit++) {
            byte[] altered = value.clone();
            altered[bit / 8] ^= (byte) (1 << bit % 8);
            hashes.add(ContentDigest.of(new BatchRecord(null, altered, BatchRecord.NO_HEADERS, 1)));
        }
        assertThat(hashes).hasSize(8 * value.length);
    }

    @Test
    void sumsOfPartsAreTheSumOfAll() {
        ContentDigest parts = digest(List.of(record("a", "b", 1))).plus(digest(List.of(record("c", "d", 2))));

        assertThat(parts).isEqualTo(digest(List.of(record("c", "d", 2), record("a", "b", 1))));
        assertThat(parts.plus(ContentDigest.EMPTY)).isEqualTo(parts);
    }

    private static ContentDigest digest(List<BatchRecord> records) {
        return records.stream()
                .map(record -> new ContentDigest(1, ContentDigest.of(record)))
                .reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    private static ConsumerRecord<byte[], byte[]> asRead(BatchRecord record) {
        return new ConsumerRecord<>(
                "t",
                0,
                17,
                record.timestampMillis(),
                TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                new RecordHeaders(Arrays.asList(record.headers())),
                Optional.empty());
    }

    private static BatchRecord record(
            @Nullable String key, @Nullable String value, long timestampMillis, Header... headers) {
        return new BatchRecord(bytes(key), bytes(value), headers, timestampMillis);
    }

    private static Header header(String key, @Nullable String value) {
        return new RecordHeader(key, bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
