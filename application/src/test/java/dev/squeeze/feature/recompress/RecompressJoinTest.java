package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.Segment;
import dev.squeeze.kit.format.SendableBatch;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which batches {@code --batch-size} does not join, because their producers may retry them. */
@SuppressWarnings("NullAway.Init")
class RecompressJoinTest {
    private static final int RECORDS_IN_A_BATCH = 10;
    private static final int LENGTH_AT = 8;
    private static final int CRC_AT = 17;
    private static final int PRODUCER_ID_AT = 43;
    private static final int PRODUCER_EPOCH_AT = 51;
    private static final int BASE_SEQUENCE_AT = 53;

    @TempDir
    Path folder;

    private Path segment(String partition, long baseOffset, int batches) throws IOException {
        Path file = Files.createDirectories(folder.resolve(partition)).resolve("%020d.log".formatted(baseOffset));
        Segment.write(file, baseOffset, batches);
        return file;
    }

    /** Changes the batches as if one idempotent producer had sent them. */
    private static void ofAProducer(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer all = ByteBuffer.wrap(bytes);
        for (int at = 0; at < bytes.length; at += 12 + all.getInt(at + LENGTH_AT)) {
            all.putLong(at + PRODUCER_ID_AT, 7).putShort(at + PRODUCER_EPOCH_AT, (short) 0);
            all.putInt(at + BASE_SEQUENCE_AT, (int) all.getLong(at));
            ByteBuffer batch = all.slice(at, 12 + all.getInt(at + LENGTH_AT));
            all.putInt(at + CRC_AT, (int) SendableBatch.computedCrc(batch));
        }
        Files.write(file, bytes);
    }

    private List<Long> baseOffsets(String partition) {
        List<Long> offsets = new ArrayList<>();
        Segments.find(List.of(folder.resolve(partition).toString()))
                .walkHeaders(
                        (file, position, header) -> {
                            offsets.add(header.baseOffset());
                            return true;
                        },
                        (read, total) -> {});
        return offsets;
    }

    private void join(String... partitions) {
        List<String> command = new ArrayList<>(List.of("recompress"));
        for (String partition : partitions) {
            command.add(folder.resolve(partition).toString());
        }
        command.addAll(List.of("--codec", "lz4", "--batch-size", "64KiB", "--output", folder + "/originals"));
        command.add("--in-place");
        Invocation.of(command.toArray(String[]::new)).expectDone();
    }

    @Test
    void theLastFiveBatchesOfAProducerStayAlsoWhereTheyAreInSeveralSegments() throws Exception {
        ofAProducer(segment("orders-0", 0, 12));
        ofAProducer(segment("orders-0", 12 * RECORDS_IN_A_BATCH, 2));
        segment("orders-0", 14 * RECORDS_IN_A_BATCH, 0);

        join("orders-0");

        assertThat(baseOffsets("orders-0")).containsExactly(0L, 90L, 100L, 110L, 120L, 130L);
    }

    @Test
    void theyStayInEachOfTwoFoldersOfOnePartition() throws Exception {
        ofAProducer(segment("one/orders-0", 0, 8));
        ofAProducer(segment("two/orders-0", 1_000, 8));

        join("one/orders-0", "two/orders-0");

        assertThat(baseOffsets("one/orders-0")).containsExactly(0L, 30L, 40L, 50L, 60L, 70L);
        assertThat(baseOffsets("two/orders-0")).containsExactly(1_000L, 1_030L, 1_040L, 1_050L, 1_060L, 1_070L);
    }
}
