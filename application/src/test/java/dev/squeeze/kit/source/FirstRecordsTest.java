package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstRecordsTest {
    private static final int MICROSECOND = 1_000;

    private final AtomicLong clockNanos = new AtomicLong();
    private final List<List<BatchRecord>> looked = new ArrayList<>();
    private final List<Boolean> timed = new ArrayList<>();

    private static List<BatchRecord> records(int count, int bytes) {
        return IntStream.range(0, count)
                .mapToObj(i -> new BatchRecord(null, new byte[bytes], BatchRecord.NO_HEADERS, i))
                .toList();
    }

    private FirstRecords source(List<BatchRecord> records, Consumer<RecordSource> look) {
        return new FirstRecords(new HeldRecords("records of a test", records), true, clockNanos::get, look);
    }

    /** @param recordNanos time to read a record */
    private List<BatchRecord> read(List<BatchRecord> records, long recordNanos) {
        List<BatchRecord> read = new ArrayList<>();
        FirstRecords source = source(records, first -> {
            List<BatchRecord> seen = new ArrayList<>();
            timed.add(first.read(seen::add, (bytes, total) -> {}).hasTimestamps());
            looked.add(seen);
        });

        RecordSource.ReadReport report = source.read(
                record -> {
                    clockNanos.addAndGet(recordNanos);
                    return read.add(record);
                },
                (bytes, total) -> {});

        assertThat(report.records()).isEqualTo(records.size());
        return read;
    }

    /** 20 MB at 1 MB per 100 ms: passed on after 0.7 s, when 4 MiB of the first 7 MB have been kept. */
    @Test
    void theFirstRecordsAreHandedOverOnceAndAllAreRead() {
        List<BatchRecord> records = records(20_000, 1_000);

        assertThat(read(records, 100 * MICROSECOND)).isEqualTo(records);

        assertThat(looked).hasSize(1);
        assertThat(looked.get(0))
                .hasSizeBetween(3_900, 4_000)
                .isEqualTo(records.subList(0, looked.get(0).size()));
        assertThat(timed).containsExactly(true);
    }

    @Test
    void ofASlowSourceWhatThereIsByThenIsHandedOver() {
        read(records(2_000, 1_000), 1_000 * MICROSECOND);

        assertThat(looked).hasSize(1);
        assertThat(looked.get(0)).hasSizeBetween(700, 800);
    }

    /**
     * Read within 1.2 s, so that passing records on at 0.7 s gains nothing; read within 20 ms; too few in ten seconds.
     */
    @ParameterizedTest
    @CsvSource({"12000, 1000, 100", "20000, 1000, 1", "1000, 100, 10000"})
    void whereALookGainsOrSaysNothingThereIsNone(int count, int bytes, int recordMicros) {
        read(records(count, bytes), recordMicros * MICROSECOND);

        assertThat(looked).isEmpty();
    }

    @Test
    void emptyRecordsTakeMemoryToo() {
        read(records(200_000, 0), 100 * MICROSECOND);

        assertThat(looked).hasSize(1);
        assertThat(looked.get(0)).hasSizeLessThan(1 << 16);
    }

    @Test
    void whatTheLookThrowsEndsTheReading() {
        FirstRecords source = source(records(20_000, 1_000), first -> {
            throw new SourceException("no");
        });

        assertThatThrownBy(
                        () -> source.read(record -> clockNanos.addAndGet(100 * MICROSECOND) > 0, (bytes, total) -> {}))
                .isInstanceOf(SourceException.class);
    }
}
