package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Tries what may save bytes: changes of values, other keys, and a dictionary.
 *
 * @param batches as they form today
 * @param measured what fields cost in them
 */
record ChangeTrials(
        BatchForming forming,
        ValueFormatGuess format,
        List<List<BatchRecord>> batches,
        FieldMeasurement measurement,
        FieldMeasurement.Costs measured,
        int threads) {
    private static final double FOR_CHANGES = 0.55;
    private static final int MAX_KEYS_TRIED = 2;
    /** Of what comes on top of the budget, for a key or the dictionary: a slow codec gets fewer records. */
    private static final Duration COMPRESSING = Duration.ofSeconds(2);

    /**
     * All that there is.
     *
     * @param budget for compressing; batches with other keys, and the dictionary, come on top
     * @param together whether changes that go together are measured together too
     */
    Suggestions.Tried run(Duration budget, boolean together, BooleanSupplier stop, ProgressLine progress) {
        Suggestions changes = new Suggestions(measurement, measured.fields(), format.format() == ValueFormat.JSON);
        Suggestions.Tried tried = changes.measure(
                part(budget, FOR_CHANGES), measured.money(), stop, done -> progress.progress("trying changes", done));
        List<Suggestion> suggestions = new ArrayList<>(tried.worthwhile());
        Optional<AppliedChanges> applied = together && !stop.getAsBoolean()
                ? changes.together(tried, part(budget, FOR_CHANGES / 2), stop)
                : Optional.empty();
        int further = 0;
        if (!stop.getAsBoolean()) {
            further += tryKeys(part(budget, 1 - FOR_CHANGES), stop, progress, suggestions);
            further += tryDictionary(progress, suggestions);
        }
        return new Suggestions.Tried(tried.number() + further, Suggestions.sorted(suggestions), applied);
    }

    private static Duration part(Duration budget, double share) {
        return Duration.ofNanos((long) (share * budget.toNanos()));
    }

    private int tryKeys(Duration budget, BooleanSupplier stop, ProgressLine progress, List<Suggestion> suggestions) {
        KeyTrial keys = new KeyTrial(forming.affordable(COMPRESSING, Long.MAX_VALUE), format);
        double[] raw = measurement.leaves().stream()
                .mapToDouble(measurement.survey()::rawBytesPerRecord)
                .toArray();
        List<Integer> candidates = measurement.profiles().keyCandidates(raw, MAX_KEYS_TRIED);
        for (int place : candidates) {
            String path =
                    measurement.names().field(measurement.leaves().get(place)).path();
            progress.progress("trying " + path + " as the key", 0);
            ConfidenceInterval stored = measured.sizes().stored();
            keys.saved(path, stored, part(budget, 1.0 / candidates.size()), stop, threads)
                    .flatMap(saved -> Suggestions.suggestion(
                            Suggestion.Kind.KEY,
                            List.of(path),
                            "make " + path + " the record key, so that like records share batches",
                            "order holds for each " + path
                                    + " alone, partitions are as uneven as its values, and compaction"
                                    + " and joins go by it",
                            saved,
                            0,
                            stored.estimate(),
                            measured.money()))
                    .ifPresent(suggestions::add);
        }
        return candidates.size();
    }

    private int tryDictionary(ProgressLine progress, List<Suggestion> suggestions) {
        Codec codec = forming.settings().codec();
        if (codec.type() != CodecType.ZSTD) {
            return 0;
        }
        progress.progress("training a dictionary", 0);
        DictionaryBound.measure(batches, codec, forming.compressedIn(COMPRESSING.dividedBy(2)))
                .flatMap(saved -> Suggestions.suggestion(
                        Suggestion.Kind.DICTIONARY_BOUND,
                        List.of(),
                        "a zstd dictionary trained on the records: Kafka cannot carry one, so larger batches are the way to"
                                + " some of this",
                        "not possible with Kafka's batches",
                        saved,
                        0,
                        measured.sizes().stored().estimate(),
                        measured.money()))
                .ifPresent(suggestions::add);
        return 1;
    }
}
