package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own consumers, each in a thread called {@code squeeze-consumer-G-N}. What they read is compared in threads of
 * their own, called {@code squeeze-verify-G}, so that the comparison does not count towards the consumers' cost.
 */
final class ConsumerLoad implements TrialConsumers {
    private static final long POLL_MILLIS = 50;

    private final ClusterTarget target;
    private final List<String> topics;
    private final Duration timeout;
    private final List<ConsumerGroup> groups;
    private boolean closed;
    private JvmUsage before = JvmUsage.current();
    private JvmUsage usage = before.minus(before);

    private ConsumerLoad(ClusterTarget target, List<String> topics, Duration timeout, List<ConsumerGroup> groups) {
        this.target = target;
        this.topics = topics;
        this.timeout = timeout;
        this.groups = groups;
    }

    /**
     * Opens the consumers; nothing is read yet.
     *
     * @param share the consumers of each group that run in this process; the others run on other machines
     * @param timeout how long to wait for the next outstanding record before reading counts as failed
     * @param comparing whether to compute digests; that takes a thread, and slows reading down on a machine with few
     *     cores
     * @param endToEnd receives the arrivals
     * @throws ClusterException when a consumer's settings are refused
     */
    static ConsumerLoad open(
            ClusterTarget target,
            ConsumerSettings settings,
            KafkaProducerLoad.Share share,
            List<String> topics,
            int partitions,
            MeasuringWindow window,
            Duration timeout,
            boolean comparing,
            @Nullable EndToEnd endToEnd) {
        List<ConsumerGroup> groups = new ArrayList<>();
        try {
            for (int group = 0; group < settings.groups(); group++) {
                groups.add(new ConsumerGroup(group, topics, window, timeout, comparing, endToEnd));
                List<List<TopicPartition>> shares = deal(topics, partitions, settings.consumers());
                for (int i = share.first(); i < Math.min(shares.size(), share.first() + share.count()); i++) {
                    Map<String, Object> properties = properties(target, settings, timeout);
                    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "squeeze-" + group + "-" + i);
                    groups.get(group).add(properties, shares.get(i));
                }
            }
            return new ConsumerLoad(target, topics, timeout, groups);
        } catch (KafkaException | IllegalArgumentException e) {
            groups.forEach(ConsumerGroup::close);
            throw new ClusterException(
                    "the consumer cannot work with " + target.bootstrap() + ": " + FailureWords.of(e));
        }
    }

    private static Map<String, Object> properties(ClusterTarget target, ConsumerSettings settings, Duration timeout) {
        Map<String, Object> properties = new TreeMap<>(target.connection());
        properties.keySet().retainAll(ConsumerConfig.configNames());
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // Reading a topic that has been deleted in the meantime must not create it again.
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        properties.putAll(settings.properties());
        return properties;
    }

    /**
     * Deals the partitions out in turn; consumers in excess of the number of partitions would be idle and are left out.
     */
    private static List<List<TopicPartition>> deal(List<String> topics, int partitions, int consumers) {
        List<List<TopicPartition>> shares = new ArrayList<>();
        int next = 0;
        for (String topic : topics) {
            for (int partition = 0; partition < partitions; partition++) {
                if (shares.size() < consumers) {
                    shares.add(new ArrayList<>());
                }
                shares.get(next % consumers).add(new TopicPartition(topic, partition));
                next++;
            }
        }
        return shares;
    }

    @Override
    public void start() {
        before = JvmUsage.current();
        groups.forEach(ConsumerGroup::start);
    }

    @Override
    public void finish(long expectedRecords, Runnable check) throws InterruptedException {
        Optional<Map<TopicPartition, Long>> ends = ends(check);
        groups.forEach(group -> group.writingEnded(expectedRecords, ends));
        for (ConsumerGroup group : groups) {
            group.awaitEnd(check);
        }
        usage = JvmUsage.current().minus(before);
    }

    /** Queries the end offsets in a separate thread, since a broker may not answer; absent if the query failed. */
    private Optional<Map<TopicPartition, Long>> ends(Runnable check) throws InterruptedException {
        FutureTask<Map<TopicPartition, Long>> asked = new FutureTask<>(() -> TopicScan.ends(target, topics, timeout));
        DaemonThreads.start(asked, "squeeze-ends");
        while (true) {
            try {
                return Optional.of(asked.get(POLL_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                check.run();
            } catch (ExecutionException e) {
                return Optional.empty();
            }
        }
    }

    @Override
    public JvmUsage usage() {
        return usage;
    }

    @Override
    public long payloadBytes() {
        return groups.stream().mapToLong(ConsumerGroup::payloadBytes).sum();
    }

    @Override
    public List<Long> recordsByGroup() {
        return groups.stream().map(ConsumerGroup::recordsRead).toList();
    }

    @Override
    public List<ContentDigest> digests() {
        return groups.stream().map(ConsumerGroup::digest).toList();
    }

    @Override
    public List<String> problems() {
        return groups.stream().flatMap(group -> group.problems().stream()).toList();
    }

    @Override
    public ConsumerFigures figures() {
        double seconds =
                groups.stream().mapToDouble(ConsumerGroup::seconds).max().orElse(0);
        long records = groups.stream().mapToLong(ConsumerGroup::recordsRead).sum();
        double wireBytes =
                groups.stream().mapToDouble(ConsumerGroup::incomingBytes).sum();
        double fetches = groups.stream().mapToDouble(ConsumerGroup::fetches).sum();
        return new ConsumerFigures(records, payloadBytes(), seconds, wireBytes, fetches);
    }

    @Override
    public void addEndToEnd(Histogram sum) {
        groups.forEach(group -> group.addEndToEnd(sum));
    }

    /** Synchronized because two threads may end a load, and Kafka's consumers are not thread-safe. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        groups.forEach(ConsumerGroup::abandon);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        try {
            for (ConsumerGroup group : groups) {
                group.join(deadlineNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        groups.forEach(ConsumerGroup::close);
    }
}
