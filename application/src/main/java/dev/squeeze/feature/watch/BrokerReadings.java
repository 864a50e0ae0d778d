package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.cluster.TopicConversions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** CPU time of brokers, and records that they compressed again, from one reading to the next. */
final class BrokerReadings implements AutoCloseable {
    private final JmxBrokers brokers;
    private List<BrokerUsage> usage = List.of();
    private Map<String, TopicConversions> conversions = Map.of();
    private final Map<String, Long> converted = new TreeMap<>();
    private List<BrokerRow> rows = List.of();

    private BrokerReadings(JmxBrokers brokers) {
        this.brokers = brokers;
    }

    /** @throws dev.squeeze.kit.cluster.ClusterException when one does not answer */
    static BrokerReadings connect(List<String> addresses) {
        BrokerReadings readings = new BrokerReadings(JmxBrokers.connect(addresses));
        readings.read();
        return readings;
    }

    /** Takes the difference to the reading before. Brokers that were started again begin again. */
    void read() {
        List<BrokerUsage> now = brokers.usage();
        List<BrokerRow> since = new ArrayList<>();
        for (int i = 0; i < Math.min(now.size(), usage.size()); i++) {
            long nanos = now.get(i).jvm().processCpuNanos() - usage.get(i).jvm().processCpuNanos();
            if (nanos >= 0) {
                since.add(new BrokerRow(now.get(i).broker(), nanos));
            }
        }
        Map<String, TopicConversions> counted = brokers.conversions();
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

    List<BrokerRow> rows() {
        return rows;
    }

    /** Records of a topic that were compressed again since the reading before; absent where no meter says. */
    OptionalLong converted(String topic) {
        Long number = converted.get(topic);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    @Override
    public void close() {
        brokers.close();
    }
}
