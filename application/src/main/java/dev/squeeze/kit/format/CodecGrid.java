package dev.squeeze.kit.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The distinct settings that a sweep covers. Within a codec they are ordered from cheap to expensive, so that a sweep
 * can start at the cheap end.
 *
 * @param codecs distinct settings
 * @param chosen whether every setting is to be measured, because the user chose them or there are few
 */
public record CodecGrid(List<Codec> codecs, boolean chosen) {
    private static final Pattern RANGE = Pattern.compile("(-?\\d+)-(-?\\d+)");
    private static final int CHEAPEST_ZSTD = -5;
    /** In addition to the default level. */
    private static final int[] USUAL_ZSTD = {1, 6, 9};

    /** By level, except that lz4's default is the fast compressor and comes before all levels of the high one. */
    private static final Comparator<Codec> CLIMB = Comparator.comparing(Codec::type)
            .thenComparingInt(codec ->
                    codec.type() == CodecType.LZ4 && codec.isDefaultLevel() ? Integer.MIN_VALUE : codec.level());

    public CodecGrid {
        codecs = List.copyOf(codecs);
        if (codecs.isEmpty()) {
            throw new IllegalArgumentException("no codecs given");
        }
    }

    /**
     * All settings that differ in their output: none, gzip 1-9, snappy, eleven lz4 levels and zstd -5 to 22.
     *
     * <p>Kafka's lz4 level 9 is lz4-java's fast compressor; all other levels select the high compressor, in which level
     * 1 gives the same bytes as 2, and 12 the same as 13 to 17.
     */
    public static CodecGrid all() {
        List<Codec> codecs = new ArrayList<>();
        codecs.add(Codec.NONE);
        for (int level = 1; level <= 9; level++) {
            codecs.add(new Codec(CodecType.GZIP, level));
        }
        codecs.add(Codec.ofDefaultLevel(CodecType.SNAPPY));
        codecs.add(Codec.ofDefaultLevel(CodecType.LZ4));
        for (int level : new int[] {1, 3, 4, 5, 6, 7, 8, 10, 11, 12}) {
            codecs.add(new Codec(CodecType.LZ4, level));
        }
        for (int level = CHEAPEST_ZSTD; level <= CodecType.ZSTD.maxLevel(); level++) {
            if (level != 0) {
                codecs.add(new Codec(CodecType.ZSTD, level));
            }
        }
        return new CodecGrid(codecs, false);
    }

    /**
     * The settings from which a recommendation is chosen: each codec at its default level, and zstd at four levels from
     * fast to thorough. The levels between these differ by less than 1 % of what compression saves, so the best of them
     * would vary from run to run (docs/decisions/0044-few-levels.md).
     */
    public static CodecGrid usual() {
        List<Codec> codecs = new ArrayList<>();
        for (CodecType type : CodecType.values()) {
            codecs.add(Codec.ofDefaultLevel(type));
        }
        for (int level : USUAL_ZSTD) {
            codecs.add(new Codec(CodecType.ZSTD, level));
        }
        codecs.sort(CLIMB);
        return new CodecGrid(codecs, true);
    }

    /**
     * Parses a list such as {@code zstd:1-6,lz4,gzip:1}, or {@code all}; a codec without a level has its default level.
     * The grid always includes {@code none}.
     *
     * @throws IllegalArgumentException with a message that contains the invalid part
     */
    public static CodecGrid parse(String text) {
        if (text.strip().equals("all")) {
            return all();
        }
        LinkedHashSet<Codec> codecs = new LinkedHashSet<>();
        codecs.add(Codec.NONE);
        for (String part : text.split(",", -1)) {
            String entry = part.strip();
            if (entry.isEmpty()) {
                throw new IllegalArgumentException("an empty entry in the list of codecs '" + text + "'");
            }
            int colon = entry.indexOf(':');
            Matcher range = RANGE.matcher(colon < 0 ? "" : entry.substring(colon + 1));
            if (!range.matches()) {
                codecs.add(Codec.parse(entry));
                continue;
            }
            int first = parseLevel(range.group(1), entry);
            int last = parseLevel(range.group(2), entry);
            String type = entry.substring(0, colon);
            // Check both ends first: with a level out of range this could otherwise loop a billion times.
            Codec low = Codec.parse(type + ":" + first);
            Codec high = Codec.parse(type + ":" + last);
            boolean standsForDefault = low.level() != first || high.level() != last;
            if (standsForDefault || first > last || last - first > 1_000) {
                throw new IllegalArgumentException(
                        "not a range of levels: '" + entry + "' (from low to high, such as zstd:1-6)");
            }
            for (int level = first; level <= last; level++) {
                if (level != 0) {
                    codecs.add(Codec.parse(type + ":" + level));
                }
            }
        }
        return new CodecGrid(List.copyOf(codecs), true);
    }

    /** This grid with one more setting, in the grid's order. */
    public CodecGrid including(Codec codec) {
        if (codecs.contains(codec)) {
            return this;
        }
        List<Codec> more = new ArrayList<>(codecs);
        more.add(codec);
        more.sort(CLIMB);
        return new CodecGrid(more, chosen);
    }

    /**
     * The settings of this grid that meet a condition.
     *
     * @throws IllegalArgumentException if there are none
     */
    public CodecGrid where(Predicate<Codec> condition) {
        return new CodecGrid(codecs.stream().filter(condition).toList(), chosen);
    }

    private static int parseLevel(String digits, String entry) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a level: '" + digits + "' in '" + entry + "'", e);
        }
    }
}
