package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldRecordsTest {
    private static final BatchRecord PLAIN = record(null, "first");
    private static final BatchRecord KEYED = record("key", "second");

    @Test
    void recordsAreReadInTheirOrderAndCounted() {
        List<BatchRecord> read = new ArrayList<>();

        RecordSource.ReadReport report =
                new HeldRecords("records of a test", List.of(PLAIN, KEYED)).read(read::add, (bytes, total) -> {});

        assertThat(read).containsExactly(PLAIN, KEYED);
        assertThat(report.records()).isEqualTo(2);
        assertThat(report.payloadBytes()).isEqualTo(5 + 3 + 6);
        assertThat(report.hasKeys()).isTrue();
        assertThat(report.hasTimestamps()).isFalse();
    }

    @Test
    void whoHasEnoughEndsTheReading() {
        RecordSource.ReadReport report =
                new HeldRecords("records of a test", List.of(PLAIN, KEYED)).read(record -> false, (bytes, total) -> {});

        assertThat(report.records()).isEqualTo(1);
        assertThat(report.hasKeys()).isFalse();
    }

    private static BatchRecord record(String key, String value) {
        return new BatchRecord(
                key == null ? null : key.getBytes(StandardCharsets.US_ASCII),
                value.getBytes(StandardCharsets.US_ASCII),
                BatchRecord.NO_HEADERS,
                1_000);
    }
}
