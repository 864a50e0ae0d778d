package dev.squeeze.kit.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * A topic's {@code compression.type}. Unlike a producer's, it may be {@code producer}, and calls {@code none}
 * {@code uncompressed} (Kafka's TopicConfig and BrokerCompressionType).
 *
 * @param value the value in Kafka; may be unknown here if a later version of Kafka has more codecs
 */
public record TopicCompression(@JsonValue String value) {
    /** The key of the setting. */
    public static final String KEY = "compression.type";

    /** Kafka's default: brokers keep batches as sent. */
    public static final TopicCompression PRODUCER = new TopicCompression("producer");

    private static final TopicCompression UNCOMPRESSED = new TopicCompression("uncompressed");

    /** @param value empty if the setting has no value, which means Kafka's default */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static TopicCompression parse(String value) {
        return value.isEmpty() ? PRODUCER : new TopicCompression(value);
    }

    /** The setting that makes brokers store all batches with a codec. */
    public static TopicCompression of(CodecType codec) {
        return codec == CodecType.NONE ? UNCOMPRESSED : new TopicCompression(codec.label());
    }

    /** Whether brokers keep batches with the codec with which they are sent. */
    public boolean keepsWhatIsSent() {
        return equals(PRODUCER);
    }

    /** Whether brokers decompress what producers send. */
    public boolean isUncompressed() {
        return equals(UNCOMPRESSED);
    }

    /** The codec with which brokers store all batches; empty if they keep what is sent, and for an unknown value. */
    public Optional<CodecType> codec() {
        return isUncompressed()
                ? Optional.of(CodecType.NONE)
                : CodecType.named(value).filter(codec -> codec != CodecType.NONE);
    }

    /** Whether brokers keep batches that are sent with this codec, at any level. */
    public boolean keeps(CodecType sent) {
        return keepsWhatIsSent() || codec().equals(Optional.of(sent));
    }

    /** What brokers do with the batches that producers send, as a clause; only for settings that do not keep them. */
    public String brokersWork() {
        return isUncompressed()
                ? "decompress what producers send and store it uncompressed"
                : "recompress what producers send with another codec";
    }

    /** For a configuration, such as {@code compression.type=producer}. */
    public String configLine() {
        return KEY + "=" + value;
    }

    @Override
    public String toString() {
        return value;
    }
}
