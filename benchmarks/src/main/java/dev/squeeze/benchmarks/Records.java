package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The first records of a bundled sample: the same real input for every run on every machine. */
final class Records {
    /** Fewer than any sample used here has, so that one invocation is a fixed number of records. */
    static final int COUNT = 8_192;

    private Records() {}

    /** The first {@link #COUNT} records of {@code sample:NAME}. */
    static BatchRecord[] of(String sample) {
        List<BatchRecord> records = new ArrayList<>(COUNT);
        new BundledSample(sample, ReadOptions.DEFAULT)
                .read(
                        record -> {
                            records.add(record);
                            return records.size() < COUNT;
                        },
                        (read, total) -> {});
        if (records.size() < COUNT) {
            throw new IllegalStateException("sample:" + sample + " has only " + records.size() + " records");
        }
        return records.toArray(BatchRecord[]::new);
    }

    /** The records cut in the same way as by the product, including the last short batch. */
    static List<PackedBatch> cut(BatchRecord[] records, int batchBytes) {
        BatchCutter cutter = new BatchCutter(batchBytes);
        List<PackedBatch> batches = new ArrayList<>();
        for (BatchRecord record : records) {
            if (cutter.isFullFor(record)) {
                cutter.take().ifPresent(batches::add);
            }
            cutter.add(record);
        }
        cutter.take().ifPresent(batches::add);
        return batches;
    }

    /** A temporary file with one record per line; the caller deletes it. */
    static Path lines(BatchRecord[] records, String suffix) throws IOException {
        Path file = Files.createTempFile("squeeze-benchmark", suffix);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (BatchRecord record : records) {
                out.write(record.value());
                out.write('\n');
            }
        }
        return file;
    }
}
