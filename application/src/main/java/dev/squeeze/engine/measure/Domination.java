package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.StudentT;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Determines which settings need no further measurement because another is better in every respect. Two settings at one
 * batch size are compared pairwise on the batches that both have compressed, so that the variation between batches does
 * not blur the comparison. A setting is dropped only if it is also dominated at the neighbouring batch sizes, since a
 * producer's actual batch size lies between two of them.
 */
final class Domination {
    private static final double CLEARLY_FASTER = 0.95;
    /**
     * A negligible saving does not justify a setting that costs a quarter more CPU, nor a higher level of the same
     * codec.
     */
    private static final double MUCH_FASTER = 0.8;

    private static final int FEW_BATCHES = 4;
    private static final double CLEARLY_SMALLER_ON_FEW = 0.02;

    private final double decompressionTolerance;
    private final double negligibleSaving;
    private final Set<Codec> kept;

    Domination(MeasurementPlan plan) {
        this.decompressionTolerance = plan.decompressionTolerance();
        this.negligibleSaving = plan.negligibleSaving();
        this.kept = plan.kept();
    }

    /** Removes dominated settings from the map, and returns them with the settings that dominate them. */
    List<SkippedSetting> dropFrom(Map<Integer, List<RatioCell>> alive) {
        List<Integer> sizes = new ArrayList<>(alive.keySet());
        List<Map<Codec, String>> dominated = new ArrayList<>();
        List<List<Codec>> present = new ArrayList<>();
        for (int size : sizes) {
            List<RatioCell> cells = alive.getOrDefault(size, List.of());
            dominated.add(dominatedAmong(cells));
            present.add(cells.stream().map(RatioCell::codec).toList());
        }
        List<SkippedSetting> dropped = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            List<RatioCell> cells = alive.getOrDefault(sizes.get(i), List.of());
            for (RatioCell cell : List.copyOf(cells)) {
                String reason = dominated.get(i).get(cell.codec());
                if (reason == null || kept.contains(cell.codec())) {
                    continue;
                }
                boolean below = i == 0 || !wantedAt(i - 1, cell.codec(), present, dominated);
                boolean above = i == sizes.size() - 1 || !wantedAt(i + 1, cell.codec(), present, dominated);
                if (below && above) {
                    cells.remove(cell);
                    dropped.add(skipped(cell, SkippedSetting.Reason.DOMINATED, reason));
                }
            }
        }
        return dropped;
    }

    private static boolean wantedAt(
            int size, Codec codec, List<List<Codec>> present, List<Map<Codec, String>> dominated) {
        return present.get(size).contains(codec) && !dominated.get(size).containsKey(codec);
    }

    /**
     * Proceeds from fast to slow and compares only with settings that are kept, so that many negligible steps cannot
     * add up to a large one.
     */
    private Map<Codec, String> dominatedAmong(List<RatioCell> cells) {
        Map<Codec, String> reasons = new HashMap<>();
        List<RatioCell> staying = new ArrayList<>();
        List<RatioCell> fastFirst = new ArrayList<>(cells);
        fastFirst.removeIf(cell -> cell.codec().type() == CodecType.NONE);
        fastFirst.sort(Comparator.comparingDouble(RatioCell::roughCompressNanosPerByte));
        for (RatioCell cell : fastFirst) {
            Optional<String> reason = staying.stream()
                    .flatMap(other -> dominates(other, cell).stream())
                    .findFirst();
            if (reason.isPresent()) {
                reasons.put(cell.codec(), reason.get());
            }
            if (reason.isEmpty() || kept.contains(cell.codec())) {
                staying.add(cell);
            }
        }
        return reasons;
    }

    private Optional<String> dominates(RatioCell other, RatioCell cell) {
        int pairs = Math.min(other.measured(), cell.measured());
        if (pairs < 2) {
            return Optional.empty();
        }
        double compressRatio = other.roughCompressNanosPerByte() / cell.roughCompressNanosPerByte();
        double verifyRatio = other.roughVerifyNanosPerByte() / cell.roughVerifyNanosPerByte();
        boolean lowerLevel = other.codec().type() == cell.codec().type()
                && other.codec().level() < cell.codec().level();
        if (verifyRatio > decompressionTolerance || (compressRatio > CLEARLY_FASTER && !lowerLevel)) {
            return Optional.empty();
        }
        double sum = 0;
        double squares = 0;
        double total = 0;
        for (int i = 0; i < pairs; i++) {
            double difference = cell.compressedBytes(i) - other.compressedBytes(i);
            sum += difference;
            squares += difference * difference;
            total += cell.compressedBytes(i);
        }
        double variance = Math.max(0, squares - sum * sum / pairs) / (pairs - 1.0) * pairs;
        double error = StudentT.twoSided95(pairs - 1) * Math.sqrt(variance);
        boolean smaller = pairs < FEW_BATCHES ? sum > CLEARLY_SMALLER_ON_FEW * total : sum - error > 0;
        boolean asSmall = sum > -negligibleSaving * total && (compressRatio < MUCH_FASTER || lowerLevel);
        if (!smaller && !asSmall) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%s is %s and its batches are %s at %s",
                other.codec(),
                compressRatio < CLEARLY_FASTER
                        ? String.format(Locale.ROOT, "%.1fx as fast", 1 / compressRatio)
                        : "as fast or faster",
                smaller
                        ? String.format(Locale.ROOT, "%.1f %% smaller", 100 * sum / total)
                        : String.format(Locale.ROOT, "as small within %.1f %%", 100 * negligibleSaving),
                new ByteCount(cell.nominalBytes())));
    }

    static SkippedSetting skipped(RatioCell cell, SkippedSetting.Reason reason, String detail) {
        return new SkippedSetting(
                cell.codec(),
                cell.nominalBytes(),
                reason,
                detail,
                OptionalDouble.of(cell.roughRatio()),
                OptionalDouble.of(cell.roughMebibytesPerSecond()));
    }
}
