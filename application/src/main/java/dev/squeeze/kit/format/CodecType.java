package dev.squeeze.kit.format;

import java.util.Optional;

/** The codecs of the record batch format, with the levels that KIP-390 gave them. */
public enum CodecType {
    NONE(0, "none", 0, 0, 0),
    GZIP(1, "gzip", 1, 9, 6),
    SNAPPY(2, "snappy", 0, 0, 0),
    LZ4(3, "lz4", 1, 17, 9),
    ZSTD(4, "zstd", -131_072, 22, 3);

    private final int id;
    private final String label;
    private final int minLevel;
    private final int maxLevel;
    private final int defaultLevel;

    CodecType(int id, String label, int minLevel, int maxLevel, int defaultLevel) {
        this.id = id;
        this.label = label;
        this.minLevel = minLevel;
        this.maxLevel = maxLevel;
        this.defaultLevel = defaultLevel;
    }

    /** The value of attribute bits 0 to 2 in a record batch. */
    public int id() {
        return id;
    }

    /** The value of {@code compression.type}. */
    public String label() {
        return label;
    }

    public boolean hasLevels() {
        return minLevel != maxLevel;
    }

    public int minLevel() {
        return minLevel;
    }

    public int maxLevel() {
        return maxLevel;
    }

    /** The level used if none is configured. For gzip Kafka's default is -1, which means 6 in zlib. */
    public int defaultLevel() {
        return defaultLevel;
    }

    /**
     * The codec with this id in attribute bits 0 to 2; empty if unknown, since later versions of Kafka may add codecs.
     */
    public static Optional<CodecType> withId(int id) {
        for (CodecType type : values()) {
            if (type.id == id) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    public static Optional<CodecType> named(String label) {
        for (CodecType type : values()) {
            if (type.label.equals(label)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
