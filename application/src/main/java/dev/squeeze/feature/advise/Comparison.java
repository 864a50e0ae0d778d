package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientCodecCpu;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Predictions for today's settings and everything that may replace them. */
final class Comparison {
    private final Sample sample;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Predictor predictor;
    private final SortedMap<Codec, CompressionCurve> curves;

    /** @param curves of the codecs that were measured completely */
    Comparison(
            Sample sample,
            CostModel costs,
            AdviceRequest request,
            Predictor predictor,
            Map<Codec, CompressionCurve> curves) {
        this.sample = sample;
        this.costs = costs;
        this.request = request;
        this.predictor = predictor;
        // Sorted, so that the order is the same in every run.
        this.curves = new TreeMap<>(curves);
    }

    Optional<CompressionCurve> curve(Codec codec) {
        return Optional.ofNullable(curves.get(codec));
    }

    /**
     * Based on the log's batches if they are the baseline, otherwise on the settings. Empty as long as today's codec is
     * not measured.
     */
    Optional<Prediction> today() {
        ProducerSettings settings = request.current();
        if (!curves.keySet().containsAll(settings.codecs())) {
            return Optional.empty();
        }
        Prediction simulated = simulated(settings, predictor);
        Optional<StoredBatches> stored =
                request.fromLog().batches() ? sample.read().stored() : Optional.empty();
        return Optional.of(stored.map(seen -> predictor.ofStored(simulated, seen, known(settings.storedCodec())))
                .orElse(simulated));
    }

    /** Simulates the settings with a predictor, including brokers that recompress. */
    Prediction simulated(ProducerSettings settings, Predictor by) {
        CompressionCurve sent = known(settings.codec());
        Prediction asSent = by.of(settings.asSent(), sent);
        return settings.topicCodec()
                .map(topic -> by.recompressed(asSent, sent, known(topic)))
                .orElse(asSent);
    }

    /** An approximation of this for ranking; not to be reported. */
    Prediction coarse(ProducerSettings settings, Predictor by) {
        CompressionCurve sent = known(settings.codec());
        Prediction asSent = by.coarse(settings.asSent(), sent);
        return settings.topicCodec()
                .map(topic -> by.coarseRecompressed(asSent, sent, known(topic)))
                .orElse(asSent);
    }

    private CompressionCurve known(Codec codec) {
        return curve(codec).orElseThrow();
    }

    /** Replaces a coarse prediction by one whose batches are really formed and compressed. */
    Prediction whole(Prediction prediction) {
        if (!isCoarse(prediction)) {
            return prediction;
        }
        return Optional.ofNullable(curves.get(prediction.settings().storedCodec()))
                .map(curve -> prediction.settings().topicCodec().isPresent()
                        ? recompressed(knownToday(), curve, false)
                        : predictor.of(prediction.settings(), curve))
                .orElse(prediction);
    }

    /** Predicts brokers that recompress the batches that producers send today. */
    private Prediction recompressed(Prediction current, CompressionCurve stored, boolean coarse) {
        CompressionCurve sent = known(current.settings().codec());
        return coarse
                ? predictor.coarseRecompressed(current, sent, stored)
                : predictor.recompressed(current, sent, stored);
    }

    /**
     * The prediction for today's settings.
     *
     * @throws FailedException if their codec was not measured, for example after an early interruption
     */
    Prediction knownToday() {
        return today().orElseThrow(() ->
                new FailedException("the run ended before " + request.current().storedCodec()
                        + ", today's codec, was measured: nothing to compare with; give it more time with --budget"));
    }

    /** Whether settings may be recommended: today's always, others if they meet the limits. */
    boolean isAllowed(Prediction prediction) {
        return prediction.settings().equals(request.current())
                || today().map(current -> limits(current).allow(prediction)).orElse(false);
    }

    /** Limits that assumptions do not make stricter than what producers do today. */
    Limits limits(Prediction current) {
        return request.limits().allowingCoresOf(current);
    }

    /**
     * Whether the batches do not depend on how a producer started. Only Java's producer estimates the ratio, so only
     * its batches may.
     */
    boolean isSettled(Prediction prediction) {
        return costs.workload().client() != ClientProfile.JAVA
                || prediction.settings().topicCodec().isPresent()
                || !prediction.dependsOnStart()
                || (prediction.dependsOnStart(sizes().largest()) && comesToTheSame(prediction));
    }

    /**
     * If even a larger {@code batch.size} does not settle it, forming the batches shows it; coarse predictions pass.
     */
    private boolean comesToTheSame(Prediction prediction) {
        return isCoarse(prediction)
                || curve(prediction.settings().codec())
                        .filter(curve -> predictor.comesToTheSame(prediction.settings(), curve))
                        .isPresent();
    }

    private static boolean isCoarse(Prediction prediction) {
        return prediction
                .simulated()
                .filter(Prediction.SimulatedTraffic::coarse)
                .isPresent();
    }

    /**
     * Codecs and levels that the client supports, except those that are disproportionately slow in it, unless they are
     * today's.
     */
    List<CompressionCurve> sendable() {
        return curves.values().stream()
                .filter(curve ->
                        costs.workload().producing().refusal(curve.codec()).isEmpty())
                .filter(curve -> curve.codec().equals(request.current().codec())
                        || ClientCodecCpu.outOfProportion(costs.workload().client(), curve.codec())
                                .isEmpty())
                .toList();
    }

    /** The batches that may replace today's. */
    CandidateGrid.Sizes sizes() {
        return CandidateGrid.Sizes.of(costs.workload(), request.current(), sample);
    }

    /** Brokers recompress if the topic's codec differs from the batch's; a different level alone does not matter. */
    private List<Prediction> recompressed(Prediction current) {
        CodecType sent = current.settings().codec().type();
        return curves.values().parallelStream()
                .filter(curve ->
                        curve.codec().type() != CodecType.NONE && curve.codec().type() != sent)
                .filter(curve -> !current.settings().topicCodec().equals(Optional.of(curve.codec())))
                .map(curve -> recompressed(current, curve, true))
                .toList();
    }

    /**
     * A coarse prediction for uncompressed records with the client's defaults; today's prediction if {@code none} was
     * not measured.
     */
    Prediction uncompressed(Predictor of, Prediction current) {
        ProducerSettings defaults = costs.workload().producing().defaults();
        ProducerSettings none = new ProducerSettings(Codec.NONE, defaults.batchSizeBytes(), defaults.lingerMillis());
        return curve(Codec.NONE).map(curve -> of.coarse(none, curve)).orElse(current);
    }

    /**
     * Coarse predictions for everything that may be recommended; today's comes first, unchanged.
     *
     * @param between lingers to try in addition to the usual ones, in milliseconds
     */
    List<Prediction> candidates(Prediction current, Collection<Integer> between) {
        List<Prediction> compared = new ArrayList<>(
                request.mayChange().producers()
                        ? CandidateGrid.of(current, sizes(), sendable(), predictor, request.limits(), between)
                        : List.of(current));
        if (request.mayChange().topic()) {
            compared.addAll(recompressed(current));
            // Brokers that keep the producers' codec. If producers may change, this is among their settings already.
            if (current.settings().topicCodec().isPresent()
                    && !request.mayChange().producers()) {
                compared.add(coarse(current.settings().asSent(), predictor));
            }
        }
        return compared;
    }
}
