package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.source.ReadPace;
import dev.squeeze.kit.unit.ByteRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One of three brokers dies while topics are watched: partitions that still have a leader remain watched. */
@Tag("live")
@Timeout(180)
class LostBrokerTest {
    private static final int BROKERS = 3;
    private static final TopicSpec REPLICATED = new TopicSpec("replicated", BROKERS, BROKERS, Map.of());
    private static final TopicSpec SINGLE = new TopicSpec("single", BROKERS, 1, Map.of());
    private static final TopicSpec ELSEWHERE = new TopicSpec("elsewhere", 1, 1, Map.of());

    private static void send(EmbeddedCluster cluster, TopicSpec topic) throws Exception {
        Map<String, Object> settings = cluster.connection();
        settings.put("delivery.timeout.ms", 60_000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int partition = 0; partition < topic.partitions(); partition++) {
                sent.add(producer.send(new ProducerRecord<>(topic.name(), partition, null, new byte[100])));
            }
            for (Future<?> record : sent) {
                record.get();
            }
        }
    }

    @Test
    void whatHasALeaderIsWatchedOn() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(BROKERS));
                RawClient client = RawClient.open(
                        cluster.connection(), RawClientOptions.DEFAULTS.withTimeLimit(Duration.ofSeconds(5)))) {
            Topics.create(cluster, List.of(REPLICATED, SINGLE, ELSEWHERE));
            TopicPositions replicated = new TopicPositions(REPLICATED.name(), BROKERS);
            TopicPositions single = new TopicPositions(SINGLE.name(), BROKERS);
            TopicPositions elsewhere = new TopicPositions(ELSEWHERE.name(), 1);
            List<TopicPositions> all = List.of(replicated, single, elsewhere);
            RoundReader reader =
                    new RoundReader(client, new ReadPace(ByteRate.parse("10GiB/s")), () -> {}, new SplittableRandom(5));
            reader.ends(all);
            send(cluster, SINGLE);
            long pid = cluster.brokerPids().get(leaderOfOther(client));
            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            send(cluster, REPLICATED);

            for (int round = 0; round < 4; round++) {
                assertThat(reader.ends(all)).as("topics that are gone").isEqualTo(Set.of());
            }

            assertThat(replicated.fresh()).isEqualTo(BROKERS);
            assertThat(IntStream.range(0, BROKERS).filter(partition -> single.fresh(partition) == 1))
                    .as("partitions that have a leader")
                    .hasSize(BROKERS - 1);
        }
    }

    /** The index of a broker that does not lead the partition of {@code ELSEWHERE}. */
    private static int leaderOfOther(RawClient client) {
        int leader =
                client.topic(ELSEWHERE.name()).leaders().get(0).orElseThrow().id();
        return leader % BROKERS;
    }
}
