package dev.squeeze.kit.source;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.xerial.snappy.Snappy;

/**
 * Records of an Avro object container file (specification 1.12, "Object Container Files"): each record is only the
 * body, as it would be sent with this schema. Blocks may be compressed with deflate, snappy or zstandard.
 */
final class AvroFileReader implements RecordReader {
    static final int[] MAGIC = {'O', 'b', 'j', 1};

    private static final int SYNC_BYTES = 16;
    private static final int MAX_VARINT_BYTES = 10;
    private static final int CHECKSUM_BYTES = 4;
    /** A block that decompresses to more is corrupt, or crafted to exhaust memory. */
    private static final int MAX_BLOCK_BYTES = 4 * LIMIT_BYTES;

    private static final int MAX_HEADER_ENTRIES = 10_000;
    private static final int MAX_RECORDS_WITHOUT_BYTES = 1_000_000;

    private final ByteWindow window;
    private final String schemaText;
    private final Schema schema;
    private final String codec;
    private final byte[] sync;
    private byte[] block = new byte[0];
    private ByteArrayInputStream rest = new ByteArrayInputStream(block);
    private BinaryDecoder decoder;
    private long left;
    private long record;
    private byte[] value = new byte[0];

    /** @throws SourceException if the header cannot be read */
    AvroFileReader(ByteWindow window) {
        this.window = window;
        requireMagic();
        Map<String, byte[]> header = header();
        this.codec = text(header.getOrDefault("avro.codec", "null".getBytes(StandardCharsets.US_ASCII)));
        this.schemaText = text(header.getOrDefault("avro.schema", new byte[0]));
        this.sync = take(SYNC_BYTES);
        this.decoder = DecoderFactory.get().directBinaryDecoder(rest, null);
        try {
            this.schema = new Schema.Parser().parse(schemaText);
        } catch (RuntimeException e) {
            throw failure("the schema in the header cannot be parsed");
        }
    }

    /** Bare records are also Avro, but not in a container file. */
    private void requireMagic() {
        byte[] first = take(MAGIC.length);
        for (int i = 0; i < MAGIC.length; i++) {
            if (first[i] != MAGIC[i]) {
                throw new SourceException(
                        window.name() + " is not an Avro object container file: leave out --format avro, or"
                                + " give --format length-prefixed if each record is preceded by its length");
            }
        }
    }

    /** The schema as text, exactly as in the header. */
    String schema() {
        return schemaText;
    }

    private Map<String, byte[]> header() {
        Map<String, byte[]> header = new HashMap<>();
        for (long count = number(); count != 0; count = number()) {
            if (count < 0) {
                number();
            }
            for (long i = 0; i < Math.abs(count); i++) {
                if (header.size() > MAX_HEADER_ENTRIES) {
                    throw failure("the header has too many entries");
                }
                header.put(text(take(length())), take(length()));
            }
        }
        return header;
    }

    @Override
    public boolean advance() {
        while (left == 0) {
            if (!window.require(1)) {
                return false;
            }
            nextBlock();
        }
        left--;
        record++;
        int from = block.length - rest.available();
        try {
            GenericDatumReader.skip(schema, decoder);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Any exception is possible, since the decoder reads unvalidated bytes.
            throw failure("it does not match the file's schema");
        }
        value = Arrays.copyOfRange(block, from, block.length - rest.available());
        if (left == 0 && rest.available() > 0) {
            throw failure("its block has extra bytes after the last record");
        }
        return true;
    }

    private void nextBlock() {
        long count = number();
        byte[] packed = take(length());
        if (!Arrays.equals(take(SYNC_BYTES), sync)) {
            throw failure("the next block does not end with the file's sync marker");
        }
        block = unpacked(packed);
        if (count < 0 || count > Math.max(block.length, MAX_RECORDS_WITHOUT_BYTES)) {
            throw failure("the next block cannot contain as many records as it claims");
        }
        left = count;
        rest = new ByteArrayInputStream(block);
        decoder = DecoderFactory.get().directBinaryDecoder(rest, null);
    }

    private byte[] unpacked(byte[] packed) {
        try {
            return switch (codec) {
                case "null" -> packed;
                case "deflate" ->
                    bounded(new InflaterInputStream(new ByteArrayInputStream(packed), new Inflater(true)));
                case "zstandard" -> bounded(new ZstdInputStream(new ByteArrayInputStream(packed)));
                case "snappy" -> unpackedSnappy(packed);
                default ->
                    throw failure("blocks are compressed with " + codec
                            + ": only deflate, snappy and zstandard are supported, so write the file with one"
                            + " of these");
            };
        } catch (IOException e) {
            throw failure("the next block cannot be decompressed with " + codec);
        }
    }

    /** The last bytes are a checksum of the uncompressed ones. */
    private byte[] unpackedSnappy(byte[] packed) throws IOException {
        int length = packed.length - CHECKSUM_BYTES;
        if (length < 0 || Snappy.uncompressedLength(packed, 0, length) > MAX_BLOCK_BYTES) {
            throw new IOException("not a snappy block");
        }
        byte[] unpacked = new byte[Snappy.uncompressedLength(packed, 0, length)];
        Snappy.uncompress(packed, 0, length, unpacked, 0);
        return unpacked;
    }

    private byte[] bounded(InputStream stream) throws IOException {
        try (stream) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] some = new byte[64 * 1024];
            for (int read = stream.read(some); read >= 0; read = stream.read(some)) {
                bytes.write(some, 0, read);
                if (bytes.size() > MAX_BLOCK_BYTES) {
                    throw failure("the next block decompresses to more than the limit of 256 MiB");
                }
            }
            return bytes.toByteArray();
        }
    }

    private int length() {
        long length = number();
        if (length < 0 || length > LIMIT_BYTES) {
            throw failure(String.format(
                    Locale.ROOT,
                    "length %,d before byte %,d is %s",
                    length,
                    window.startOffset(),
                    length < 0 ? "negative" : "beyond the limit of 64 MiB"));
        }
        return (int) length;
    }

    private long number() {
        long raw = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            byte next = take(1)[0];
            raw |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw failure("a number before byte " + window.startOffset() + " is too long");
    }

    private byte[] take(int bytes) {
        if (!window.require(bytes)) {
            throw failure("the input ends within it: was it truncated?");
        }
        byte[] taken = Arrays.copyOfRange(window.bytes(), window.start(), window.start() + bytes);
        window.consume(bytes);
        return taken;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private SourceException failure(String what) {
        return new SourceException(window.name() + ": " + position() + ": " + what);
    }

    @Override
    public byte[] value() {
        return value;
    }

    @Override
    public String position() {
        return record == 0 ? "the header of the Avro file" : "record " + record;
    }

    @Override
    public long blankLines() {
        return 0;
    }
}
