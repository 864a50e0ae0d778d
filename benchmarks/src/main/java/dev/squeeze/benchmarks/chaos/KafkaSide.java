package dev.squeeze.benchmarks.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Requests of the campaigns themselves to a cluster, with Kafka's own clients. */
final class KafkaSide implements AutoCloseable {
    private static final long ADMIN_TIMEOUT_SECONDS = 60;
    private static final Duration READ_TIMEOUT = Duration.ofMinutes(4);
    private static final int MAX_TRIES = 5;

    private final String bootstrap;
    private final Admin admin;

    KafkaSide(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Map.of(
                "bootstrap.servers", bootstrap, "default.api.timeout.ms", "30000", "request.timeout.ms", "6000"));
    }

    /** One request to the cluster. */
    private interface Request<T> {
        KafkaFuture<T> send(Admin admin);
    }

    private <T> T ask(Request<T> request) {
        KafkaException last = new KafkaException("not asked");
        for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
            try {
                return request.send(admin).get(ADMIN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof org.apache.kafka.common.errors.RetriableException retriable
                        && !(retriable instanceof org.apache.kafka.common.errors.UnknownTopicOrPartitionException)) {
                    last = retriable;
                } else if (e.getCause() instanceof KafkaException kafka) {
                    throw kafka;
                } else {
                    throw new KafkaException(e.getCause());
                }
            } catch (TimeoutException e) {
                last = new KafkaException("the cluster did not answer in " + ADMIN_TIMEOUT_SECONDS + " s", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new KafkaException("interrupted", e);
            }
        }
        throw last;
    }

    void create(String topic, int partitions, int replicas, Map<String, String> configs) {
        create(new NewTopic(topic, partitions, (short) replicas).configs(configs));
    }

    void create(NewTopic topic) {
        try {
            ask(to -> to.createTopics(List.of(topic)).all());
        } catch (org.apache.kafka.common.errors.TopicExistsException e) {
            // The answer to an earlier attempt was lost.
        }
    }

    void delete(String topic) {
        try {
            ask(to -> to.deleteTopics(List.of(topic)).all());
        } catch (org.apache.kafka.common.errors.UnknownTopicOrPartitionException e) {
            // The answer to an earlier attempt was lost.
        }
    }

    void addPartitions(String topic, int total) {
        try {
            ask(to -> to.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                    .all());
        } catch (org.apache.kafka.common.errors.InvalidPartitionsException e) {
            // The answer to an earlier attempt was lost.
        }
    }

    void configure(String topic, Map<String, String> configs) {
        List<AlterConfigOp> changes = new ArrayList<>();
        configs.forEach(
                (key, value) -> changes.add(new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET)));
        ask(to -> to.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic), (Collection<AlterConfigOp>) changes))
                .all());
    }

    Set<String> topics() {
        return ask(to -> to.listTopics().names());
    }

    boolean exists(String topic) {
        return topics().contains(topic);
    }

    TopicDescription describe(String topic) {
        Map<String, TopicDescription> all =
                ask(to -> to.describeTopics(List.of(topic)).allTopicNames());
        return Optional.ofNullable(all.get(topic)).orElseThrow();
    }

    /** Waits until there is a leader and exactly these replicas are in sync. */
    boolean awaitIsr(String topic, int partition, Set<Integer> wanted, long seconds) throws InterruptedException {
        return await(
                seconds, () -> isr(describe(topic).partitions().get(partition)).equals(wanted));
    }

    boolean awaitLeader(String topic, int partition, int wanted, long seconds) throws InterruptedException {
        return await(seconds, () -> {
            var leader = describe(topic).partitions().get(partition).leader();
            return leader != null && leader.id() == wanted;
        });
    }

    private static Set<Integer> isr(TopicPartitionInfo partition) {
        return partition.isr().stream().map(node -> node.id()).collect(java.util.stream.Collectors.toSet());
    }

    /** A condition to wait for, which may fail while brokers change. */
    interface Condition {
        boolean holds();
    }

    static boolean await(long seconds, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            try {
                if (condition.holds()) {
                    return true;
                }
            } catch (KafkaException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            TimeUnit.MILLISECONDS.sleep(300);
        }
        return false;
    }

    boolean allInSync() {
        try {
            for (TopicDescription topic :
                    ask(to -> to.describeTopics(topics()).allTopicNames()).values()) {
                for (TopicPartitionInfo partition : topic.partitions()) {
                    if (partition.leader() == null
                            || partition.isr().size() < partition.replicas().size()) {
                        return false;
                    }
                }
            }
            return true;
        } catch (KafkaException e) {
            return false;
        }
    }

    KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("acks", "all");
        properties.put("delivery.timeout.ms", 120_000);
        properties.put("buffer.memory", 8L << 20);
        properties.putAll(more);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * End offset of each partition; with {@code committed}, the last stable offset that consumers of committed records
     * see.
     */
    Map<TopicPartition, Long> ends(String topic, boolean committed) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(committed)) {
            return consumer.endOffsets(partitions(topic));
        }
    }

    /** Reads the current contents of a topic, partition by partition. */
    void readAll(String topic, boolean committed, Consumer<ConsumerRecord<byte[], byte[]>> sink) {
        List<TopicPartition> partitions = partitions(topic);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(committed)) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            for (TopicPartition partition : partitions) {
                read(consumer, partition, ends.getOrDefault(partition, 0L), sink);
            }
        }
    }

    private static void read(
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition partition,
            long end,
            Consumer<ConsumerRecord<byte[], byte[]>> sink) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
        while (consumer.position(partition) < end) {
            if (System.nanoTime() > deadline) {
                throw new BrokenEpisodeException("reading " + partition + " ended at " + consumer.position(partition)
                        + " of " + end + " for want of time");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
                if (record.offset() < end) {
                    sink.accept(record);
                }
            }
        }
    }

    private List<TopicPartition> partitions(String topic) {
        return describe(topic).partitions().stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private KafkaConsumer<byte[], byte[]> consumer(boolean committed) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("isolation.level", committed ? "read_committed" : "read_uncommitted");
        properties.put("allow.auto.create.topics", "false");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "earliest");
        properties.put("default.api.timeout.ms", "120000");
        // A paused broker accepts connections without answering: switch to another one quickly.
        properties.put("request.timeout.ms", "8000");
        properties.put("socket.connection.setup.timeout.ms", "5000");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
