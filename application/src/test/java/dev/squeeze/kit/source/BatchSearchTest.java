package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchSearchTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static byte[] batch(int valueBytes, byte[] within) {
        byte[] value = Arrays.copyOf(within, within.length + valueBytes);
        ByteBuffer batch =
                KafkaBatches.batch(Compression.NONE, new BatchRecord(null, value, BatchRecord.NO_HEADERS, 1_000));
        byte[] bytes = new byte[batch.remaining()];
        batch.get(bytes);
        return bytes;
    }

    private OptionalLong found(byte[] file, long from) throws IOException {
        Path path = Files.write(folder.resolve("segment"), file);
        try (FileChannel channel = FileChannel.open(path)) {
            return BatchSearch.from(channel, from, file.length);
        }
    }

    /** Some records contain a batch, which is not a batch of the log. */
    @Test
    void theNextBatchIsFoundFromEveryPosition() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        TreeSet<Long> starts = new TreeSet<>();
        for (int i = 0; i < 12; i++) {
            starts.add((long) file.size());
            file.writeBytes(batch(40 * i, i % 3 == 0 ? batch(20, new byte[0]) : new byte[0]));
        }
        byte[] all = file.toByteArray();
        Path path = Files.write(folder.resolve("segment"), all);
        try (FileChannel channel = FileChannel.open(path)) {
            for (int from = 1; from < all.length; from++) {
                Long next = starts.ceiling((long) from);

                assertThat(BatchSearch.from(channel, from, all.length))
                        .isEqualTo(next == null ? OptionalLong.empty() : OptionalLong.of(next));
            }
        }
    }

    @Test
    void aLargeBatchIsPassedOver() throws IOException {
        byte[] large = batch(3 << 20, new byte[0]);
        byte[] file = Arrays.copyOf(large, large.length + 200);
        byte[] small = batch(100, new byte[0]);
        System.arraycopy(small, 0, file, large.length, small.length);

        assertThat(found(Arrays.copyOf(file, large.length + small.length), 1)).hasValue(large.length);
    }

    @Test
    void whatHoldsNoBatchesEndsTheSearch() throws IOException {
        Random random = new Random(3);
        byte[] bytes = new byte[200_000];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += 5) {
            bytes[i] = 2;
        }

        assertThat(found(bytes, 1)).isEmpty();
        assertThat(found(new byte[100], 99)).isEmpty();
        assertThat(found(new byte[100], 100)).isEmpty();
    }
}
