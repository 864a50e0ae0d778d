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

/** Decides whether today's settings should stay. */
final class LeaveIt {
    private static final double INCOMPRESSIBLE_RATIO = 1.05;

    /** Small compressed records have similar headers, which compress; their contents do not. */
    private static final double PACKED_RATIO = 1.3;

    private static final double SMALL_SHARE = 0.02;
    private static final double LEVEL_ALONE_SHARE = 0.05;

    private LeaveIt() {}

    /**
     * What the records themselves explain.
     *
     * @param bestRatio of all codecs at all batch sizes
     * @param text encoding of incompressible bytes
     * @param formats of nearly all values, if they are individually compressed
     */
    record Content(double bestRatio, Optional<ValueContent> text, List<ValueFormat> formats) {
        /** Whether no codec saves more than the common headers of compressed values. */
        private boolean isCompressed() {
            boolean packed = !formats.isEmpty() && formats.stream().noneMatch(ValueFormat::isMedia);
            return bestRatio < (packed ? PACKED_RATIO : INCOMPRESSIBLE_RATIO);
        }

        /** The share below which a gain is too small: what codecs save of compressed bytes is chance. */
        private double smallShare(Prediction current) {
            return hardlyCompressesAt(current) ? LEVEL_ALONE_SHARE : SMALL_SHARE;
        }

        private boolean hardlyCompressesAt(Prediction current) {
            return current.settings().storedCodec().type() == CodecType.NONE && isCompressed();
        }

        /** Why no settings gain much, if the reason is the content of the records rather than today's codec. */
        private Optional<String> reason() {
            if (text.isPresent()) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "the values are %s of incompressible bytes (%.2fx at best). Send these bytes directly: that"
                                + " saves %.0f %%, and no codec saves more",
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

        /** What would save more than any settings. */
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

        /** From the measurements. */
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

    /** The reason as a clause; empty if a change is worth it. */
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
            return Optional.of("already good: no other settings gain anything");
        }
        if (gained < SMALL_SHARE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the best alternative gains only %.1f %%, too little to be worth a change",
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

    /** The reason if no settings meet the limits and none come notably closer to them than today's. */
    static Optional<String> beyondLimits(Prediction current, Prediction nearest) {
        return nearest.settings().equals(current.settings())
                ? Optional.of("no settings meet the limits, and none come notably closer")
                : Optional.empty();
    }

    private static String cause(List<ValueFormat> formats) {
        if (formats.isEmpty()) {
            return "they look random, like encrypted data or compressed data without a known header. Compress before"
                    + " encrypting";
        }
        String names = formats.stream().map(ValueFormat::label).distinct().collect(Collectors.joining(", "));
        return formats.stream().allMatch(ValueFormat::isMedia)
                ? "they are " + names + ", which are already compressed"
                : "each is already compressed (" + names
                        + "). Send them uncompressed: Kafka's codecs compress"
                        + " whole batches, which saves more than compressing each record by itself";
    }

    private static String goodAlready(Ladder ladder) {
        Optional<Prediction> most = ladder.most();
        return most.isEmpty() || ladder.shareOfToday() <= 0
                ? "already good: no other settings within the limits are certain to cost less"
                : String.format(
                        Locale.ROOT,
                        "already good: it has %.0f %% of the possible saving; getting the rest needs %s",
                        100 * ladder.shareOfToday(),
                        most.get().settings());
    }

    private static boolean onlyLevelDiffers(ProducerSettings one, ProducerSettings other) {
        return one.storedCodec().type() == other.storedCodec().type()
                && one.batchSizeBytes() == other.batchSizeBytes()
                && one.lingerMillis() == other.lingerMillis();
    }
}
