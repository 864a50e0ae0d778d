package dev.squeeze.kit.source;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import org.apache.commons.compress.compressors.CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an input, decompressed while reading. The compression is recognized by the first bytes, not by the name,
 * since rotated logs often have names that do not match. None of these magic numbers can be the start of a text, or of
 * a length-prefixed record within {@link RecordReader#LIMIT_BYTES}.
 *
 * <p>Every failure is thrown as a {@link SourceException} that names the input and the position.
 */
final class UnpackedInput implements Closeable {
    private static final int MAGIC_BYTES = 4;
    private static final int STORAGE_READ_BYTES = 64 * 1024;

    /** How an input is compressed. */
    enum Packing {
        NONE("plain"),
        GZIP("gzip"),
        ZSTD("zstd");

        private final String label;

        Packing(String label) {
            this.label = label;
        }

        /** RFC 1952, section 2.3.1 (deflate is the only method there is); RFC 8878, sections 3.1.1 and 3.1.2. */
        static Packing of(byte[] magic) {
            if (magic.length >= 3 && magic[0] == 0x1f && magic[1] == (byte) 0x8b && magic[2] == 8) {
                return GZIP;
            }
            boolean zstdFrame = magic.length >= 4
                    && magic[0] == 0x28
                    && magic[1] == (byte) 0xb5
                    && magic[2] == 0x2f
                    && magic[3] == (byte) 0xfd;
            // Files written by pzstd start with a skippable frame.
            boolean skippableFrame = magic.length >= 4
                    && (magic[0] & 0xf0) == 0x50
                    && magic[1] == 0x2a
                    && magic[2] == 0x4d
                    && magic[3] == 0x18;
            return zstdFrame || skippableFrame ? ZSTD : NONE;
        }
    }

    private final String name;
    private final Storage storage;
    private final InputStream unpacked;
    private final Packing packing;
    private long unpackedBytes;

    private UnpackedInput(String name, Storage storage, InputStream unpacked, Packing packing) {
        this.name = name;
        this.storage = storage;
        this.unpacked = unpacked;
        this.packing = packing;
    }

    /**
     * Takes ownership of the stream, and closes it if it cannot be decompressed.
     *
     * @throws IOException if the first bytes cannot be read from storage
     * @throws SourceException if the compressed data is corrupt
     */
    static UnpackedInput open(String name, InputStream stream) throws IOException {
        Storage storage = new Storage(stream);
        Packing packing = Packing.NONE;
        try {
            byte[] magic = storage.readNBytes(MAGIC_BYTES);
            packing = Packing.of(magic);
            PushbackInputStream whole = new PushbackInputStream(storage, MAGIC_BYTES);
            whole.unread(magic);
            return new UnpackedInput(name, storage, unpack(whole, packing), packing);
        } catch (IOException | RuntimeException e) {
            try {
                storage.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            if (storage.failure != null) {
                throw storage.failure;
            }
            throw failure(name, storage, packing, 0, e);
        }
    }

    /**
     * java.util.zip's GZIPInputStream treats invalid data after the first member as the end, so damage there would go
     * unnoticed; commons-compress reports it.
     */
    private static InputStream unpack(InputStream stream, Packing packing) throws IOException {
        return switch (packing) {
            case NONE -> stream;
            case GZIP ->
                GzipCompressorInputStream.builder()
                        .setInputStream(new BufferedInputStream(stream, STORAGE_READ_BYTES))
                        .setDecompressConcatenated(true)
                        .get();
            case ZSTD -> new ZstdInputStream(stream);
        };
    }

    /** @return the number of bytes read, at least 1, or -1 at the end */
    int read(byte[] target, int offset, int length) {
        try {
            int count = unpacked.read(target, offset, length);
            if (count > 0) {
                unpackedBytes += count;
            }
            return count;
        } catch (IOException | RuntimeException e) {
            throw failure(name, storage, packing, positionBytes(), e);
        }
    }

    /** The gzip stream discards what it has decompressed in a call that fails, but has counted it. */
    private long positionBytes() {
        return unpacked instanceof CompressorInputStream counting ? counting.getBytesRead() : unpackedBytes;
    }

    String name() {
        return name;
    }

    /** Bytes read from storage so far, before decompression. */
    long storageBytes() {
        return storage.count;
    }

    @Override
    public void close() {
        try {
            unpacked.close();
        } catch (IOException e) {
            throw new SourceException("cannot close " + name + " after reading: " + reason(e), e);
        }
    }

    private static SourceException failure(
            String name, Storage storage, Packing packing, long unpackedBytes, Exception e) {
        IOException broken = storage.failure;
        if (broken != null || packing == Packing.NONE) {
            String message = "cannot read %s after %,d bytes: %s; check the file and the disk";
            return new SourceException(
                    String.format(Locale.ROOT, message, name, storage.count, reason(broken == null ? e : broken)), e);
        }
        String message =
                "corrupt %s data in %s after %,d uncompressed bytes: %s; check the file or decompress it first";
        return new SourceException(
                String.format(Locale.ROOT, message, packing.label, name, unpackedBytes, reason(e)), e);
    }

    /** The reason in one line, even if the exception's message is empty or has several. */
    static String reason(Exception e) {
        if (e instanceof EOFException) {
            return "the data ends too early";
        }
        String message = e.getMessage();
        if (message == null || message.isBlank()) {
            return e.getClass().getSimpleName();
        }
        String line = message.lines().findFirst().orElse(message).strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    /**
     * Counts the bytes read from storage, and remembers its failure so that it is not reported as corrupt compressed
     * data.
     */
    private static final class Storage extends FilterInputStream {
        private long count;
        private @Nullable IOException failure;

        Storage(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            try {
                int read = in.read(target, offset, length);
                count += Math.max(read, 0);
                return read;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public long skip(long wanted) throws IOException {
            byte[] passed = new byte[(int) Math.min(Math.max(wanted, 0), STORAGE_READ_BYTES)];
            return Math.max(read(passed, 0, passed.length), 0);
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
