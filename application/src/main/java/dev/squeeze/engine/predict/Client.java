package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.VersionNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A client library, and its version if known.
 *
 * @param version if absent, the newest version is assumed
 */
public record Client(ClientProfile profile, Optional<VersionNumber> version) {
    /** librdkafka's limit on the size of a record, checked before sending, and on the size of a batch. */
    public static final String MESSAGE_MAX_BYTES_SETTING = "message.max.bytes";

    /** Its default. A larger {@code batch.size} requires a larger value. */
    public static final int MESSAGE_MAX_BYTES = 1_000_000;

    /**
     * What librdkafka adds to key, value and headers when it checks a record's size
     * ({@code RD_KAFKAP_MESSAGE_V2_MAX_OVERHEAD}).
     */
    public static final int MESSAGE_FRAMING_BYTES = 36;

    /** The maximum that {@code rdkafka_conf.c} allows. */
    public static final int LARGEST_MESSAGE_MAX_BYTES = 1_000_000_000;

    private static final VersionNumber AFTER_KAFKA_4 = new VersionNumber(5, 0, 0);

    /** A client of unknown version. */
    public static Client of(ClientProfile profile) {
        return new Client(profile, Optional.empty());
    }

    /**
     * Parses {@code java} or {@code java:3.6}.
     *
     * @throws IllegalArgumentException if the client is unknown, or there can be no such version
     */
    public static Client parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return of(ClientProfile.parse(text));
        }
        ClientProfile profile = ClientProfile.parse(text.substring(0, colon));
        VersionNumber version = VersionNumber.parse(text.substring(colon + 1));
        if (profile == ClientProfile.JAVA && !version.isBefore(AFTER_KAFKA_4)) {
            throw new IllegalArgumentException("there is no kafka-clients " + version
                    + ": specify the version of that library, such as java:3.6 (Confluent Platform 7.6 contains 3.6)");
        }
        return new Client(profile, Optional.of(version));
    }

    /** Its default settings. */
    public ProducerSettings defaults() {
        return ClientSupport.defaults(profile, version);
    }

    /** Whether records without a key stay with one partition for a while, and so share batches. */
    public boolean isSticky() {
        return ClientSupport.isSticky(profile, version);
    }

    /** Whether it has {@code batch.size} or an equivalent. */
    public boolean hasBatchSize() {
        return ClientSupport.hasBatchSize(profile, version);
    }

    /**
     * The settings as lines of a configuration file, or of the code that configures the client. A line that is a
     * comment refers to the setting before it.
     *
     * @param keyed whether records have keys
     */
    public List<String> lines(ProducerSettings settings, boolean keyed) {
        return lines(codecLines(settings.codec()), settings, keyed, 0);
    }

    /**
     * The same for a producer that currently has other settings. A level among them stays in effect until it is
     * overwritten, so the default level is written out if the current one would otherwise apply to the new codec.
     *
     * @param largestRecordBytes key and value of the largest record seen
     */
    public List<String> lines(
            ProducerSettings settings, boolean keyed, ProducerSettings today, long largestRecordBytes) {
        List<String> codec = new ArrayList<>(codecLines(settings.codec()));
        profile.defaultLevelLine(settings.codec(), today.codec()).ifPresent(codec::add);
        return lines(codec, settings, keyed, largestRecordBytes);
    }

    private List<String> lines(List<String> codec, ProducerSettings settings, boolean keyed, long largestRecordBytes) {
        List<String> lines = new ArrayList<>(codec);
        if (hasBatchSize()) {
            lines.add(profile.batchLine(settings.batchSizeBytes()));
        }
        if (profile == ClientProfile.LIBRDKAFKA) {
            lines.addAll(messageLines(hasBatchSize() ? settings.batchSizeBytes() : 0, largestRecordBytes));
        }
        lines.add(profile.lingerLine(settings.lingerMillis()));
        if (profile == ClientProfile.LIBRDKAFKA && !keyed && isSticky()) {
            lines.add("# sticky.partitioning.linger.ms: leave it unset; it then defaults to twice linger.ms.");
        }
        return List.copyOf(lines);
    }

    /** librdkafka's second limit, if its default would be too small. */
    private static List<String> messageLines(int batchSizeBytes, long largestRecordBytes) {
        long record = messageBytes(largestRecordBytes);
        String line = MESSAGE_MAX_BYTES_SETTING + "=" + Math.max(batchSizeBytes, record);
        if (record > 0) {
            return List.of(
                    line,
                    "# " + MESSAGE_MAX_BYTES_SETTING + " limits records, and its default is " + MESSAGE_MAX_BYTES
                            + ". The largest record seen has " + largestRecordBytes + " bytes.");
        }
        return batchSizeBytes > MESSAGE_MAX_BYTES
                ? List.of(
                        line,
                        "# " + MESSAGE_MAX_BYTES_SETTING + " also limits batches, and its default is "
                                + MESSAGE_MAX_BYTES + ".")
                : List.of();
    }

    /**
     * The {@code message.max.bytes} that librdkafka needs for the records: twice the largest record seen.
     *
     * @return 0 if the default is enough
     */
    public static long messageBytes(long largestRecordBytes) {
        return largestRecordBytes + MESSAGE_FRAMING_BYTES > MESSAGE_MAX_BYTES
                ? Math.min(LARGEST_MESSAGE_MAX_BYTES, 2 * largestRecordBytes)
                : 0;
    }

    /** The lines of {@link #lines} that set the codec, with what the codec requires. */
    public List<String> codecLines(Codec codec) {
        List<String> lines =
                new ArrayList<>(profile.codecLines(codec, ClientSupport.takesLevels(profile, version, codec.type())));
        protocolLine(codec).ifPresent(line -> lines.add(1, line));
        levelNeeds(codec).ifPresent(lines::add);
        return lines;
    }

    /** Whether a line of {@link #lines} is a comment on the setting before it. */
    public static boolean isComment(String line) {
        return line.startsWith("#") || line.startsWith("//");
    }

    private Optional<String> protocolLine(Codec codec) {
        if (profile != ClientProfile.SARAMA || codec.type() != CodecType.ZSTD) {
            return Optional.empty();
        }
        return Optional.of(
                ClientSupport.hasProtocolOfZstd(profile, version)
                        ? "// config.Version, if you set it: sarama.V2_1_0_0 or newer."
                        : "config.Version = sarama.V2_1_0_0 // or newer");
    }

    /**
     * Versions that support no level reject even a default level that is written out; this matters if the version is
     * not known.
     */
    private Optional<String> levelNeeds(Codec codec) {
        return ClientSupport.codec(profile, codec.type())
                .levels()
                .filter(levels -> levels.before() == ClientSupport.UnknownLevel.REFUSED)
                .filter(levels -> version.isEmpty() && codec.isDefaultLevel() && profile.namesLevel(codec))
                .map(levels -> "// Before " + profile.label() + " " + levels.since() + " leave the level out.");
    }

    /**
     * Why the client does not support this codec or level, as a clause. Empty if it does, or if its newest version does
     * and its own version is not known.
     */
    public Optional<String> refusal(Codec codec) {
        return ClientSupport.refusal(profile, version, codec);
    }

    /** As users write it, such as {@code java:3.6}. */
    public String label() {
        return profile.label() + version.map(known -> ":" + known).orElse("");
    }
}
