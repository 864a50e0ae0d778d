package dev.squeeze.kit.cluster;

/**
 * Records of a topic that brokers unpacked and compressed again. Kafka speaks of message conversions, and counts here also what
 * was only compressed again, since the topic's codec is another one than the producer's (LogValidator).
 *
 * @param converted records since the brokers began
 * @param received records since then
 * @param convertedPerSecond over about the last quarter of an hour (Kafka's moving average)
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
