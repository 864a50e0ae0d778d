package dev.squeeze.kit.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * A topic's {@code compression.type}. It has a value more than a producer's, {@code producer}, and calls {@code none} {@code
 * uncompressed} (Kafka's TopicConfig and BrokerCompressionType).
 *
 * @param value as Kafka has it; one that no codec here has where a later version of Kafka knows more of them
 */
public record TopicCompression(@JsonValue String value) {
    /** The key of the setting. */
    public static final String KEY = "compression.type";

    /** Kafka's default: brokers keep batches as they are sent. */
    public static final TopicCompression PRODUCER = new TopicCompression("producer");

    private static final TopicCompression UNCOMPRESSED = new TopicCompression("uncompressed");

    /** @param value empty where the setting has none, which is Kafka's default */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static TopicCompression parse(String value) {
        return value.isEmpty() ? PRODUCER : new TopicCompression(value);
    }

    /** The setting with which brokers store all batches in a codec. */
    public static TopicCompression of(CodecType codec) {
        return codec == CodecType.NONE ? UNCOMPRESSED : new TopicCompression(codec.label());
    }

    /** Whether brokers keep batches in whatever codec they are sent. */
    public boolean keepsWhatIsSent() {
        return equals(PRODUCER);
    }

    /** Whether brokers unpack what producers compress. */
    public boolean isUncompressed() {
        return equals(UNCOMPRESSED);
    }

    /** The codec that brokers store all batches in; empty where they keep what is sent, and for a value that is not known. */
    public Optional<CodecType> codec() {
        return isUncompressed()
                ? Optional.of(CodecType.NONE)
                : CodecType.named(value).filter(codec -> codec != CodecType.NONE);
    }

    /** Whether brokers keep batches that are sent in a codec; they do so with any level of it. */
    public boolean keeps(CodecType sent) {
        return keepsWhatIsSent() || codec().equals(Optional.of(sent));
    }

    /** What brokers do with what producers send, as a clause; only where they do not keep it. */
    public String brokersWork() {
        return isUncompressed()
                ? "unpack what producers compress and store it uncompressed"
                : "compress again what producers send in another codec";
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
