package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The client library that produces: how it forms batches, and how its settings are written. {@code batch.size} of
 * {@link ProducerSettings} limits the estimated compressed batch only for Java's producer; for all others it limits the
 * uncompressed records.
 */
public enum ClientProfile {
    /** The producer of Apache Kafka. */
    JAVA,
    /** The C library, and what is built on it in Python, .NET, Go and others. */
    LIBRDKAFKA,
    /** The Go library of that name. */
    FRANZ_GO,
    /** The Go library of that name. */
    SARAMA;

    /** As users write it, such as {@code franz-go}. */
    public String label() {
        return KebabCase.of(this);
    }

    /** As it appears in a sentence. */
    public String title() {
        return this == JAVA ? "Java clients" : label();
    }

    /** The setting for a codec's level. */
    public String levelSetting(CodecType codec) {
        return switch (this) {
            case JAVA -> "compression." + codec.label() + ".level";
            case LIBRDKAFKA -> "compression.level";
            case FRANZ_GO -> "CompressionCodec.WithLevel";
            case SARAMA -> "Producer.CompressionLevel";
        };
    }

    /** The setting that limits the size of a batch. */
    public String batchSizeSetting() {
        return switch (this) {
            case JAVA, LIBRDKAFKA -> "batch.size";
            case FRANZ_GO -> "ProducerBatchMaxBytes";
            case SARAMA -> "Producer.MaxMessageBytes";
        };
    }

    /**
     * The profile of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ClientProfile parse(String label) {
        return named(label)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + label + "' is not a known client: use java, librdkafka, franz-go or sarama"));
    }

    /** The profile of that name, ignoring case. */
    public static Optional<ClientProfile> named(String label) {
        return Arrays.stream(values())
                .filter(profile ->
                        profile.label().equals(label.toLowerCase(Locale.ROOT).replace('_', '-')))
                .findFirst();
    }

    /**
     * Whether a record larger than the batch limit is rejected, as by franz-go's {@code ProducerBatchMaxBytes} and
     * sarama's {@code MaxMessageBytes}. The others send it in a batch of its own; librdkafka rejects records above
     * {@code message.max.bytes} ({@link Client#messageBytes}), whatever the batch limit.
     */
    public boolean refusesRecordsAboveBatchSize() {
        return this == FRANZ_GO || this == SARAMA;
    }

    /**
     * Whether the library's own default level differs from Java's, so that Java's must be set explicitly. franz-go and
     * sarama compress with klauspost/compress, where gzip's default is level 5 ({@code flate/deflate.go},
     * {@code compressor.init}).
     */
    public boolean hasOtherDefaultLevel(CodecType codec) {
        return (this == FRANZ_GO || this == SARAMA) && codec == CodecType.GZIP;
    }

    /** Whether the level must be written out, because it is not what the library uses without one. */
    boolean namesLevel(Codec codec) {
        return codec.type().hasLevels() && (!codec.isDefaultLevel() || hasOtherDefaultLevel(codec.type()));
    }

    /**
     * The lines for the codec, and for its level if that must be written out.
     *
     * @param takesLevel whether the library's version supports levels of this codec
     */
    List<String> codecLines(Codec codec, boolean takesLevel) {
        boolean level = takesLevel && namesLevel(codec);
        return switch (this) {
            case JAVA -> codec.configLines();
            case LIBRDKAFKA -> librdkafka(codec, level);
            case FRANZ_GO -> List.of("kgo.ProducerBatchCompression(" + franzCodec(codec, level) + ")");
            case SARAMA -> sarama(codec, level);
        };
    }

    /**
     * The line that resets the level to the codec's default if today's level would otherwise apply. Java has a level
     * setting for each codec; librdkafka and sarama have one for all codecs; franz-go's level is part of the codec.
     */
    public Optional<String> defaultLevelLine(Codec codec, Codec today) {
        if (!codec.type().hasLevels() || !codec.isDefaultLevel() || !namesLevel(today)) {
            return Optional.empty();
        }
        return this == JAVA && today.type() == codec.type()
                ? Optional.of(codec.levelLine())
                : sharedDefaultLevelLine(codec);
    }

    /**
     * The same if today's level is not known, for clients with a single level setting for all codecs: a level set for
     * another codec would apply to this one.
     */
    public Optional<String> sharedDefaultLevelLine(Codec codec) {
        if (!codec.type().hasLevels() || !codec.isDefaultLevel() || namesLevel(codec)) {
            return Optional.empty();
        }
        return switch (this) {
            case LIBRDKAFKA -> Optional.of("compression.level=-1");
            case SARAMA -> Optional.of("config.Producer.CompressionLevel = sarama.CompressionLevelDefault");
            case JAVA, FRANZ_GO -> Optional.empty();
        };
    }

    /** The line that limits the size of a batch. */
    String batchLine(int batchSizeBytes) {
        return switch (this) {
            case JAVA, LIBRDKAFKA -> "batch.size=" + batchSizeBytes;
            case FRANZ_GO -> "kgo.ProducerBatchMaxBytes(" + batchSizeBytes + ")";
            case SARAMA -> "config.Producer.MaxMessageBytes = " + batchSizeBytes;
        };
    }

    /** The line that sets how long a record waits for its batch. */
    public String lingerLine(int lingerMillis) {
        return switch (this) {
            case JAVA, LIBRDKAFKA -> "linger.ms=" + lingerMillis;
            case FRANZ_GO -> "kgo.ProducerLinger(" + lingerMillis + "*time.Millisecond)";
            case SARAMA -> "config.Producer.Flush.Frequency = " + lingerMillis + " * time.Millisecond";
        };
    }

    private static List<String> librdkafka(Codec codec, boolean level) {
        List<String> lines = new ArrayList<>();
        lines.add("compression.type=" + codec.type().label());
        if (level) {
            lines.add("compression.level=" + codec.level());
        }
        return lines;
    }

    private static String franzCodec(Codec codec, boolean level) {
        String name =
                switch (codec.type()) {
                    case NONE -> "kgo.NoCompression()";
                    case GZIP -> "kgo.GzipCompression()";
                    case SNAPPY -> "kgo.SnappyCompression()";
                    case LZ4 -> "kgo.Lz4Compression()";
                    case ZSTD -> "kgo.ZstdCompression()";
                };
        if (!level) {
            return name;
        }
        // franz-go's zstd levels are the four of the library it compresses with; others are ignored.
        String number = codec.type() == CodecType.ZSTD
                ? "int(zstd.EncoderLevelFromZstd(" + codec.level() + "))"
                : Integer.toString(codec.level());
        return name + ".WithLevel(" + number + ")";
    }

    private static List<String> sarama(Codec codec, boolean level) {
        List<String> lines = new ArrayList<>();
        lines.add("config.Producer.Compression = sarama.Compression"
                + (codec.type() == CodecType.NONE
                        ? "None"
                        : codec.type() == CodecType.SNAPPY
                                ? "Snappy"
                                : codec.type().name()));
        if (level) {
            lines.add("config.Producer.CompressionLevel = " + codec.level());
        }
        return lines;
    }
}
