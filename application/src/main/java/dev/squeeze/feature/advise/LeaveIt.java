package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether today's settings should stay. */
final class LeaveIt {
    private static final double INCOMPRESSIBLE_RATIO = 1.05;

    /** Headers of small packed records are alike and compress, and what each of them holds does not. */
    private static final double PACKED_RATIO = 1.3;

    private static final double SMALL_SHARE = 0.02;
    private static final double LEVEL_ALONE_SHARE = 0.05;

    private LeaveIt() {}

    /**
     * What the records themselves say.
     *
     * @param bestRatio of all codecs at all batch sizes
     * @param text that stands for bytes that do not compress
     * @param formats of nearly all values, where they are compressed by themselves
     */
    record Content(double bestRatio, Optional<ValueContent> text, List<ValueFormat> formats) {
        /** Whether no codec takes off more than what frames of compressed bytes have in common. */
        private boolean isCompressed() {
            boolean packed = !formats.isEmpty() && formats.stream().noneMatch(ValueFormat::isMedia);
            return bestRatio < (packed ? PACKED_RATIO : INCOMPRESSIBLE_RATIO);
        }

        /** Of what is gained, all that counts as too little: what codecs take off compressed bytes is chance. */
        private double smallShare(Prediction current) {
            return hardlyCompressesAt(current) ? LEVEL_ALONE_SHARE : SMALL_SHARE;
        }

        private boolean hardlyCompressesAt(Prediction current) {
            return current.settings().storedCodec().type() == CodecType.NONE && isCompressed();
        }

        /** Why no settings gain much, where it is what the records hold, whatever they are compressed with today. */
        private Optional<String> reason() {
            if (text.isPresent()) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "the values are %s of something that does not compress (%.2fx at best). Send the bytes themselves: that"
                                + " takes %.0f %% less, and no codec takes off more",
                        text.get().label(),
                        bestRatio,
                        100 * text.get().savedAsBytes()));
            }
            return isCompressed()
                    ? Optional.of(String.format(
                            Locale.ROOT,
                            "the records hardly compress (%.2fx at best with any codec): %s",
                            bestRatio,
                            cause(formats)))
                    : Optional.empty();
        }

        /** What saves more than any settings. */
        Optional<Caveat> caveat() {
            if (text.isPresent()) {
                return Optional.of(new ChangeCaveat.TextOfBytes(
                        text.get().label(), text.get().savedAsBytes()));
            }
            return formats.isEmpty() || formats.stream().anyMatch(ValueFormat::isMedia)
                    ? Optional.empty()
                    : Optional.of(new ChangeCaveat.CompressedValues(
                            formats.stream().map(ValueFormat::label).distinct().toList()));
        }

        /** Of what was measured. */
        static Content of(Sample sample, SweepResult sweep) {
            double best = sweep.measurements().stream()
                    .flatMap(one -> one.ratio().stream())
                    .mapToDouble(ConfidenceInterval::estimate)
                    .max()
                    .orElse(1);
            List<BatchRecord> records = sample.sizes().get(0).recordsInOrder();
            return new Content(best, ValueContent.of(records, best), ValueFormat.of(records));
        }
    }

    /** The reason, as a clause; empty where a change is worth it. */
    static Optional<String> reason(
            Content content,
            Ladder ladder,
            Prediction current,
            Prediction best,
            Savings savings,
            CostModel costs,
            AdviceRequest request) {
        boolean same = best.settings().equals(current.settings());
        double before = request.objective().score(current);
        double gained = (before - request.objective().score(best)) / before;
        if (same || gained < content.smallShare(current)) {
            Optional<String> inRecords = content.reason();
            if (inRecords.isPresent()) {
                return inRecords;
            }
        }
        if (same) {
            return Optional.of(goodAlready(ladder));
        }
        if (gained <= 0) {
            return Optional.of("it is good already: no other setting gains anything");
        }
        if (gained < SMALL_SHARE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the best other setting gains only %.1f %%, too little to be worth a change",
                    100 * gained));
        }
        if (onlyLevelDiffers(current.settings(), best.settings()) && gained < LEVEL_ALONE_SHARE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "only the level would change (%s to %s), for %.1f %%",
                    current.settings().storedCodec(),
                    best.settings().storedCodec(),
                    100 * gained));
        }
        boolean forMoney = request.objective() == Objective.COST || request.objective() == Objective.BALANCED;
        return forMoney
                ? MoneyDoubt.about(savings.money())
                        .map(doubt ->
                                doubt.words(savings.money(), costs.prices().currency()))
                : Optional.empty();
    }

    /** Where no settings keep within the limits: the reason, if none comes notably closer to them than today's. */
    static Optional<String> beyondLimits(Prediction current, Prediction nearest) {
        return nearest.settings().equals(current.settings())
                ? Optional.of("no setting keeps within the limits, and none comes notably closer")
                : Optional.empty();
    }

    private static String cause(List<ValueFormat> formats) {
        if (formats.isEmpty()) {
            return "they look random, as encrypted data do, or compressed ones without a known header. Compress before"
                    + " encrypting";
        }
        String names = formats.stream().map(ValueFormat::label).distinct().collect(Collectors.joining(", "));
        return formats.stream().allMatch(ValueFormat::isMedia)
                ? "they are " + names + ", which are compressed already"
                : "each is compressed already (" + names
                        + "). Send them as they were before: a codec of Kafka compresses"
                        + " whole batches, which saves more than each record by itself";
    }

    private static String goodAlready(Ladder ladder) {
        Optional<Prediction> most = ladder.most();
        return most.isEmpty() || ladder.shareOfToday() <= 0
                ? "it is good already: no other setting within the limits is sure to cost less"
                : String.format(
                        Locale.ROOT,
                        "it is good already, with %.0f %% of what compression and batching save; the rest takes %s",
                        100 * ladder.shareOfToday(),
                        most.get().settings());
    }

    private static boolean onlyLevelDiffers(ProducerSettings one, ProducerSettings other) {
        return one.storedCodec().type() == other.storedCodec().type()
                && one.batchSizeBytes() == other.batchSizeBytes()
                && one.lingerMillis() == other.lingerMillis();
    }
}
