package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker fails and another one takes over: readers look up the new leader instead of waiting for the old one. */
@Timeout(60)
class LeaderGoneTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Shorter than any wait for a broker that is gone. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Uuid ID = new Uuid(1, 2);
    private static final PartitionId PARTITION = new PartitionId("orders", 0);
    private static final List<ApiKeys> KNOWN = List.of(
            ApiKeys.METADATA, ApiKeys.LIST_OFFSETS, ApiKeys.FETCH, ApiKeys.FIND_COORDINATOR, ApiKeys.OFFSET_FETCH);

    private final List<FakeBroker> brokers = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private volatile int leader;

    @BeforeEach
    void start() throws IOException {
        for (int i = 0; i < 2; i++) {
            int id = i;
            brokers.add(FakeBroker.start(0, KNOWN, key -> answer(id, key)));
            ports.add(brokers.get(i).port());
        }
    }

    @AfterEach
    void end() throws IOException {
        for (FakeBroker broker : brokers) {
            broker.close();
        }
    }

    private ApiMessage answer(int broker, ApiKeys key) {
        return switch (key) {
            case METADATA -> metadata();
            case LIST_OFFSETS ->
                new ListOffsetsResponseData()
                        .setTopics(List.of(new ListOffsetsResponseData.ListOffsetsTopicResponse()
                                .setName("orders")
                                .setPartitions(List.of(new ListOffsetsResponseData.ListOffsetsPartitionResponse()
                                        .setOffset(100 + broker)))));
            case FETCH ->
                new FetchResponseData()
                        .setResponses(List.of(new FetchResponseData.FetchableTopicResponse()
                                .setTopicId(ID)
                                .setPartitions(List.of(
                                        new FetchResponseData.PartitionData().setLastStableOffset(100 + broker)))));
            case FIND_COORDINATOR ->
                new FindCoordinatorResponseData()
                        .setCoordinators(List.of(new FindCoordinatorResponseData.Coordinator()
                                .setKey("copies")
                                .setNodeId(leader)
                                .setHost("127.0.0.1")
                                .setPort(ports.get(leader))));
            case OFFSET_FETCH ->
                new OffsetFetchResponseData()
                        .setGroups(
                                List.of(new OffsetFetchResponseData.OffsetFetchResponseGroup().setGroupId("copies")));
            default -> throw new IllegalStateException("not known: " + key);
        };
    }

    private ApiMessage metadata() {
        MetadataResponseData data = new MetadataResponseData();
        for (int i = 0; i < ports.size(); i++) {
            data.brokers()
                    .add(new MetadataResponseData.MetadataResponseBroker()
                            .setNodeId(i)
                            .setHost("127.0.0.1")
                            .setPort(ports.get(i)));
        }
        data.topics()
                .add(new MetadataResponseData.MetadataResponseTopic()
                        .setName("orders")
                        .setTopicId(ID)
                        .setPartitions(List.of(new MetadataResponseData.MetadataResponsePartition()
                                .setPartitionIndex(0)
                                .setLeaderId(leader)
                                .setReplicaNodes(List.of(0, 1))
                                .setIsrNodes(List.of(0, 1)))));
        return data;
    }

    private RawClient open(Duration limit) {
        return RawClient.open(
                Map.of("bootstrap.servers", "127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1)),
                RawClientOptions.DEFAULTS.withTimeLimit(limit));
    }

    private void leaderGoes() throws IOException {
        brokers.get(0).close();
        leader = 1;
    }

    private static void soon(Runnable reading) {
        long beganNanos = System.nanoTime();
        reading.run();
        assertThat(Duration.ofNanos(System.nanoTime() - beganNanos))
                .as("a bound, not a speed")
                .isLessThan(SOON);
    }

    @Test
    void offsetsAndBatchesComeFromTheNewLeader() throws Exception {
        try (RawClient client = open(LIMIT)) {
            RawFetcher fetcher = new RawFetcher(client);
            assertThat(fetcher.offsets(List.of(PARTITION))).containsEntry(PARTITION, new OffsetRange(100, 100));
            leaderGoes();

            soon(() -> assertThat(fetcher.offsets(List.of(PARTITION)))
                    .containsEntry(PARTITION, new OffsetRange(101, 101)));
        }
        leader = 0;
        brokers.set(0, FakeBroker.start(ports.get(0), KNOWN, key -> answer(0, key)));
        try (RawClient client = open(LIMIT)) {
            RawFetcher fetcher = new RawFetcher(client);
            fetcher.fetch(PARTITION, 0, 100);
            leaderGoes();

            soon(() ->
                    assertThat(fetcher.fetch(PARTITION, 0, 100).hasRemaining()).isFalse());
        }
    }

    @Test
    void soDoCommittedBatches() throws Exception {
        try (RawClient client = open(LIMIT)) {
            assertThat(stableOffset(client)).isEqualTo(100);
            leaderGoes();

            // A lost connection may only be detected by the request, which then fails.
            soon(() -> {
                try {
                    assertThat(stableOffset(client)).isEqualTo(101);
                } catch (RawAccessException e) {
                    assertThat(stableOffset(client)).isEqualTo(101);
                }
            });
        }
    }

    private static long stableOffset(RawClient client) {
        FetchedBatches found = new CommittedFetcher(client)
                .fetch(
                        Map.of(PARTITION, FetchPosition.at(0)),
                        new CommittedFetcher.Limits(100, 100, Duration.ofMillis(10)))
                .get(PARTITION);
        return ((FetchedBatches.Found) found).lastStableOffset();
    }

    @Test
    void aCoordinatorIsLookedForAgain() throws Exception {
        try (RawClient client = open(LIMIT)) {
            Coordinators coordinators = new Coordinators(client);
            askCoordinator(coordinators);
            leaderGoes();

            soon(() -> askCoordinator(coordinators));
        }
    }

    private static void askCoordinator(Coordinators coordinators) {
        coordinators.ask(
                Coordinators.Kind.GROUP,
                "copies",
                () -> OffsetFetchRequest.Builder.forTopicNames(
                        new OffsetFetchRequestData()
                                .setGroups(List.of(new OffsetFetchRequestData.OffsetFetchRequestGroup()
                                        .setGroupId("copies")
                                        .setTopics(List.of()))),
                        false),
                "the offsets",
                response -> Errors.NONE);
    }

    @Test
    void aBrokerThatComesBackIsWaitedFor() throws Exception {
        brokers.get(1).close();
        try (RawClient client = open(LIMIT)) {
            RawFetcher fetcher = new RawFetcher(client);
            fetcher.offsets(List.of(PARTITION));
            brokers.get(0).close();
            Thread restart = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(600);
                    brokers.set(0, FakeBroker.start(ports.get(0), KNOWN, key -> answer(0, key)));
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            restart.start();

            soon(() -> assertThat(fetcher.offsets(List.of(PARTITION)))
                    .containsEntry(PARTITION, new OffsetRange(100, 100)));
            restart.join();
        }
    }

    @Test
    void aLeaderThatStaysAwayIsNamedWithinTheTimeLimit() throws Exception {
        try (RawClient client = open(Duration.ofSeconds(2))) {
            RawFetcher fetcher = new RawFetcher(client);
            fetcher.offsets(List.of(PARTITION));
            brokers.get(0).close();

            soon(() -> assertThatThrownBy(() -> fetcher.offsets(List.of(PARTITION)))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("no connection to 127.0.0.1:" + ports.get(0)));
        }
    }
}
