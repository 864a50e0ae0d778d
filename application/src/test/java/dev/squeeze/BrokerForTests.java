package dev.squeeze;

import com.sun.tools.attach.VirtualMachine;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.SharedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real broker that tests use as if it were the user's. Registered as an extension in a static field, it serves all tests of a
 * class and stops after them; tests of the class that are repeated later get a new one.
 */
public final class BrokerForTests implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    private static final long TIMEOUT_SECONDS = 30;
    /** JMX addresses by process id: a JVM can start its agent only once. */
    private static final Map<Long, String> JMX = new ConcurrentHashMap<>();

    private final boolean own;
    private final boolean emptied;
    private @Nullable EmbeddedCluster cluster;

    /** A broker for one test class only; it starts when first used. */
    public BrokerForTests() {
        this.own = true;
        this.emptied = false;
    }

    private BrokerForTests(EmbeddedCluster shared, boolean emptied) {
        this.cluster = shared;
        this.own = false;
        this.emptied = emptied;
    }

    /** The broker shared by tests that neither break it nor depend on what else it contains; each uses its own topics. */
    public static BrokerForTests shared() {
        return new BrokerForTests(SharedCluster.get(), false);
    }

    /**
     * The same broker without the topics of other classes, for tests that look at everything it contains or use arbitrary topic
     * names. As a registered extension, it also deletes the topics of the class.
     */
    public static BrokerForTests emptied() {
        return new BrokerForTests(SharedCluster.get(), true);
    }

    private synchronized EmbeddedCluster cluster() {
        EmbeddedCluster running = cluster;
        if (running == null) {
            running = EmbeddedCluster.start(ClusterOptions.temporary(1));
            cluster = running;
        }
        return running;
    }

    public String address() {
        return cluster().bootstrap();
    }

    /** Runs the shortest benchmark on this broker to its end. */
    public Invocation bench(String source, String... more) {
        return LiveRun.start(arguments(source, more)).end();
    }

    public List<String> arguments(String source, String... more) {
        List<String> args = new ArrayList<>(LiveRun.shortest(source, more));
        args.addAll(List.of("--bootstrap-server", address()));
        return args;
    }

    /**
     * Creates a topic; on the shared broker it replaces one left by an earlier run of the same test. By default it retains all
     * records: those of tests are often years old, and a broker deletes by age, checking every ten seconds.
     */
    public void create(String topic, int partitions, Map<String, String> configs) {
        if (!own) {
            Topics.delete(cluster(), topic, Duration.ofSeconds(TIMEOUT_SECONDS));
        }
        Map<String, String> all = new TreeMap<>(Map.of("retention.ms", "-1"));
        all.putAll(configs);
        Topics.create(cluster(), List.of(new TopicSpec(topic, partitions, 1, all)));
    }

    public Path partitionFolder(String topic, int partition) {
        return cluster().logDirs().get(0).resolve(topic + "-" + partition);
    }

    public void configure(String topic, String name, String value) throws Exception {
        try (Admin admin = admin()) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            AlterConfigOp set = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Starts JMX in the broker, unless it is running, and returns its address. */
    public String startJmx() throws Exception {
        long pid = cluster().brokerPids().get(0);
        String known = JMX.get(pid);
        if (known != null) {
            return known;
        }
        int port = TestPorts.free();
        Properties settings = new Properties();
        settings.setProperty("com.sun.management.jmxremote.port", String.valueOf(port));
        settings.setProperty("com.sun.management.jmxremote.host", "127.0.0.1");
        settings.setProperty("com.sun.management.jmxremote.authenticate", "false");
        settings.setProperty("com.sun.management.jmxremote.ssl", "false");
        VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
        try {
            machine.startManagementAgent(settings);
        } finally {
            machine.detach();
        }
        JMX.put(pid, "127.0.0.1:" + port);
        return "127.0.0.1:" + port;
    }

    public void kill() {
        cluster().brokerPids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    public Set<String> topics() throws Exception {
        try (Admin admin = admin()) {
            return new TreeSet<>(admin.listTopics().names().get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        }
    }

    public void delete(Set<String> topics) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteTopics(topics).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    public Admin admin() {
        return Admin.create(cluster().connection());
    }

    /** The end offsets of a topic's partitions as reported by the broker, in order. */
    public List<Long> endOffsets(String topic) throws Exception {
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetSpec> latest = new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
            admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions()
                    .forEach(partition ->
                            latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
            Map<TopicPartition, ListOffsetsResultInfo> offsets =
                    admin.listOffsets(latest).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return latest.keySet().stream()
                    .map(partition -> offsets.get(partition).offset())
                    .toList();
        }
    }

    /** All records of a partition, in order. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int partition) {
        return read(cluster(), topic, partition);
    }

    public static List<ConsumerRecord<byte[], byte[]>> read(ClusterTarget cluster, String topic, int partition) {
        TopicPartition assigned = new TopicPartition(topic, partition);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Object> settings = cluster.connection();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(assigned));
            consumer.seekToBeginning(List.of(assigned));
            long end = consumer.endOffsets(List.of(assigned)).getOrDefault(assigned, 0L);
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            while (consumer.position(assigned) < end && System.nanoTime() < deadlineNanos) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            if (consumer.position(assigned) < end) {
                throw new IllegalStateException("%s was read up to offset %d of %d within %d s"
                        .formatted(assigned, consumer.position(assigned), end, TIMEOUT_SECONDS));
            }
        }
        return records;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        cluster();
        if (emptied) {
            deleteAll();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (emptied) {
            deleteAll();
        }
        close();
    }

    private void deleteAll() throws Exception {
        delete(topics());
        // A broker learns of deletions slightly later than the controller.
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!topics().isEmpty()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("still there after " + TIMEOUT_SECONDS + " s: " + topics());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Override
    public synchronized void close() {
        if (own && cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}
