package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two real brokers, each of which leads some of the partitions. */
@Tag("live")
@Timeout(120)
class CommittedFetcherTest {
    private static EmbeddedCluster cluster;
    private static OwnCluster own;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(2));
        own = new OwnCluster(cluster);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void allPartitionsOfAllLeadersAreReadAtOnceEachFromItsOwnPosition() {
        own.newTopic("spread", 6, Map.of());
        try (RawClient client = own.open()) {
            for (int i = 0; i < 6; i++) {
                OwnCluster.send(
                        client,
                        RawProducerOptions.oneByOne(Acks.ALL),
                        new PartitionId("spread", i),
                        List.of(OwnCluster.batch(10 + i), OwnCluster.batch(5)));
            }
            assertThat(client.topic("spread").partitionsByLeader()).hasSize(2);

            Map<PartitionId, FetchedBatches> found = fetch(
                    client,
                    1 << 20,
                    IntStream.range(0, 6)
                            .boxed()
                            .collect(Collectors.toMap(i -> new PartitionId("spread", i), i -> i == 5 ? 15L : 0L)));

            assertThat(found).hasSize(6);
            for (int i = 0; i < 6; i++) {
                FetchedBatches.Found one = (FetchedBatches.Found) found.get(new PartitionId("spread", i));
                assertThat(one.lastStableOffset()).isEqualTo(15L + i);
                assertThat(one.logStartOffset()).isZero();
                assertThat(one.bytes().getLong(one.bytes().position()))
                        .as("first batch of partition %d", i)
                        .isEqualTo(i == 5 ? 15 : 0);
            }
        }
    }

    @Test
    void aBatchLargerThanTheLimitComesWhole() {
        PartitionId partition = own.newTopic("larger", 1, Map.of());
        try (RawClient client = own.open()) {
            OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.ALL), partition, List.of(OwnCluster.batch(500)));

            FetchedBatches.Found found = (FetchedBatches.Found)
                    fetch(client, 100, Map.of(partition, 0L)).get(partition);

            assertThat(found.bytes().remaining())
                    .isEqualTo(OwnCluster.batch(500).remaining())
                    .isGreaterThan(10_000);
        }
    }

    @Test
    void whatIsBeyondTheLogIsToldAndWhatIsAtItsEndIsEmpty() {
        PartitionId partition = own.newTopic("short", 1, Map.of());
        try (RawClient client = own.open()) {
            OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.ALL), partition, List.of(OwnCluster.batch(3)));

            assertThat(fetch(client, 1_000, Map.of(partition, 4L)))
                    .containsEntry(partition, new FetchedBatches.OutOfRange());
            assertThat(fetch(client, 1_000, Map.of(partition, 3L)).get(partition))
                    .isInstanceOfSatisfying(
                            FetchedBatches.Found.class,
                            found -> assertThat(found.bytes().hasRemaining()).isFalse());
        }
    }

    @Test
    void aTopicThatIsNotThereIsNamed() {
        try (RawClient client = own.open()) {
            assertThatThrownBy(() -> fetch(client, 1_000, Map.of(new PartitionId("nowhere", 0), 0L)))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("topic nowhere");
        }
    }

    private static Map<PartitionId, FetchedBatches> fetch(RawClient client, int bytes, Map<PartitionId, Long> from) {
        return new CommittedFetcher(client)
                .fetch(
                        from.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, entry -> FetchPosition.at(entry.getValue()))),
                        new CommittedFetcher.Limits(bytes, 1 << 20, Duration.ofMillis(100)));
    }
}
