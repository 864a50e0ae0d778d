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
 * What {@code squeeze watch report} made of a history.
 *
 * @param schemaVersion version of the document's form
 * @param observation what it is made of
 * @param currency of all money
 * @param change before against after; absent where no moment was named
 * @param topics by stored bytes, the most first
 * @param marks in the order of time
 * @param notes what a reader has to know of the figures
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
     * @param history its folder
     * @param bootstrap address of the cluster; the last one where there were several
     * @param from the first row's beginning
     * @param until the last row's end
     * @param observedSeconds that rows stand for
     * @param rows pieces of time
     * @param load on the cluster
     * @param maxBytesPerSecond that reading was allowed
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
     * Before against after, over all topics.
     *
     * @param at when something was changed
     * @param until when that was through; absent where it took no time
     * @param verdict of all topics together: worse where one is worse
     * @param bytes change of stored bytes at the rates of the time after; absent where no topic can be compared
     * @param money change per month; absent where it is not known of any topic
     * @param brokerCpu change of brokers' CPU time for each record; absent without JMX on both sides
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

    /** Whether {@code --fail-on} ends with the exit code of a missed threshold. */
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
