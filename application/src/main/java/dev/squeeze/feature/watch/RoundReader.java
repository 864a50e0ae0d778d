package dev.squeeze.feature.watch;

import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.kafka.CommittedFetcher;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.FetchedBatches;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.TopicLayout;
import dev.squeeze.kit.source.ReadPace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Reads a round: the end offsets of all partitions, with one request per broker, then batches at some of the new
 * offsets. A fetch returns whole batches, since Kafka has no request for headers alone; only headers are parsed. One
 * response at a time is in memory.
 */
final class RoundReader {
    /** Limit for one response of a broker. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final RawClient client;
    private final RawFetcher offsets;
    private final CommittedFetcher fetcher;
    private final ReadPace pace;
    private final Runnable betweenReads;
    private final SplittableRandom random;
    private final BatchScanner scanner = new BatchScanner();
    /** Topics in which the end offset of some partition could not be read the last time. */
    private final Set<String> incomplete = new HashSet<>();

    private long batchBytes;

    /**
     * @param betweenReads called between requests and while waiting to keep the pace; an exception from it ends the
     *     round
     */
    RoundReader(RawClient client, ReadPace pace, Runnable betweenReads, SplittableRandom random) {
        this.client = client;
        this.offsets = new RawFetcher(client);
        this.fetcher = new CommittedFetcher(client);
        this.pace = pace;
        this.betweenReads = betweenReads;
        this.random = random;
    }

    /** Bytes of batches received so far. */
    long batchBytes() {
        return batchBytes;
    }

    /**
     * Reads the current end offsets. Partitions whose leader does not answer keep their old ones until it does.
     *
     * @return topics that no longer exist
     * @throws RawAccessException if the cluster does not answer
     */
    Set<String> ends(List<TopicPositions> topics) {
        List<TopicPositions> together = topics.stream()
                .filter(topic -> !incomplete.contains(topic.topic()))
                .toList();
        List<TopicPositions> apart = topics.stream()
                .filter(topic -> incomplete.contains(topic.topic()))
                .toList();
        try {
            take(together, offsets.committedEnds(partitionsOf(together)));
        } catch (RawAccessException e) {
            client.requireAnswer();
            apart = topics;
        }
        return endsOneByOne(apart);
    }

    /** Topic by topic, so that one that was deleted or has no leader does not affect the others. */
    private Set<String> endsOneByOne(List<TopicPositions> topics) {
        incomplete.clear();
        Set<String> gone = new HashSet<>();
        for (TopicPositions topic : topics) {
            betweenReads.run();
            try {
                client.forget(topic.topic());
                endsByLeader(topic, client.topic(topic.topic()));
            } catch (RawAccessException e) {
                client.requireAnswer();
                gone.add(topic.topic());
            }
        }
        return gone;
    }

    private void endsByLeader(TopicPositions topic, TopicLayout layout) {
        int learned = 0;
        for (List<PartitionId> partitions : layout.partitionsByLeader().values()) {
            try {
                take(List.of(topic), offsets.committedEnds(partitions));
                learned += partitions.size();
            } catch (RawAccessException e) {
                betweenReads.run();
            }
        }
        if (learned < topic.partitions()) {
            incomplete.add(topic.topic());
        }
    }

    private static List<PartitionId> partitionsOf(List<TopicPositions> topics) {
        List<PartitionId> partitions = new ArrayList<>();
        topics.forEach(topic -> partitions.addAll(partitionsOf(topic)));
        return partitions;
    }

    private static List<PartitionId> partitionsOf(TopicPositions topic) {
        List<PartitionId> partitions = new ArrayList<>();
        for (int i = 0; i < topic.partitions(); i++) {
            partitions.add(topic.partition(i));
        }
        return partitions;
    }

    private static void take(List<TopicPositions> topics, Map<PartitionId, Long> ends) {
        for (TopicPositions topic : topics) {
            for (int i = 0; i < topic.partitions(); i++) {
                Long end = ends.get(topic.partition(i));
                if (end != null && end >= 0) {
                    topic.end(i, end);
                }
            }
        }
    }

    /**
     * Reads a sample of the new batches.
     *
     * @param budgetBytes maximum bytes of all responses
     * @return one for each topic of which batches were read; new records of the others are left for the next round
     */
    List<TopicRound> read(List<TopicPositions> topics, double budgetBytes, long round) {
        List<Draw> draws = DrawPlan.of(topics, budgetBytes, random);
        Map<TopicPositions, TopicRound> found = new IdentityHashMap<>();
        List<Draw> again = new ArrayList<>();
        for (List<Draw> request : DrawPlan.requests(draws, MAX_ANSWER_BYTES)) {
            betweenReads.run();
            again.addAll(answer(request, found));
        }
        // Giving up on these would leave out large batches. As the only partition in a request, the first batch is
        // returned completely.
        for (Draw draw : again) {
            betweenReads.run();
            answer(List.of(draw), found);
        }
        List<TopicRound> rounds = new ArrayList<>();
        topics.forEach(topic -> {
            TopicRound seen = found.get(topic);
            if (seen != null && !seen.composition().isEmpty()) {
                rounds.add(seen);
                topic.observedAll(round);
            }
        });
        return rounds;
    }

    /** @return draws to retry, since their responses did not contain enough */
    private List<Draw> answer(List<Draw> request, Map<TopicPositions, TopicRound> found) {
        Map<PartitionId, FetchPosition> positions = new HashMap<>();
        request.forEach(
                draw -> positions.put(draw.topic().partition(draw.partition()), FetchPosition.at(draw.offset())));
        int ask = request.get(0).topic().askBytes();
        CommittedFetcher.Limits limits =
                new CommittedFetcher.Limits(ask, Math.max(ask, 2 * MAX_ANSWER_BYTES), Duration.ZERO);
        Map<PartitionId, FetchedBatches> answers = fetched(positions, limits);
        long bytes = 0;
        List<Draw> again = new ArrayList<>();
        for (Draw draw : request) {
            if (answers.get(draw.topic().partition(draw.partition())) instanceof FetchedBatches.Found batches) {
                bytes += batches.bytes().remaining();
                TopicRound round =
                        found.computeIfAbsent(draw.topic(), topic -> new TopicRound(topic.topic(), topic.fresh()));
                take(draw, batches.bytes(), round).ifPresent(again::add);
            }
        }
        batchBytes += bytes;
        pace.after(bytes + (long) request.size() * DrawPlan.OVERHEAD_BYTES, betweenReads);
        return again;
    }

    /** A topic that cannot be read fails the whole request; then partitions are fetched one by one. */
    private Map<PartitionId, FetchedBatches> fetched(
            Map<PartitionId, FetchPosition> positions, CommittedFetcher.Limits limits) {
        try {
            return fetcher.fetch(positions, limits);
        } catch (RawAccessException e) {
            client.requireAnswer();
            Map<PartitionId, FetchedBatches> answers = new HashMap<>();
            positions.forEach((partition, position) -> {
                try {
                    answers.putAll(fetcher.fetch(Map.of(partition, position), limits));
                } catch (RawAccessException unreadable) {
                    client.forget(partition.topic());
                }
            });
            return answers;
        }
    }

    /** @return a draw to retry, if a batch was larger than the fetch size */
    private Optional<Draw> take(Draw draw, ByteBuffer bytes, TopicRound round) {
        List<SeenBatch> batches = new ArrayList<>();
        long[] next = {draw.offset()};
        long end = draw.topic().end(draw.partition());
        scanner.scan(bytes, header -> {
            if (header.lastOffset() < draw.offset()) {
                return true;
            }
            if (header.baseOffset() >= end) {
                return false;
            }
            next[0] = header.lastOffset() + 1;
            if (!header.isControl()) {
                batches.add(SeenBatch.of(header));
            }
            return true;
        });
        batches.forEach(draw.topic()::learn);
        if (draw.whole() && next[0] < end) {
            return Optional.of(draw.atOneOffset(random.nextLong(draw.offset(), end)));
        }
        if (next[0] == draw.offset()) {
            draw.topic().askForMore();
            return Optional.of(draw);
        }
        if (!batches.isEmpty()) {
            round.add(batches, draw.whole(), draw.weight());
        }
        return Optional.empty();
    }
}
