package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.FileSource;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Reading a file of lines, with and without extracting a field of each JSON document. One operation is one record. */
public class ReadingBenchmark extends RecordBenchmark {
    /** What is extracted from each line. */
    public enum Reading {
        LOG_LINES("access-log", RecordFormat.LINES, Optional.empty(), Optional.empty()),
        JSON_LINES("json-events", RecordFormat.JSONL, Optional.empty(), Optional.empty()),
        JSON_KEY("json-events", RecordFormat.JSONL, Optional.of("/repo/id"), Optional.empty()),
        JSON_KEY_AND_TIME("json-events", RecordFormat.JSONL, Optional.of("/repo/id"), Optional.of("/created_at"));

        private final String sample;
        private final ReadOptions options;

        Reading(String sample, RecordFormat format, Optional<String> keyField, Optional<String> timestampField) {
            this.sample = sample;
            this.options = new ReadOptions(
                    Optional.of(format), keyField, timestampField, ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND);
        }
    }

    @Param
    public Reading reading = Reading.LOG_LINES;

    private Path file = Path.of("");

    @Setup
    public void write() throws IOException {
        file = Records.lines(Records.of(reading.sample), ".txt");
    }

    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long read(Blackhole hole) {
        long records = new FileSource(List.of(file.toString()), reading.options)
                .read(
                        (BatchRecord record) -> {
                            hole.consume(record);
                            return true;
                        },
                        (read, total) -> {})
                .records();
        if (records != Records.COUNT) {
            throw new IllegalStateException("read " + records + " records, not " + Records.COUNT);
        }
        return records;
    }

    @TearDown
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
