package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real broker. */
@Tag("live")
@Timeout(120)
class RawFetcherTest {
    private static EmbeddedCluster cluster;
    private static OwnCluster own;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
        own = new OwnCluster(cluster);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    /** The response then contains no partitions for seconds. */
    @Test
    void aBrokerThatHoldsAClientToItsQuotaIsAskedAgain() throws Exception {
        PartitionId partition = own.newTopic("quota", 1, Map.of());
        List<ByteBuffer> sent = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            sent.add(KafkaBatches.batch(
                    Compression.NONE, new BatchRecord(null, new byte[60_000], BatchRecord.NO_HEADERS, 1_000 + i)));
        }
        try (RawClient client = own.open();
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
            OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.LEADER), partition, sent);
            quota(admin, 250_000.0);
            try {
                List<Long> bases = new ArrayList<>();
                assertThat(new RawFetcher(client)
                                .stream(partition, 0, 60, 200_000, header -> bases.add(header.baseOffset())))
                        .isEqualTo(new StreamEnd.Reached(60));
                assertThat(bases).hasSize(60);
            } finally {
                quota(admin, null);
            }
        }
    }

    private static void quota(Admin admin, @Nullable Double bytesPerSecond) throws Exception {
        Map<String, String> everyClient = new HashMap<>();
        everyClient.put(ClientQuotaEntity.CLIENT_ID, null);
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                        new ClientQuotaEntity(everyClient),
                        List.of(new ClientQuotaAlteration.Op("consumer_byte_rate", bytesPerSecond)))))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void aRangeIsStreamedOverManySegmentsAndAnswersSmallerThanABatch() {
        PartitionId partition = own.newTopic("segments", 1, Map.of("segment.bytes", "1048576"));
        List<ByteBuffer> sent = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            sent.add(KafkaBatches.batch(
                    Compression.NONE,
                    new BatchRecord(null, new byte[60_000], BatchRecord.NO_HEADERS, 1_000 + i),
                    new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, 1_000 + i)));
        }
        try (RawClient client = own.open()) {
            OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.LEADER), partition, sent);
            RawFetcher fetcher = new RawFetcher(client);

            assertThat(fetcher.offsets(List.of(partition))).isEqualTo(Map.of(partition, new OffsetRange(0, 120)));
            assertThat(fetcher.localStarts(List.of(partition))).isEqualTo(Map.of(partition, 0L));
            assertThat(fetcher.fetch(partition, 5, 100).remaining()).isGreaterThanOrEqualTo(60_000);
            for (int maxBytes : new int[] {100, 70_000, 200_001, 8 << 20}) {
                List<Long> bases = new ArrayList<>();
                StreamEnd end = fetcher.stream(partition, 7, 111, maxBytes, header -> bases.add(header.baseOffset()));

                assertThat(end).as("%d bytes", maxBytes).isEqualTo(new StreamEnd.Reached(112));
                assertThat(bases).hasSize(53).startsWith(6L, 8L).endsWith(108L, 110L);
            }
            assertThat(fetcher.stream(partition, 100, 1_000, 1 << 20, header -> true))
                    .isEqualTo(new StreamEnd.LogEnd(120));
            assertThat(fetcher.stream(partition, 0, 120, 1 << 20, header -> false))
                    .isEqualTo(new StreamEnd.Stopped(2));
            assertThatThrownBy(() -> fetcher.fetch(partition, 121, 100))
                    .isInstanceOfSatisfying(RawAccessException.class, refused -> assertThat(refused.isOnlyThatPlace())
                            .isTrue())
                    .hasMessageContaining("segments-0 from offset 121: OFFSET_OUT_OF_RANGE")
                    .hasMessageContaining("earliest and latest");
        }
    }

    @Test
    void partitionsLeadersAndIdOfATopicAreTold() {
        own.newTopic("layout", 3, Map.of());
        try (RawClient client = own.open()) {
            TopicLayout layout = client.topic("layout");

            assertThat(layout.id()).isPresent();
            assertThat(layout.leaders()).containsOnlyKeys(0, 1, 2);
            assertThat(layout.leaders().get(2))
                    .hasValueSatisfying(leader ->
                            assertThat(leader.host() + ":" + leader.port()).isEqualTo(cluster.bootstrap()));
            assertThat(new TreeMap<>(layout.partitionsByLeader())).hasSize(1);
        }
    }

    @Test
    void aTopicThatIsNotThereIsToldAndNotCreated() {
        try (RawClient client = own.open()) {
            assertThatThrownBy(() -> client.topic("nowhere")).satisfies(RawFetcherTest::namesTheMissingTopic);
            assertThatThrownBy(() -> new RawFetcher(client).offsets(List.of(new PartitionId("nowhere", 0))))
                    .satisfies(RawFetcherTest::namesTheMissingTopic);
            assertThatThrownBy(() -> new RawProducer(client, RawProducerOptions.oneByOne(Acks.ALL))
                            .send(new PartitionId("nowhere", 0), OwnCluster.batch(1), (to, outcome) -> {}))
                    .satisfies(RawFetcherTest::namesTheMissingTopic);
            own.newTopic("narrow", 2, Map.of());
            assertThatThrownBy(() -> new RawFetcher(client).fetch(new PartitionId("narrow", 2), 0, 1))
                    .hasMessageContaining("topic narrow has no partition 2: its partitions are 0 to 1");
        }
    }

    private static void namesTheMissingTopic(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOf(RawAccessException.class)
                .hasMessageContaining("topic nowhere of " + cluster.bootstrap())
                .hasMessageContaining("check the name");
    }

    @Test
    void readingJoinsNoGroupAndAnInterruptEndsTheWait() throws Exception {
        PartitionId partition = own.newTopic("quiet", 1, Map.of());
        try (RawClient client = own.open()) {
            assertThat(new RawFetcher(client).stream(partition, 0, 10, 1 << 20, header -> true))
                    .isEqualTo(new StreamEnd.LogEnd(0));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client.topic("quiet"))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
        try (Admin admin = Admin.create(cluster.connection())) {
            assertThat(admin.listGroups().all().get()).isEmpty();
        }
    }
}
