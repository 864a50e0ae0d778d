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

/** Predictions of today's settings and of all that may take their place, for one question. */
final class Comparison {
    private final Sample sample;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Predictor predictor;
    private final SortedMap<Codec, CompressionCurve> curves;

    /** @param curves of what was measured completely */
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
        // In an order that is the same in every run.
        this.curves = new TreeMap<>(curves);
    }

    Optional<CompressionCurve> curve(Codec codec) {
        return Optional.ofNullable(curves.get(codec));
    }

    /** From the batches in the log where they are the baseline, else from the settings. */
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

    /** What settings do by one predictor, brokers that compress again included. */
    Prediction simulated(ProducerSettings settings, Predictor by) {
        CompressionCurve sent = known(settings.codec());
        Prediction asSent = by.of(settings.asSent(), sent);
        return settings.topicCodec()
                .map(topic -> by.recompressed(asSent, sent, known(topic)))
                .orElse(asSent);
    }

    /** About that, for sorting; not for showing. */
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

    /** With the batches really formed and compressed. */
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

    /** With the batches that producers send today. */
    private Prediction recompressed(Prediction current, CompressionCurve stored, boolean coarse) {
        CompressionCurve sent = known(current.settings().codec());
        return coarse
                ? predictor.coarseRecompressed(current, sent, stored)
                : predictor.recompressed(current, sent, stored);
    }

    /**
     * Today's settings.
     *
     * @throws FailedException where their codec was not measured, as after an early interruption
     */
    Prediction knownToday() {
        return today().orElseThrow(() ->
                new FailedException("the run ended before " + request.current().storedCodec()
                        + ", today's codec, was measured: nothing to compare with; give it more time with --budget"));
    }

    /** Whether settings may be recommended: today's may, and those that keep within the limits. */
    boolean isAllowed(Prediction prediction) {
        return prediction.settings().equals(request.current())
                || today().map(current -> limits(current).allow(prediction)).orElse(false);
    }

    /** What producers do today they may go on doing. */
    Limits limits(Prediction current) {
        return request.limits().allowingCoresOf(current);
    }

    /** Whether batches do not depend on how a producer started: only Java's estimates the ratio. */
    boolean isSettled(Prediction prediction) {
        return costs.workload().client() != ClientProfile.JAVA
                || prediction.settings().topicCodec().isPresent()
                || !prediction.dependsOnStart()
                || (prediction.dependsOnStart(sizes().largest()) && comesToTheSame(prediction));
    }

    /** Where no larger {@code batch.size} rules chance out, it shows once batches are formed; coarse predictions are let through. */
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

    /** Of the codecs and levels that the client can send, and that do not take it out of all proportion unless they are today's. */
    List<CompressionCurve> sendable() {
        return curves.values().stream()
                .filter(curve ->
                        costs.workload().producing().refusal(curve.codec()).isEmpty())
                .filter(curve -> curve.codec().equals(request.current().codec())
                        || ClientCodecCpu.outOfProportion(costs.workload().client(), curve.codec())
                                .isEmpty())
                .toList();
    }

    /** Of batches that may take the place of today's. */
    CandidateGrid.Sizes sizes() {
        return CandidateGrid.Sizes.of(costs.workload(), request.current(), sample);
    }

    /** Brokers compress again where the topic's codec is another than the batch's; another level of the same is not. */
    private List<Prediction> recompressed(Prediction current) {
        CodecType sent = current.settings().codec().type();
        return curves.values().parallelStream()
                .filter(curve ->
                        curve.codec().type() != CodecType.NONE && curve.codec().type() != sent)
                .filter(curve -> !current.settings().topicCodec().equals(Optional.of(curve.codec())))
                .map(curve -> recompressed(current, curve, true))
                .toList();
    }

    /** What is sent where nobody sets anything, by a coarse prediction; today's where that is not known. */
    Prediction uncompressed(Predictor of, Prediction current) {
        ProducerSettings defaults = costs.workload().producing().defaults();
        ProducerSettings none = new ProducerSettings(Codec.NONE, defaults.batchSizeBytes(), defaults.lingerMillis());
        return curve(Codec.NONE).map(curve -> of.coarse(none, curve)).orElse(current);
    }

    /**
     * All that may be changed to, by coarse predictions; today's comes first, as it is.
     *
     * @param between lingers that are tried besides the usual ones, in milliseconds
     */
    List<Prediction> candidates(Prediction current, Collection<Integer> between) {
        List<Prediction> compared = new ArrayList<>(
                request.mayChange().producers()
                        ? CandidateGrid.of(current, sizes(), sendable(), predictor, request.limits(), between)
                        : List.of(current));
        if (request.mayChange().topic()) {
            compared.addAll(recompressed(current));
            // Brokers that keep what is sent; among the settings of producers it is compared already.
            if (current.settings().topicCodec().isPresent()
                    && !request.mayChange().producers()) {
                compared.add(coarse(current.settings().asSent(), predictor));
            }
        }
        return compared;
    }
}
