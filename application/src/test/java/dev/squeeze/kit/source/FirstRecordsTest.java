package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstRecordsTest {
    private static final int RECORDS = 20_000;
    private static final Duration AT_ONCE = Duration.ZERO;

    private final List<List<BatchRecord>> looked = new ArrayList<>();
    private final List<Boolean> timed = new ArrayList<>();

    private static List<BatchRecord> records(int count, int bytes) {
        return IntStream.range(0, count)
                .mapToObj(i -> new BatchRecord(null, new byte[bytes], BatchRecord.NO_HEADERS, i))
                .toList();
    }

    private List<BatchRecord> read(List<BatchRecord> records, Duration patience) {
        List<BatchRecord> read = new ArrayList<>();
        FirstRecords source = new FirstRecords(new HeldRecords("records of a test", records), true, patience, first -> {
            List<BatchRecord> seen = new ArrayList<>();
            timed.add(first.read(seen::add, (bytes, total) -> {}).hasTimestamps());
            looked.add(seen);
        });

        RecordSource.ReadReport report = source.read(read::add, (bytes, total) -> {});

        assertThat(report.records()).isEqualTo(records.size());
        return read;
    }

    @Test
    void theFirstRecordsAreHandedOverOnceAndAllAreRead() {
        List<BatchRecord> records = records(RECORDS, 1_000);

        assertThat(read(records, AT_ONCE)).isEqualTo(records);

        assertThat(looked).hasSize(1);
        assertThat(looked.get(0))
                .hasSizeBetween(524, 4_195)
                .isEqualTo(records.subList(0, looked.get(0).size()));
        assertThat(timed).containsExactly(true);
    }

    @Test
    void noMoreThanFourMebibytesAreKept() {
        List<BatchRecord> records = records(2_000, 10_000);

        read(records, AT_ONCE);

        assertThat(looked.get(0)).hasSizeBetween(100, 420);
    }

    @Test
    void whatIsReadSoonIsNotLookedAtBefore() {
        read(records(RECORDS, 1_000), Duration.ofHours(1));

        assertThat(looked).isEmpty();
    }

    @Test
    void aFewRecordsAreNotWorthALook() {
        read(records(RECORDS, 20), AT_ONCE);

        assertThat(looked).isEmpty();
    }

    @Test
    void whatTheLookThrowsEndsTheReading() {
        FirstRecords source = new FirstRecords(
                new HeldRecords("records of a test", records(RECORDS, 1_000)), false, AT_ONCE, first -> {
                    throw new SourceException("no");
                });

        assertThatThrownBy(() -> source.read(record -> true, (bytes, total) -> {}))
                .isInstanceOf(SourceException.class);
    }
}
