package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Savings of changes of records, sorted into those that are worthwhile and those that are not. */
final class Suggestions {
    /** Smaller savings are not worth a change of records. */
    private static final double MIN_SHARE = 0.001;

    private final FieldMoney money;
    private final double storedBytesPerRecord;
    private final List<Suggestion> worthwhile = new ArrayList<>();
    private final List<TriedChange> withoutGain = new ArrayList<>();

    /** @param storedBytesPerRecord of today */
    Suggestions(FieldMoney money, double storedBytesPerRecord) {
        this.money = money;
        this.storedBytesPerRecord = storedBytesPerRecord;
    }

    /**
     * Changes that were tried.
     *
     * @param worthwhile those whose interval excludes zero, with those that lose nothing first
     * @param withoutGain all others, the largest saving first
     * @param together all worthwhile changes that lose no information, combined; empty if not requested or if they save
     *     nothing
     */
    record Tried(List<Suggestion> worthwhile, List<TriedChange> withoutGain, Optional<AppliedChanges> together) {
        int number() {
            return worthwhile.size() + withoutGain.size();
        }
    }

    /** Measures changes that keep records in their batches. */
    void measure(
            List<ChangeCandidate> candidates,
            PairedBatches paired,
            Duration budget,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        // Leaving out a field saves what the field costs.
        candidates.forEach(candidate -> candidate
                .cost()
                .ifPresent(cost ->
                        add(candidate, cost.storedBytesPerRecord(), cost.moneyPerMonth(), storedBytesPerRecord)));
        List<ChangeCandidate> tried = candidates.stream()
                .filter(candidate -> candidate.cost().isEmpty())
                .toList();
        if (tried.isEmpty() || stop.getAsBoolean()) {
            return;
        }
        BatchSizes sizes = paired.measureOfAllRecords(
                tried.stream().map(ChangeCandidate::edit).toList(), budget, stop, progress);
        if (!sizes.haveIntervals()) {
            return;
        }
        for (int i = 0; i < tried.size(); i++) {
            add(
                    tried.get(i),
                    sizes.saved(i),
                    money.saved(sizes.saved(i), sizes.rawSaved(i)),
                    sizes.stored().estimate());
        }
    }

    private void add(ChangeCandidate tried, ConfidenceInterval saved, ConfidenceInterval moneySaved, double stored) {
        add(tried.kind(), tried.fields(), tried.words(), tried.breaks(), saved, moneySaved, stored);
    }

    /** A change of which records share a batch, compared with today's bytes; uncompressed bytes stay the same. */
    void add(Suggestion.Kind kind, List<String> fields, String words, String breaks, ConfidenceInterval saved) {
        add(kind, fields, words, breaks, saved, money.saved(saved, 0), storedBytesPerRecord);
    }

    /** Not worthwhile if the interval includes zero, or if hardly anything is saved. */
    private void add(
            Suggestion.Kind kind,
            List<String> fields,
            String words,
            String breaks,
            ConfidenceInterval saved,
            ConfidenceInterval moneySaved,
            double stored) {
        double share = saved.estimate() / stored;
        if (saved.low() > 0 && share >= MIN_SHARE) {
            worthwhile.add(new Suggestion(kind, fields, words, saved, share, moneySaved, breaks));
        } else {
            withoutGain.add(new TriedChange(kind, words, saved));
        }
    }

    /**
     * All changes that save bytes without losing information, at once. Empty if there are none, if their interval
     * includes zero, or if stopped.
     */
    Optional<AppliedChanges> together(
            List<ChangeCandidate> candidates,
            ChangeCandidates all,
            PairedBatches paired,
            Duration budget,
            BooleanSupplier stop) {
        List<ChangeCandidate> applied = candidates.stream()
                .filter(candidate -> candidate.kind().goesTogether()
                        && worthwhile.stream().anyMatch(each -> each.words().equals(candidate.words())))
                .toList();
        Optional<RecordEdit.OfEach> edit = applied.stream()
                .map(ChangeCandidate::value)
                .flatMap(Optional::stream)
                .reduce(ValueChange::and)
                .map(all::edit);
        if (edit.isEmpty() || stop.getAsBoolean()) {
            return Optional.empty();
        }
        BatchSizes sizes = paired.measureOfAllRecords(List.of(edit.get()), budget, stop, done -> {});
        return sizes.haveIntervals() && sizes.saved(0).low() > 0
                ? Optional.of(new AppliedChanges(
                        applied.stream().map(ChangeCandidate::words).toList(),
                        edit.get(),
                        sizes.saved(0),
                        sizes.saved(0).estimate() / sizes.stored().estimate()))
                : Optional.empty();
    }

    Tried tried(Optional<AppliedChanges> together) {
        List<Suggestion> sorted = worthwhile.stream()
                .sorted(Comparator.comparing(
                                (Suggestion suggestion) -> suggestion.kind().price())
                        .thenComparing(Comparator.comparingDouble((Suggestion suggestion) ->
                                        suggestion.savedBytesPerRecord().estimate())
                                .reversed()))
                .toList();
        List<TriedChange> others = withoutGain.stream()
                .sorted(Comparator.comparingDouble(
                        (TriedChange each) -> -each.savedBytesPerRecord().estimate()))
                .toList();
        return new Tried(sorted, others, together);
    }
}
