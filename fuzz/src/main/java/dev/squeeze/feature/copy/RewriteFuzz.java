package dev.squeeze.feature.copy;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.feature.recompress.BatchRewriter;
import dev.squeeze.feature.recompress.RewrittenBatches;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.fuzz.SeedBatches;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Batches put into another codec and joined: every record that can be read before can be read after, and no other. */
public final class RewriteFuzz implements FuzzTarget {
    private static final int JOIN_UP_TO_BYTES = 64 << 10;

    private final BatchScanner scanner = new BatchScanner();

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (byte[] input : SeedBatches.modes(List.of(SeedBatches.segment(), SeedBatches.batch(Codec.NONE, 2)))) {
            for (int mode = 0; mode < 2; mode++) {
                seeds.add(InputBytes.prefixed(mode + 2 * seeds.size(), input));
            }
        }
        return seeds;
    }

    @Override
    public long maxAllocatedBytes() {
        return 4L * RecordBytes.MAX_UNCOMPRESSED_BYTES;
    }

    @Override
    public void parse(byte[] input) {
        InputBytes bytes = new InputBytes(input);
        int mode = bytes.next();
        CodecType type = CodecType.values()[(mode >> 1) % CodecType.values().length];
        List<BatchRewriter.Source> batches = new ArrayList<>();
        ByteBuffer source = ByteBuffer.wrap(SeedBatches.bytesOf(bytes.rest()));
        scanner.scan(source, header -> batches.add(new BatchRewriter.Source(header.batch(), true)));
        List<String> after = new ArrayList<>();
        int joinUpToBytes = (mode & 1) == 1 ? JOIN_UP_TO_BYTES : 0;
        try (BatchRewriter rewriter =
                new BatchRewriter(Codec.ofDefaultLevel(type), joinUpToBytes, () -> false, new Object())) {
            int next = 0;
            while (next < batches.size()) {
                RewrittenBatches out = new RewrittenBatches();
                int from = next;
                next = rewriter.rewrite(batches, from, out);
                require(next > from, "batches are rewritten");
                after.addAll(records(out.written()));
            }
        }
        requireEqual(records(source), after, "records before and after");
    }

    private List<String> records(ByteBuffer bytes) {
        List<String> all = new ArrayList<>();
        try (BatchRecordReader reader = new BatchRecordReader()) {
            scanner.scan(bytes, header -> {
                List<String> records = new ArrayList<>();
                if (header.codec().isPresent()) {
                    try {
                        reader.read(
                                header.batch(),
                                (offset, record) -> records.add(offset + " " + record.timestampMillis() + " "
                                        + Arrays.hashCode(record.key()) + " " + Arrays.hashCode(record.value()) + " "
                                        + Arrays.toString(record.headers())));
                        all.addAll(records);
                    } catch (UnreadableBatchException e) {
                        // It has to be there still, as it was.
                    }
                }
                return true;
            });
        }
        return all;
    }
}
