package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder.LeftOut;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Notes that a reader needs to interpret the figures of a history. */
final class WatchNotes {
    /** A smaller gap is a restart. */
    private static final double ALL_BUT_A_REST = 0.98;

    private static final int MAX_NAMED = 10;

    private WatchNotes() {}

    /**
     * @param withoutDisks topics whose money does not include storage
     * @param planned topics that the plan changes
     */
    static List<String> of(
            HistoryTotals history,
            List<WatchedTopic> topics,
            List<LeftOut> leftOut,
            boolean moneyKnown,
            Set<String> withoutDisks,
            Collection<String> planned) {
        List<String> notes = new ArrayList<>();
        leftOut.forEach(part -> notes.add(Figures.say(
                "%s of %s were skipped: %s",
                ByteCount.binary(part.bytes()), part.file().getFileName(), part.why())));
        history.first().ifPresent(first -> {
            double span = Duration.between(first, history.last()).toMillis() / 1e3;
            if (history.seconds() < ALL_BUT_A_REST * span) {
                notes.add(Figures.say(
                        "Nothing was observed for %s of this period: rates are averages over the rest.",
                        DurationText.roughly(span - history.seconds())));
            }
        });
        if (!moneyKnown) {
            notes.add("The price list bills uncompressed bytes, which headers do not show, so there is no money.");
        }
        if (!withoutDisks.isEmpty()) {
            notes.add(Figures.say(
                    "Money for %s covers only bytes on the wire, since nothing is deleted by age or size and a history"
                            + " does not show how much is stored: %s%s.",
                    Figures.count(withoutDisks.size(), "topic"),
                    withoutDisks.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")),
                    withoutDisks.size() > MAX_NAMED ? ", ..." : ""));
        }
        comparisons(topics, notes);
        unseen(topics, planned).ifPresent(notes::add);
        return notes;
    }

    /** Topics without records have no rows, and would otherwise be missing silently. */
    private static Optional<String> unseen(List<WatchedTopic> topics, Collection<String> planned) {
        Set<String> unseen = new TreeSet<>(planned);
        topics.forEach(topic -> unseen.remove(topic.topic()));
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of(Figures.count(unseen.size(), "topic") + " of the plan had no records in this period: "
                        + String.join(", ", unseen) + ".");
    }

    private static void comparisons(List<WatchedTopic> topics, List<String> notes) {
        List<Comparison> compared = topics.stream()
                .flatMap(topic -> topic.comparison().stream())
                .filter(comparison -> comparison.bytes().isPresent())
                .toList();
        if (!compared.isEmpty() && compared.stream().noneMatch(Comparison::byDays)) {
            notes.add("Less than three days before the change, or less than an hour after it, were observed: daily and"
                    + " weekly patterns are not taken into account, and an apparent change may only be the"
                    + " time of day.");
        }
        long little = topics.stream()
                .flatMap(topic -> topic.comparison().stream())
                .filter(comparison -> comparison.verdict() == Verdict.UNKNOWN)
                .count();
        if (little > 0) {
            notes.add(Figures.count(little, "topic") + " had too little traffic before or after the change.");
        }
    }

    /** Limitations of what headers show, for the end of a document. */
    static List<String> unknown() {
        return List.of(
                "Ratio and level: a header contains the codec and the compressed size, but not the uncompressed size."
                        + " Look at stored bytes per record instead: for the same records, they fall as the ratio"
                        + " rises.",
                "batch.size and linger.ms: headers only show their effect, which is the records per batch and the time"
                        + " from a batch's first record to its last.",
                "Latency: the time from a batch's first record to its last is the part that batching adds, at most"
                        + " linger.ms unless something else delays the batch.",
                "Producer identity: a producer without idempotence has no ID, and a restarted one has a new ID.",
                "Recompression by brokers: it is only detected if the batches of one producer ID change to the topic's"
                        + " compression.type, or by the brokers' metrics with --jmx.");
    }
}
