package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a segment contains, reading it terminates, reports what is wrong, and allocates within its limit. */
@Timeout(120)
@Tag("slow")
class SegmentFuzzTest {
    private static final int TRIALS = 400;
    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int LENGTH_AT = 8;
    private static final int PREFIX_BYTES = 12;
    /** The limit for one batch and its copies; a segment of some kilobytes needs far less. */
    private static final long MAX_ALLOCATED_BYTES = 800L << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void damagedSegmentsAreReadToTheirEnd(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] whole = whole();
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] damaged = damaged(whole, random);
            if (random.nextBoolean()) {
                validCrcs(damaged);
            }
            reads(damaged, "seed %d, trial %d".formatted(seed, trial));
        }
    }

    @Test
    void randomBytesAreReadToTheirEnd() throws IOException {
        Random random = new Random(5);
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] bytes = new byte[random.nextInt(2_000)];
            random.nextBytes(bytes);
            if (bytes.length > 16 && random.nextBoolean()) {
                bytes[16] = (byte) random.nextInt(3);
            }
            reads(bytes, "trial " + trial);
        }
    }

    @Test
    void headersThatLieFarApartAreFoundLikeThoseOfWholeBatches() throws IOException {
        Random random = new Random(6);
        for (int trial = 0; trial < TRIALS; trial++) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 6; i++) {
                int at = all.size();
                all.writeBytes(largeBatch(20_000 + random.nextInt(30_000)));
                byte[] soFar = all.toByteArray();
                if (random.nextInt(8) == 0) {
                    ByteBuffer.wrap(soFar).put(at + random.nextInt(61), (byte) random.nextInt(256));
                } else if (random.nextInt(20) == 0) {
                    ByteBuffer.wrap(soFar).putInt(at + LENGTH_AT, claim(random));
                }
                all.reset();
                all.writeBytes(soFar);
            }
            byte[] bytes = all.toByteArray();
            walksAgree(Arrays.copyOf(bytes, bytes.length - random.nextInt(100)), "trial " + trial);
        }
    }

    private static byte[] largeBatch(int valueBytes) {
        ByteBuffer batch = KafkaBatches.batch(
                Compression.NONE, new BatchRecord(null, new byte[valueBytes], BatchRecord.NO_HEADERS, 1_000));
        byte[] bytes = new byte[batch.remaining()];
        batch.get(bytes);
        return bytes;
    }

    private void walksAgree(byte[] bytes, String as) throws IOException {
        Path file = Files.write(folder.resolve("00000000000000000000.log"), bytes);
        List<String> whole = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        Segments segments = Segments.find(List.of(file.toString()), 100_000);
        segments.walk((segment, position, header) -> whole.add(seen(position, header)), (read, total) -> {})
                .forEach(notice -> whole.add(notice.message()));
        segments.walkHeaders((segment, position, header) -> headers.add(seen(position, header)), (read, total) -> {})
                .forEach(notice -> headers.add(notice.message()));
        assertThat(headers).as(as).isEqualTo(whole);
    }

    private static String seen(long position, BatchHeader header) {
        return position + ": " + header.baseOffset() + " " + header.sizeBytes() + " " + header.recordCount() + " "
                + header.codecId() + " " + header.maxTimestampMillis();
    }

    @Test
    void aBatchThatUnpacksToGigabytesIsLeftOutWithinTheBound() throws IOException {
        byte[] zeros = new byte[90 << 20];
        BatchRecord[] records = new BatchRecord[3];
        for (int i = 0; i < records.length; i++) {
            records[i] = new BatchRecord(null, zeros, BatchRecord.NO_HEADERS, 1_000 + i);
        }
        ByteBuffer bomb = KafkaBatches.batch(Compression.zstd().build(), records);
        byte[] bytes = new byte[bomb.remaining()];
        bomb.get(bytes);
        assertThat(bytes).hasSizeLessThan(1 << 20);

        reads(bytes, "270 MiB of zeros");
    }

    private void reads(byte[] bytes, String as) throws IOException {
        Path file = folder.resolve("00000000000000000000.log");
        Files.write(file, bytes);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            new SegmentSource(List.of("segment:" + file), ReadOptions.DEFAULT)
                    .read(record -> true, (read, total) -> {});
        } catch (SourceException e) {
            assertThat(e.getMessage())
                    .as(as)
                    .contains("contains no readable records")
                    .doesNotContain("\n");
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).as(as).isLessThan(MAX_ALLOCATED_BYTES);
        walksAgree(bytes, as);
    }

    private static byte[] whole() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Compression codec : List.of(
                Compression.NONE,
                Compression.zstd().build(),
                Compression.lz4().build(),
                Compression.snappy().build(),
                Compression.gzip().build())) {
            BatchRecord[] records = new BatchRecord[20];
            for (int i = 0; i < records.length; i++) {
                records[i] = new BatchRecord(
                        ("key " + i).getBytes(), ("value " + i % 3).getBytes(), BatchRecord.NO_HEADERS, 1_000 + i);
            }
            ByteBuffer batch = KafkaBatches.batch(codec, records);
            byte[] bytes = new byte[batch.remaining()];
            batch.get(bytes);
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int hits = 1 + random.nextInt(4);
        for (int i = 0; i < hits; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                case 2 -> {
                    if (at + 4 <= bytes.length) {
                        ByteBuffer.wrap(bytes).putInt(at, claim(random));
                    }
                }
                default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
            }
        }
        return bytes;
    }

    private static int claim(Random random) {
        int[] claims = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE - 12, 1 << 30, 49, 14};
        return claims[random.nextInt(claims.length)];
    }

    /** Corrects the CRCs, so that the code after the check is reached. */
    private static void validCrcs(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = 0;
        while (at + ATTRIBUTES_AT < bytes.length) {
            long end = at + PREFIX_BYTES + (long) buffer.getInt(at + LENGTH_AT);
            if (end > bytes.length || end <= at + ATTRIBUTES_AT) {
                return;
            }
            CRC32C crc = new CRC32C();
            crc.update(bytes, at + ATTRIBUTES_AT, (int) end - at - ATTRIBUTES_AT);
            buffer.putInt(at + CRC_AT, (int) crc.getValue());
            at = (int) end;
        }
    }
}
