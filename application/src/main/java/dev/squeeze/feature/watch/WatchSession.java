package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.source.ReadPace;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** The connections of a watch, used as long as the cluster answers; after a failure a new session is opened. */
final class WatchSession implements AutoCloseable {
    private final RawClient client;
    private final ClusterFacts facts;
    private final RoundReader reader;
    private final ReadPace pace;
    private final Runnable betweenReads;

    private WatchSession(
            RawClient client, ClusterFacts facts, RoundReader reader, ReadPace pace, Runnable betweenReads) {
        this.client = client;
        this.facts = facts;
        this.reader = reader;
        this.pace = pace;
        this.betweenReads = betweenReads;
    }

    /** @param betweenReads called between two requests; an exception from it ends the reading */
    static WatchSession open(WatchOptions options, Runnable betweenReads) {
        options.cluster().requireAnswer(ConnectionArguments.TIMEOUT);
        RawClient client = RawClient.open(
                options.cluster().connection(), RawClientOptions.DEFAULTS.withTimeLimit(ConnectionArguments.TIMEOUT));
        try {
            ReadPace pace = new ReadPace(options.maxRate());
            RoundReader reader = new RoundReader(client, pace, betweenReads, new SplittableRandom());
            ClusterFacts facts = ClusterFacts.open(options.cluster(), ConnectionArguments.TIMEOUT);
            return new WatchSession(client, facts, reader, pace, betweenReads);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    ClusterFacts facts() {
        return facts;
    }

    /** What this session's connections transferred so far; admin requests are counted elsewhere. */
    ReadingLoad load() {
        LinkBytes link = client.linkBytes();
        return new ReadingLoad(client.requests(), link.sent(), link.received(), 0, reader.batchBytes());
    }

    /**
     * Reads a round within a budget of bytes, which includes the requests for offsets.
     *
     * @param budgetBytes maximum bytes of all responses
     */
    List<TopicRound> round(TopicBoard board, double budgetBytes, long round) {
        long before = client.linkBytes().received();
        Set<String> gone = board.topics().isEmpty() ? Set.of() : reader.ends(board.topics());
        board.drop(gone);
        long asked = client.linkBytes().received() - before;
        pace.after(asked, betweenReads);
        return reader.read(board.topics(), Math.max(0, budgetBytes - asked), round);
    }

    @Override
    public void close() {
        facts.close();
        client.close();
    }
}
