package dev.squeeze.engine.drivers;

import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.CodecType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** Counts of the batches in a partition's log. */
record StoredBatches(int batches, long records, Set<CodecType> codecs) {
    static StoredBatches of(Path partitionFolder) throws IOException {
        int[] batches = new int[1];
        long[] records = new long[1];
        Set<CodecType> codecs = new TreeSet<>();
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(partitionFolder, "*.log")) {
            for (Path segment : segments) {
                new BatchScanner().scan(ByteBuffer.wrap(Files.readAllBytes(segment)), batch -> {
                    batches[0]++;
                    records[0] += batch.lastOffsetDelta() + 1;
                    codecs.add(batch.codec().orElseThrow());
                    return true;
                });
            }
        }
        return new StoredBatches(batches[0], records[0], codecs);
    }
}
