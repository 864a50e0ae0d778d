package dev.squeeze.kit.source;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireClear;

import com.github.luben.zstd.Zstd;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Files of gzip and zstd, also of several members or frames, unpacked as they are read. Where the JDK unpacks a gzip file too,
 * it unpacks the same.
 */
public final class PackedFuzz implements FuzzTarget {
    private static final String NAME = "packed-input";
    private static final int MAX_UNPACKED_BYTES = 8 << 20;

    @Override
    public List<byte[]> seeds() throws IOException {
        byte[] text = InputBytes.utf8("the quick brown fox ".repeat(10));
        byte[] zstd = Zstd.compress(text);
        byte[] skippable = {0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2};
        return List.of(
                gzip(text),
                InputBytes.concat(gzip(text), gzip(new byte[0]), gzip(text)),
                zstd,
                InputBytes.concat(zstd, zstd),
                InputBytes.concat(skippable, zstd),
                text);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    @Override
    public void parse(byte[] input) throws IOException {
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        boolean whole;
        try (UnpackedInput unpacked = UnpackedInput.open(NAME, new ByteArrayInputStream(input))) {
            byte[] piece = new byte[64 << 10];
            int count = 0;
            while (ours.size() < MAX_UNPACKED_BYTES && (count = unpacked.read(piece, 0, piece.length)) >= 0) {
                require(count > 0, "a read that comes no further");
                ours.write(piece, 0, count);
            }
            whole = count < 0;
        } catch (SourceException e) {
            requireClear(e, NAME);
            return;
        }
        if (whole) {
            byte[] bytes = ours.toByteArray();
            Optional<byte[]> others =
                    switch (UnpackedInput.Packing.of(input)) {
                        case NONE -> Optional.of(input);
                        case GZIP -> byJdk(input);
                        case ZSTD -> Optional.empty();
                    };
            others.ifPresent(other -> require(
                    Arrays.equals(other, bytes),
                    "unpacked to " + bytes.length + " bytes, and elsewhere to " + other.length));
        }
    }

    private static Optional<byte[]> byJdk(byte[] input) {
        try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(input))) {
            return Optional.of(stream.readNBytes(2 * MAX_UNPACKED_BYTES));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
