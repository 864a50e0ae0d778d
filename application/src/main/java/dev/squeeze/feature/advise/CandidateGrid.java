package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Every sensible {@code batch.size} and {@code linger.ms}, which each codec and level is tried with. */
final class CandidateGrid {
    private static final List<Integer> BATCH_SIZES = List.of(16_384, 32_768, 65_536, 131_072, 262_144, 524_288);
    private static final List<Integer> LINGERS = List.of(0, 5, 10, 20, 50, 100);

    /** Tried only where a longer linger than the usual ones before them is recommended. */
    private static final List<Integer> BETWEEN = List.of(30, 70);

    /** Enough to see whether smaller or larger batches would do better elsewhere. */
    private static final List<Integer> FEW_BATCH_SIZES = List.of(65_536, 262_144);

    private static final List<Integer> FEW_LINGERS = List.of(5, 20, 100);

    private static final double SHORT_MILLIS = 10;

    private CandidateGrid() {}

    /**
     * Coarse predictions of all combinations; today's comes first, as it is.
     *
     * @param client where it refuses records above {@code batch.size}, no smaller batches than today's are tried; without a
     *     {@code batch.size} only today's are
     * @param curves of the codecs and levels
     * @param limits half of a short limit on latency is tried as a linger too: the rest goes to the broker and back
     * @param between further lingers
     */
    static List<Prediction> of(
            Prediction current,
            Client client,
            Collection<CompressionCurve> curves,
            Predictor predictor,
            Limits limits,
            Collection<Integer> between) {
        TreeSet<Integer> lingers = new TreeSet<>(LINGERS);
        lingers.addAll(between);
        limits.maxLatencyMillis().stream()
                .filter(millis -> millis < SHORT_MILLIS)
                .forEach(millis -> lingers.add((int) (millis / 2)));
        TreeSet<Integer> batchSizes = new TreeSet<>(BATCH_SIZES);
        if (client.profile().refusesRecordsAboveBatchSize()) {
            batchSizes.removeIf(bytes -> bytes < current.settings().batchSizeBytes());
        }
        return of(current, curves, predictor, settable(client, batchSizes), lingers);
    }

    private static TreeSet<Integer> settable(Client client, TreeSet<Integer> batchSizes) {
        return client.hasBatchSize() ? batchSizes : new TreeSet<>();
    }

    /** Lingers between a usual one and the shorter one before it; none where they are close. */
    static List<Integer> lingersBelow(int lingerMillis) {
        return BETWEEN.stream()
                .filter(millis -> millis < lingerMillis)
                .filter(millis -> LINGERS.stream().noneMatch(tried -> tried > millis && tried < lingerMillis))
                .toList();
    }

    /** The same with few combinations, some settings' own among them. */
    static List<Prediction> few(
            Prediction current,
            ProducerSettings own,
            Client client,
            Collection<CompressionCurve> curves,
            Predictor predictor) {
        TreeSet<Integer> batchSizes = settable(client, new TreeSet<>(FEW_BATCH_SIZES));
        TreeSet<Integer> lingers = new TreeSet<>(FEW_LINGERS);
        batchSizes.add(own.batchSizeBytes());
        lingers.add(own.lingerMillis());
        return of(current, curves, predictor, batchSizes, lingers);
    }

    private static List<Prediction> of(
            Prediction current,
            Collection<CompressionCurve> curves,
            Predictor predictor,
            TreeSet<Integer> batchSizes,
            TreeSet<Integer> lingers) {
        ProducerSettings today = current.settings();
        batchSizes.add(today.batchSizeBytes());
        lingers.add(today.lingerMillis());
        List<Prediction> candidates = new ArrayList<>();
        candidates.add(current);
        // Settings of one linger share simulations: one thread has all of them. A list is divided down to single ones,
        // unlike a set.
        candidates.addAll(List.copyOf(lingers).parallelStream()
                .flatMap(linger -> curves.stream().flatMap(curve -> batchSizes.stream()
                        .map(batchSize -> new ProducerSettings(curve.codec(), batchSize, linger))
                        .filter(settings -> !settings.equals(today))
                        .map(settings -> predictor.coarse(settings, curve))))
                .toList());
        return candidates;
    }
}
