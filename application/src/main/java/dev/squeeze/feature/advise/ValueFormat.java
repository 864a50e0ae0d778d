package dev.squeeze.feature.advise;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Formats of data that is already compressed, recognised by how a value begins. Sources: IANA's media types and the
 * formats' own specifications.
 */
enum ValueFormat {
    JPEG("JPEG images", 0, "ffd8ff"),
    PNG("PNG images", 0, "89504e470d0a1a0a"),
    GIF("GIF images", 0, hex("GIF8")),
    WEBP("WebP images", 8, hex("WEBP")),
    MP4("MP4 or HEIF media", 4, hex("ftyp")),
    MATROSKA("Matroska or WebM media", 0, "1a45dfa3"),
    OGG("Ogg media", 0, hex("OggS")),
    FLAC("FLAC audio", 0, hex("fLaC")),
    MP3("MP3 audio", 0, hex("ID3")),
    GZIP("gzip", 0, "1f8b08"),
    ZSTD("zstd", 0, "28b52ffd"),
    LZ4("lz4", 0, "04224d18"),
    SNAPPY("snappy", 0, "ff060000734e61507059"),
    SNAPPY_JAVA("snappy", 0, "82" + hex("SNAPPY")),
    BZIP2("bzip2", 0, hex("BZh")),
    XZ("xz", 0, "fd377a585a00"),
    ZIP("zip", 0, "504b0304");

    private static final double MIN_BYTE_SHARE = 0.8;

    private final String label;
    private final int offset;
    private final byte[] beginning;

    ValueFormat(String label, int offset, String beginning) {
        this.label = label;
        this.offset = offset;
        this.beginning = HexFormat.of().parseHex(beginning);
    }

    /** The kind of media, or the compression format. */
    String label() {
        return label;
    }

    boolean isMedia() {
        return ordinal() < GZIP.ordinal();
    }

    /**
     * The formats of the values, those with the most bytes first.
     *
     * @return empty if values of these formats have less than four fifths of the bytes
     */
    static List<ValueFormat> of(List<BatchRecord> records) {
        Map<ValueFormat, Long> bytes = new EnumMap<>(ValueFormat.class);
        long all = 0;
        for (BatchRecord record : records) {
            byte[] value = record.value();
            if (value != null) {
                all += value.length;
                of(value).ifPresent(format -> bytes.merge(format, (long) value.length, Long::sum));
            }
        }
        long known = bytes.values().stream().mapToLong(Long::longValue).sum();
        return known == 0 || known < MIN_BYTE_SHARE * all
                ? List.of()
                : bytes.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private static Optional<ValueFormat> of(byte[] value) {
        for (ValueFormat format : values()) {
            if (format.isAtBeginningOf(value)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    private boolean isAtBeginningOf(byte[] value) {
        if (value.length < offset + beginning.length) {
            return false;
        }
        for (int i = 0; i < beginning.length; i++) {
            if (value[offset + i] != beginning[i]) {
                return false;
            }
        }
        return true;
    }

    private static String hex(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
    }
}
