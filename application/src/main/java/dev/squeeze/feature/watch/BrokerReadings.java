package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.cluster.TopicConversions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * CPU time of brokers, and records that they recompressed, between one JMX reading and the next. After a failed
 * reading, such as during a broker restart, the next reading reconnects and counts as the first.
 */
final class BrokerReadings implements AutoCloseable {
    private final List<String> addresses;
    private Optional<JmxBrokers> brokers = Optional.empty();
    private List<BrokerUsage> usage = List.of();
    private Map<String, TopicConversions> conversions = Map.of();
    private final Map<String, Long> converted = new TreeMap<>();
    private List<BrokerRow> rows = List.of();

    BrokerReadings(List<String> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /**
     * Reads all brokers and computes the differences to the previous reading.
     *
     * @throws ClusterException if a broker does not answer; nothing is then known about the time since the previous
     *     reading
     */
    void read() {
        try {
            JmxBrokers connected = brokers.orElseGet(() -> JmxBrokers.connect(addresses));
            brokers = Optional.of(connected);
            take(connected.usage(), connected.conversions());
        } catch (ClusterException e) {
            forget();
            throw e;
        }
    }

    private void take(List<BrokerUsage> now, Map<String, TopicConversions> counted) {
        List<BrokerRow> since = new ArrayList<>();
        for (int i = 0; i < Math.min(now.size(), usage.size()); i++) {
            long nanos = now.get(i).jvm().processCpuNanos() - usage.get(i).jvm().processCpuNanos();
            if (nanos >= 0) {
                since.add(new BrokerRow(now.get(i).broker(), nanos));
            }
        }
        converted.clear();
        counted.forEach((topic, count) -> {
            TopicConversions before = conversions.get(topic);
            if (before != null && count.converted() >= before.converted()) {
                converted.put(topic, count.converted() - before.converted());
            }
        });
        usage = now;
        conversions = counted;
        rows = since;
    }

    private void forget() {
        close();
        usage = List.of();
        conversions = Map.of();
        converted.clear();
        rows = List.of();
    }

    List<BrokerRow> rows() {
        return rows;
    }

    /** Records of a topic that brokers recompressed since the previous reading; absent if no metric reports it. */
    OptionalLong converted(String topic) {
        Long number = converted.get(topic);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    @Override
    public void close() {
        brokers.ifPresent(JmxBrokers::close);
        brokers = Optional.empty();
    }
}
