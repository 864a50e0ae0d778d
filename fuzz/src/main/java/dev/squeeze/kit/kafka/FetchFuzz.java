package dev.squeeze.kit.kafka;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.fuzz.SeedBatches;
import dev.squeeze.kit.format.BatchVisitor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;

/**
 * Brokers' answers, as they come over a real connection: of metadata, offsets and fetches, read by the raw client and all
 * that it serves. Whatever a broker answers, a call returns or throws a {@link RawAccessException}.
 */
public final class FetchFuzz implements FuzzTarget {
    private static final PartitionId FIRST = new PartitionId(ScriptedBroker.TOPIC, 0);
    private static final PartitionId SECOND = new PartitionId(ScriptedBroker.TOPIC, 1);
    private static final Duration TIME_LIMIT = Duration.ofMillis(250);
    private static final CommittedFetcher.Limits LIMITS = new CommittedFetcher.Limits(1 << 20, 1 << 20, Duration.ZERO);
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_VISITED = 10_000;

    private final ScriptedBroker broker = new ScriptedBroker();
    private @Nullable RawClient open;

    private enum Mode {
        COMMITTED,
        STREAM,
        OFFSETS,
        METADATA,
        VERSIONS,
        BATCHES
    }

    public FetchFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        byte[] segment = SeedBatches.segment();
        FetchResponseData.PartitionData partition = new FetchResponseData.PartitionData()
                .setPartitionIndex(0)
                .setHighWatermark(20)
                .setLastStableOffset(20)
                .setLogStartOffset(0)
                .setAbortedTransactions(List.of(new FetchResponseData.AbortedTransaction()
                        .setProducerId(7)
                        .setFirstOffset(3)))
                .setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(segment)));
        FetchResponseData fetch = new FetchResponseData()
                .setResponses(List.of(new FetchResponseData.FetchableTopicResponse()
                        .setTopicId(ScriptedBroker.TOPIC_ID)
                        .setPartitions(List.of(partition))));
        byte[] fetched = ScriptedBroker.array(ScriptedBroker.serialised(fetch, ApiKeys.FETCH.latestVersion()));
        seeds.add(InputBytes.prefixed(Mode.COMMITTED.ordinal(), fetched));
        seeds.add(InputBytes.prefixed(Mode.STREAM.ordinal(), fetched));
        ListOffsetsResponseData offsets = new ListOffsetsResponseData()
                .setTopics(List.of(new ListOffsetsResponseData.ListOffsetsTopicResponse()
                        .setName(ScriptedBroker.TOPIC)
                        .setPartitions(List.of(
                                new ListOffsetsResponseData.ListOffsetsPartitionResponse().setPartitionIndex(0),
                                new ListOffsetsResponseData.ListOffsetsPartitionResponse().setPartitionIndex(1)))));
        seeds.add(InputBytes.prefixed(
                Mode.OFFSETS.ordinal(),
                ScriptedBroker.array(ScriptedBroker.serialised(offsets, ApiKeys.LIST_OFFSETS.latestVersion(false)))));
        seeds.add(InputBytes.prefixed(
                Mode.METADATA.ordinal(),
                ScriptedBroker.array(
                        ScriptedBroker.serialised(broker.metadata(), ApiKeys.METADATA.latestVersion(false)))));
        seeds.add(InputBytes.prefixed(
                Mode.VERSIONS.ordinal(),
                ScriptedBroker.array(ScriptedBroker.serialised(
                        ScriptedBroker.versions(), ApiKeys.API_VERSIONS.latestVersion(false)))));
        seeds.add(InputBytes.prefixed(Mode.BATCHES.ordinal(), InputBytes.prefixed(1, segment)));
        return seeds;
    }

    @Override
    public long maxAllocatedBytes() {
        return 3L * RecordBytes.MAX_UNCOMPRESSED_BYTES;
    }

    @Override
    public void parse(byte[] input) {
        InputBytes bytes = new InputBytes(input);
        Mode mode = Mode.values()[bytes.below(Mode.values().length)];
        byte[] body = bytes.rest();
        try {
            switch (mode) {
                case COMMITTED -> committed(body);
                case STREAM -> stream(body);
                case OFFSETS -> offsets(body);
                case METADATA -> metadata(body);
                case VERSIONS -> versions(body);
                case BATCHES -> batches(new InputBytes(SeedBatches.bytesOf(body)));
            }
        } catch (RawAccessException e) {
            requireClear(e, "");
            closeClient();
        }
    }

    private void committed(byte[] body) {
        RawClient client = client(false);
        broker.answer(ApiKeys.FETCH, body);
        Map<PartitionId, FetchedBatches> fetched = new CommittedFetcher(client)
                .fetch(Map.of(FIRST, FetchPosition.at(2), SECOND, FetchPosition.at(0)), LIMITS);
        require(fetched.keySet().containsAll(Set.of(FIRST, SECOND)), "an answer for each partition that was asked for");
        try (CommittedBatches committed = new CommittedBatches()) {
            fetched.forEach((partition, answer) -> {
                if (answer instanceof FetchedBatches.Found found) {
                    committed.visit(partition, found, 2, header -> true);
                }
            });
        }
    }

    private void stream(byte[] body) {
        RawClient client = client(false);
        broker.answer(ApiKeys.FETCH, body);
        int[] visited = new int[1];
        BatchVisitor visitor = header -> ++visited[0] < MAX_VISITED;
        new RawFetcher(client).stream(FIRST, 2, 1_000, MAX_BYTES, visitor);
    }

    private void offsets(byte[] body) {
        RawClient client = client(false);
        broker.answer(ApiKeys.LIST_OFFSETS, body);
        Map<PartitionId, OffsetRange> offsets = new RawFetcher(client).offsets(List.of(FIRST, SECOND));
        requireEqual(Set.of(FIRST, SECOND), offsets.keySet(), "partitions with offsets");
    }

    private void metadata(byte[] body) {
        RawClient client = client(false);
        client.forget(ScriptedBroker.TOPIC);
        broker.answer(ApiKeys.METADATA, body);
        try {
            client.topic(ScriptedBroker.TOPIC);
        } finally {
            // It may name brokers that there are not.
            closeClient();
        }
    }

    private void versions(byte[] body) {
        closeClient();
        broker.answer(ApiKeys.API_VERSIONS, body);
        client(true).requireAnswer();
        closeClient();
    }

    /** Past the protocol: any bytes as batches, with aborted transactions and markers. */
    private static void batches(InputBytes bytes) {
        List<FetchedBatches.Aborted> aborted = List.of(
                new FetchedBatches.Aborted(7, 3), new FetchedBatches.Aborted(-1, 0), new FetchedBatches.Aborted(0, 0));
        FetchedBatches.Found found =
                new FetchedBatches.Found(ByteBuffer.wrap(bytes.rest()), aborted, 0, Long.MAX_VALUE);
        try (CommittedBatches committed = new CommittedBatches()) {
            committed.visit(FIRST, found, 2, header -> true);
        }
    }

    private RawClient client(boolean scripted) {
        RawClient client = open;
        if (client == null) {
            client = RawClient.open(
                    Map.of("bootstrap.servers", broker.address()), RawClientOptions.DEFAULTS.withTimeLimit(TIME_LIMIT));
            open = client;
        }
        if (!scripted) {
            // Where the leader is, so that only the answer in question is scripted.
            broker.answer(ApiKeys.PRODUCE, new byte[0]);
            client.leader(FIRST, client.connections().deadline());
            client.leader(SECOND, client.connections().deadline());
        }
        return client;
    }

    private void closeClient() {
        RawClient client = open;
        open = null;
        if (client != null) {
            client.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeClient();
        broker.close();
    }
}
