package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedInputTest {
    private static final byte[] FIRST = Reading.bytes("a\nb\n");
    private static final byte[] SECOND = Reading.bytes("c\n");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path write(String name, byte[]... parts) throws IOException {
        return Files.write(folder.resolve(name), Reading.concat(parts));
    }

    @Test
    void unpacksByTheFirstBytesWhateverTheName() throws IOException {
        assertThat(Reading.ofFile(write("a.log", Reading.gzip(FIRST))).values()).containsExactly("a", "b");
        assertThat(Reading.ofFile(write("b.gz", Reading.zstd(FIRST))).values()).containsExactly("a", "b");
        assertThat(Reading.ofFile(write("c.gz", FIRST)).values()).containsExactly("a", "b");
    }

    @Test
    void readsConcatenatedMembersAndFrames() throws IOException {
        assertThat(Reading.ofFile(write("a.gz", Reading.gzip(FIRST), Reading.gzip(SECOND)))
                        .values())
                .containsExactly("a", "b", "c");
        assertThat(Reading.ofFile(write("a.zst", Reading.zstd(FIRST), Reading.zstd(SECOND)))
                        .values())
                .containsExactly("a", "b", "c");
    }

    @Test
    void readsConcatenatedMembersFromAStreamThatNeverSaysWhatIsAvailable() {
        InputStream shy = new ByteArrayInputStream(Reading.concat(Reading.gzip(FIRST), Reading.gzip(SECOND))) {
            @Override
            public synchronized int available() {
                return 0;
            }

            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }
        };
        assertThat(Reading.of(Reading.standardInput(shy, ReadOptions.DEFAULT)).values())
                .containsExactly("a", "b", "c");
    }

    @Test
    void passesOverSkippableFramesOfZstd() throws IOException {
        byte[] skippable = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3};
        assertThat(Reading.ofFile(write("a.zst", skippable, Reading.zstd(FIRST), skippable, Reading.zstd(SECOND)))
                        .values())
                .containsExactly("a", "b", "c");
    }

    @Test
    void theEndingOfThePackingDoesNotHideTheFormat() throws IOException {
        byte[] csv = Reading.bytes("a,b\n");
        assertThat(Reading.ofFile(write("a.csv.gz", Reading.gzip(csv))).report().format())
                .isEqualTo("csv");
        assertThat(Reading.ofFile(write("a.csv.zst", Reading.zstd(csv)))
                        .report()
                        .format())
                .isEqualTo("csv");
    }

    @Test
    void brokenDataAreNamedWithTheUnpackedPosition() throws IOException {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        byte[] gzip = Reading.gzip(content);
        byte[] zstd = Reading.zstd(content);
        ReadOptions lines = Reading.options(RecordFormat.LINES);
        Path cutGzip = write("cut.gz", Arrays.copyOf(gzip, gzip.length - 1000));
        Path cutZstd = write("cut.zst", Arrays.copyOf(zstd, zstd.length - 1000));
        assertThat(Reading.failureOf(cutGzip, lines))
                .matches("corrupt gzip data in .*cut\\.gz after [0-9,]{5,} uncompressed bytes: .*; check the file or"
                        + " decompress it first");
        assertThat(Reading.failureOf(cutZstd, lines))
                .matches("corrupt zstd data in .*cut\\.zst after [0-9,]{5,} uncompressed bytes: .*; check the file or"
                        + " decompress it first");
    }

    @Test
    void damageOfTheCheckSumAndInALaterMemberIsNoticed() throws IOException {
        byte[] gzip = Reading.gzip(FIRST);
        gzip[gzip.length - 6] ^= 1;
        assertThat(Reading.failureOf(write("sum.gz", gzip))).startsWith("corrupt gzip data in");
        byte[] second = Reading.gzip(SECOND);
        second[0] = 7;
        assertThat(Reading.failureOf(write("second.gz", Reading.gzip(FIRST), second)))
                .startsWith("corrupt gzip data in")
                .contains("after 4 uncompressed bytes");
        assertThat(Reading.failureOf(write("second.zst", Reading.zstd(FIRST), new byte[] {1, 2, 3, 4})))
                .startsWith("corrupt zstd data in");
    }

    @Test
    void aHeaderAloneIsBroken() throws IOException {
        assertThat(Reading.failureOf(write("h.gz", new byte[] {0x1f, (byte) 0x8b, 8})))
                .contains("after 0 uncompressed bytes", "the data ends too early");
        assertThat(Reading.failureOf(write("h.zst", Arrays.copyOf(Reading.zstd(FIRST), 4))))
                .startsWith("corrupt zstd data in");
    }
}
