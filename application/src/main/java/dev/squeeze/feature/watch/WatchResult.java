package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of {@code squeeze watch report}.
 *
 * @param schemaVersion version of the document's schema
 * @param observation what was observed, and when
 * @param currency of all money
 * @param change comparison of before and after; absent without {@code --change-at}
 * @param topics by stored bytes, largest first
 * @param marks detected changes, oldest first
 * @param notes what a reader needs to know to interpret the figures
 */
public record WatchResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        Observation observation,
        String currency,
        Optional<Change> change,
        List<WatchedTopic> topics,
        List<Mark> marks,
        List<String> notes)
        implements Result {
    public static final ResultKind KIND = new ResultKind("watch", WatchResult.class);

    public WatchResult {
        topics = List.copyOf(topics);
        marks = List.copyOf(marks);
        notes = List.copyOf(notes);
    }

    /**
     * What was observed.
     *
     * @param history folder of the history
     * @param bootstrap address of the cluster; the last one if it changed
     * @param from start of the first row
     * @param until end of the last row
     * @param observedSeconds time covered by rows
     * @param rows number of slots
     * @param load of the watch on the cluster
     * @param maxBytesPerSecond limit for reading
     */
    public record Observation(
            String history,
            String bootstrap,
            Instant from,
            Instant until,
            double observedSeconds,
            long rows,
            ReadingLoad load,
            double maxBytesPerSecond) {}

    /**
     * Comparison of before and after, over all topics.
     *
     * @param at when something was changed
     * @param until when the change was complete; absent if it was instantaneous
     * @param verdict of all topics together: worse if one is worse
     * @param bytes change of stored bytes at the rates after the change; absent if no topic can be compared
     * @param money change per month; absent if it is unknown for all topics
     * @param brokerCpu change of brokers' CPU time per record; absent without JMX both before and after
     * @param coresBefore of all brokers; absent without JMX
     * @param coresAfter likewise
     */
    public record Change(
            Instant at,
            Optional<Instant> until,
            Verdict verdict,
            Optional<ConfidenceInterval> bytes,
            Optional<ConfidenceInterval> money,
            Optional<ConfidenceInterval> brokerCpu,
            OptionalDouble coresBefore,
            OptionalDouble coresAfter) {}

    /** Whether stored bytes per record of at least one topic rose. */
    boolean isWorse() {
        return change.filter(compared -> compared.verdict() == Verdict.WORSE).isPresent();
    }

    @Override
    public Document document() {
        return WatchDocument.of(this);
    }

    @Override
    public String csv() {
        return WatchCsv.of(this);
    }
}
