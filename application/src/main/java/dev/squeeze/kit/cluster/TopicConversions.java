package dev.squeeze.kit.cluster;

/**
 * Records of a topic that brokers recompressed. Kafka calls these message conversions, and includes records that were only
 * recompressed because the topic's codec differs from the producer's (LogValidator).
 *
 * @param converted records since the brokers started
 * @param received records since the brokers started
 * @param convertedPerSecond over about the last 15 minutes (Kafka's moving average)
 * @param receivedPerSecond over the same time
 */
public record TopicConversions(long converted, long received, double convertedPerSecond, double receivedPerSecond) {
    TopicConversions plus(TopicConversions other) {
        return new TopicConversions(
                converted + other.converted,
                received + other.received,
                convertedPerSecond + other.convertedPerSecond,
                receivedPerSecond + other.receivedPerSecond);
    }
}
