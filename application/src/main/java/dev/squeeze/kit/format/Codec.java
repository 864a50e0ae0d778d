package dev.squeeze.kit.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A compression setting: a codec with its level.
 *
 * @param type the codec
 * @param level its level; 0 for codecs without levels
 */
public record Codec(CodecType type, int level) implements Comparable<Codec> {
    public static final Codec NONE = new Codec(CodecType.NONE, 0);

    private static final Comparator<Codec> ORDER =
            Comparator.comparing(Codec::type).thenComparing(Codec::level);

    public Codec {
        if (type.hasLevels() ? level < type.minLevel() || level > type.maxLevel() : level != 0) {
            throw new IllegalArgumentException(levelMessage(type, Integer.toString(level)));
        }
        if (type == CodecType.ZSTD && level == 0) {
            throw new IllegalArgumentException("zstd level 0 means its default, 3: write zstd:3");
        }
    }

    /** The codec at the level that applies when none is configured. */
    public static Codec ofDefaultLevel(CodecType type) {
        return new Codec(type, type.defaultLevel());
    }

    /**
     * Parses {@code zstd}, {@code zstd:3} or {@code zstd:-5}.
     *
     * @throws IllegalArgumentException with a message that contains the text and the valid values
     */
    public static Codec parse(String text) {
        String[] parts = text.strip().toLowerCase(Locale.ROOT).split(":", 2);
        CodecType type = CodecType.named(parts[0])
                .orElseThrow(() -> new IllegalArgumentException("unknown codec '" + parts[0] + "' (one of "
                        + Stream.of(CodecType.values()).map(CodecType::label).collect(Collectors.joining(", ")) + ")"));
        if (parts.length == 1) {
            return ofDefaultLevel(type);
        }
        if (!type.hasLevels()) {
            throw new IllegalArgumentException(levelMessage(type, parts[1]));
        }
        try {
            int level = Integer.parseInt(parts[1]);
            return type == CodecType.GZIP && level == -1 ? ofDefaultLevel(type) : new Codec(type, level);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a level: '" + parts[1] + "' in '" + text + "'", e);
        }
    }

    private static String levelMessage(CodecType type, String level) {
        return type.hasLevels()
                ? type.label() + " level " + level + " is out of range (" + type.minLevel() + " to " + type.maxLevel()
                        + ")"
                : type.label() + " has no levels, got level " + level + ": write " + type.label();
    }

    public boolean isDefaultLevel() {
        return level == type.defaultLevel();
    }

    /**
     * For example {@code compression.type=zstd} and {@code compression.zstd.level=6}; the level only if it is not the
     * default.
     */
    public List<String> configLines() {
        List<String> lines = new ArrayList<>();
        lines.add("compression.type=" + type.label());
        if (!isDefaultLevel()) {
            lines.add(levelLine());
        }
        return List.copyOf(lines);
    }

    /** For example {@code compression.zstd.level=3}; only for codecs with levels. */
    public String levelLine() {
        return "compression." + type.label() + ".level=" + level;
    }

    /**
     * For example {@code zstd:3}, {@code snappy} or {@code lz4}. The level of lz4's default, 9, is omitted: it selects
     * the fast compressor, although it is between the levels of the slow one.
     */
    @Override
    public String toString() {
        boolean bare = !type.hasLevels() || type == CodecType.LZ4 && isDefaultLevel();
        return bare ? type.label() : type.label() + ":" + level;
    }

    @Override
    public int compareTo(Codec other) {
        return ORDER.compare(this, other);
    }
}
