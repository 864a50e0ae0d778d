package dev.squeeze.feature.explain;

import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Tries what may save bytes: changes of records, another key, a topic for each type of record, and a dictionary.
 *
 * @param batches as they form today
 * @param measured costs of fields in these batches
 */
record ChangeTrials(
        BatchForming forming,
        ValueFormatGuess format,
        List<List<BatchRecord>> batches,
        FieldMeasurement measurement,
        FieldMeasurement.Costs measured) {
    private static final double FOR_CHANGES = 0.45;
    private static final double FOR_TYPES = 0.1;
    private static final int MAX_KEYS_TRIED = 2;
    /** Time on top of the budget, for other batches or the dictionary; with a slow codec, fewer records are used. */
    private static final Duration COMPRESSING = Duration.ofSeconds(2);

    /**
     * Savings of the changes.
     *
     * @param types of records that share the topic; absent if there is only one
     */
    record Results(Suggestions.Tried tried, Optional<TypesOfRecords> types) {}

    /**
     * Tries everything.
     *
     * @param budget for compressing; forming other batches, and the dictionary, take additional time
     * @param together whether combinable changes are also measured together
     */
    Results run(Duration budget, boolean together, BooleanSupplier stop, ProgressLine progress) {
        ChangeCandidates changes = new ChangeCandidates(measurement, measured.fields(), format.format());
        List<ChangeCandidate> candidates = changes.all();
        Suggestions suggestions =
                new Suggestions(measured.money(), measured.sizes().stored().estimate());
        suggestions.measure(
                candidates,
                measurement.paired(),
                part(budget, FOR_CHANGES),
                stop,
                done -> progress.progress("trying changes", done));
        Optional<AppliedChanges> applied = together
                ? suggestions.together(candidates, changes, measurement.paired(), part(budget, FOR_CHANGES / 2), stop)
                : Optional.empty();
        Optional<RecordTypes.Found> types = format.format().hasNames()
                ? RecordTypes.of(batches, measurement.names(), format.parser(measurement.names()))
                : Optional.empty();
        Optional<TypesOfRecords> costs = types.flatMap(found -> costs(found, part(budget, FOR_TYPES), stop));
        if (!stop.getAsBoolean()) {
            tryOtherBatches(types, part(budget, 1 - FOR_CHANGES - FOR_TYPES), stop, progress, suggestions);
            tryDictionary(progress, suggestions);
        }
        return new Results(suggestions.tried(applied), costs);
    }

    private static Duration part(Duration budget, double share) {
        return Duration.ofNanos((long) (share * budget.toNanos()));
    }

    /** Costs of the records by type; empty if stopped. */
    private Optional<TypesOfRecords> costs(RecordTypes.Found found, Duration budget, BooleanSupplier stop) {
        List<RecordEdit> edits = IntStream.range(0, found.types().count())
                .<RecordEdit>mapToObj(type -> new RecordEdit.WithoutType(found.types(), type))
                .toList();
        BatchSizes sizes = measurement.paired().measure(edits, budget, stop, done -> {});
        if (!sizes.haveIntervals()) {
            return Optional.empty();
        }
        return Optional.of(new TypesOfRecords(
                found.recordsSeen(),
                found.discriminatorField(),
                IntStream.range(0, edits.size())
                        .mapToObj(type -> {
                            ConfidenceInterval stored = sizes.savedInTheSameBatches(type);
                            double share = found.shares().get(type);
                            return new TypeCost(
                                    share,
                                    sizes.rawSaved(type) / share,
                                    sizes.rawSaved(type) / sizes.rawBytesPerRecord(),
                                    stored,
                                    stored.estimate() / sizes.stored().estimate(),
                                    found.ownFields().get(type));
                        })
                        .toList()));
    }

    private void tryOtherBatches(
            Optional<RecordTypes.Found> types,
            Duration budget,
            BooleanSupplier stop,
            ProgressLine progress,
            Suggestions suggestions) {
        double[] raw = measurement.leaves().stream()
                .mapToDouble(measurement.survey()::rawBytesPerRecord)
                .toArray();
        List<Integer> keys = measurement.profiles().keyCandidates(raw, MAX_KEYS_TRIED);
        if (keys.isEmpty() && types.isEmpty()) {
            return;
        }
        progress.progress("forming other batches", 0);
        // Today's batches are compressed as well.
        Duration each = budget.dividedBy(1L + keys.size() + (types.isPresent() ? 1 : 0));
        OtherBatches other = new OtherBatches(forming.affordable(COMPRESSING, Long.MAX_VALUE), format, each, stop);
        double stored = measured.sizes().stored().estimate();
        for (int place : keys) {
            String path =
                    measurement.names().field(measurement.leaves().get(place)).path();
            progress.progress("trying " + path + " as the key", 0);
            other.savedByKey(path)
                    .ifPresent(share -> suggestions.add(
                            Suggestion.Kind.KEY,
                            List.of(path),
                            "make " + path + " the record key, so that similar records share batches",
                            "ordering is only per " + path
                                    + ", partitions are as uneven as its values, and compaction"
                                    + " and joins use it",
                            share.times(stored)));
        }
        types.ifPresent(found -> {
            progress.progress("trying a topic for each type", 0);
            other.savedByTopics(found.types(), format.parser(measurement.names()))
                    .ifPresent(share -> suggestions.add(
                            Suggestion.Kind.TOPIC_FOR_EACH_TYPE,
                            List.of(),
                            "give each of the " + found.types().count()
                                    + " record types a topic of its own, with its share of the partitions",
                            "the order between records of different types; consumers subscribe to several topics",
                            share.times(stored)));
        });
    }

    private void tryDictionary(ProgressLine progress, Suggestions suggestions) {
        Codec codec = forming.settings().codec();
        if (codec.type() != CodecType.ZSTD) {
            return;
        }
        progress.progress("training a dictionary", 0);
        DictionaryBound.measure(batches, codec, forming.compressedIn(COMPRESSING.dividedBy(2)))
                .ifPresent(saved -> suggestions.add(
                        Suggestion.Kind.DICTIONARY_BOUND,
                        List.of(),
                        "a zstd dictionary trained on the records: Kafka cannot transfer one, but larger batches achieve"
                                + " part of this",
                        "not possible in Kafka's batch format",
                        saved));
    }
}
