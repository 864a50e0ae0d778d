package dev.squeeze.kit.kafka.broker;

import java.io.IOException;
import java.util.OptionalLong;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * A broker's counters since its start, or between two readings.
 *
 * @param producedBytes received from producers, compressed
 * @param fetchedBytes sent to consumers, compressed
 * @param produceRequests from producers that were answered, including empty ones
 * @param recompressedRecords records of batches that the broker recompressed because the topic's codec differs from the producer's;
 *     Kafka calls them message conversions
 * @param handlerIdleNanos how long the request handlers were idle, averaged over their threads, with a precision of 300 ms; absent
 *     before the broker serves requests
 */
public record BrokerCounters(
        long producedBytes,
        long fetchedBytes,
        long produceRequests,
        long recompressedRecords,
        OptionalLong handlerIdleNanos) {
    private static final String TOPICS = "kafka.server:type=BrokerTopicMetrics,name=";
    /** A histogram with the time of each request; the request meters are per protocol version. */
    private static final String PRODUCE = "kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce";

    private static final String HANDLERS = "kafka.server:type=KafkaRequestHandlerPool,name=";
    /** Since KIP-1207, the second also covers the controller's handlers if it shares the process. */
    private static final String[] IDLE = {"BrokerRequestHandlerAvgIdlePercent", "RequestHandlerAvgIdlePercent"};

    /**
     * Reads the counters of the broker in the JVM of these beans.
     *
     * @throws IOException if the connection fails
     */
    public static BrokerCounters read(MBeanServerConnection beans) throws IOException {
        OptionalLong idle = count(beans, HANDLERS + IDLE[0]);
        return new BrokerCounters(
                count(beans, TOPICS + "BytesInPerSec").orElse(0),
                count(beans, TOPICS + "BytesOutPerSec").orElse(0),
                count(beans, PRODUCE).orElse(0),
                count(beans, TOPICS + "ProduceMessageConversionsPerSec").orElse(0),
                idle.isPresent() ? idle : count(beans, HANDLERS + IDLE[1]));
    }

    /**
     * The total of a meter (whose name calls it a rate) or of a histogram. Absent while a starting broker has not registered it.
     */
    private static OptionalLong count(MBeanServerConnection beans, String name) throws IOException {
        try {
            return beans.getAttribute(new ObjectName(name), "Count") instanceof Long count
                    ? OptionalLong.of(count)
                    : OptionalLong.empty();
        } catch (InstanceNotFoundException | AttributeNotFoundException e) {
            return OptionalLong.empty();
        } catch (JMException e) {
            throw new IOException("the broker does not report " + name + ": " + e.getMessage(), e);
        }
    }

    /** The difference to an earlier reading of the same broker. */
    public BrokerCounters minus(BrokerCounters earlier) {
        return new BrokerCounters(
                producedBytes - earlier.producedBytes,
                fetchedBytes - earlier.fetchedBytes,
                produceRequests - earlier.produceRequests,
                recompressedRecords - earlier.recompressedRecords,
                handlerIdleNanos.isPresent() && earlier.handlerIdleNanos.isPresent()
                        ? OptionalLong.of(handlerIdleNanos.getAsLong() - earlier.handlerIdleNanos.getAsLong())
                        : OptionalLong.empty());
    }
}
