package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The traffic of a topic, from which savings are computed.
 *
 * @param costs of its traffic; empty if its timestamps give no rate
 * @param fill of its recent batches
 * @param ratio uncompressed / stored bytes of the recent batches
 * @param speed CPU time of its codecs
 * @param rest CPU time of clients and brokers without codecs
 * @param idle whether no records have arrived for more than a day, and for longer than the log spans
 * @param rateFactor factor by which the rate may differ from the mean of a month
 */
record TopicTraffic(
        Optional<CostModel> costs,
        BatchFill fill,
        double ratio,
        CodecSpeed speed,
        RoleTimes rest,
        boolean idle,
        double rateFactor) {
    private static final Duration QUIET = Duration.ofDays(1);

    /** @param priced empty if its timestamps give no rate */
    static TopicTraffic of(
            TopicProfile profile,
            LogFacts facts,
            CompressionTrial trial,
            Optional<PricedWorkload> priced,
            TrafficOptions options) {
        Optional<TopicWorkload> workload = priced.map(PricedWorkload::workload);
        List<BatchFact> recent = facts.recent();
        Optional<Duration> span =
                profile.oldest().flatMap(oldest -> profile.newest().map(newest -> Duration.between(oldest, newest)));
        CodecSpeed speed = speed(recent, trial, UnaryOperator.identity());
        return new TopicTraffic(
                workload.map(known -> new CostModel(known.workload(), options.prices())),
                new BatchFill(LogFacts.recordsPerBatch(recent), LogFacts.bytesPerBatch(recent), false, 0),
                (double) LogFacts.uncompressed(recent) / LogFacts.stored(recent),
                speed,
                priced.map(known -> known.roleTimes(speed)).orElse(RoleTimes.UNKNOWN),
                idle(profile.newest(), span, options.now()),
                workload.map(TopicWorkload::rateFactor).orElse(RateUncertainty.GIVEN));
    }

    /** Its current cost per month, computed as in {@code squeeze advise}; empty if the rate is not known. */
    OptionalDouble moneyToday() {
        return costs.map(model ->
                        OptionalDouble.of(estimate(model, 1, speed, rest).money()))
                .orElse(OptionalDouble.empty());
    }

    private static boolean idle(Optional<Instant> newest, Optional<Duration> span, Instant now) {
        return newest.filter(last -> {
                    Duration since = Duration.between(last, now);
                    return since.compareTo(QUIET) > 0 && since.compareTo(span.orElse(Duration.ZERO)) > 0;
                })
                .isPresent();
    }

    /**
     * CPU time of the codecs of some batches.
     *
     * @param sentAs maps each codec to the one that its batches would get
     */
    static CodecSpeed speed(List<BatchFact> batches, CompressionTrial trial, UnaryOperator<Codec> sentAs) {
        Map<Integer, List<BatchFact>> byCodec = batches.stream().collect(Collectors.groupingBy(BatchFact::codecId));
        CodecSpeed speed = CodecSpeed.FREE;
        for (int id : byCodec.keySet()) {
            Codec today = Codec.ofDefaultLevel(CodecType.withId(id).orElse(CodecType.NONE));
            speed = speed.plus(trial.speed(sentAs.apply(today)), LogFacts.share(batches, fact -> fact.codecId() == id));
        }
        return speed;
    }

    /**
     * The saving of better compressed batches.
     *
     * @param fraction fraction of today's stored bytes that is left
     * @param after CPU time of the codecs after the change
     * @return empty if the rate is not known
     */
    Optional<EstimatedSaving> saving(ConfidenceInterval fraction, CodecSpeed after) {
        return saving(fraction, after, 1);
    }

    /**
     * The same for batches with more records, so that there are fewer batches and requests.
     *
     * @param times factor by which records per batch increase
     */
    Optional<EstimatedSaving> saving(ConfidenceInterval fraction, CodecSpeed after, double times) {
        return costs.map(model -> {
            RoleTimes deeper = rest.inDeeperBatches(times);
            ResourceEstimate today = estimate(model, 1, speed, rest);
            ResourceEstimate then = estimate(model, fraction.estimate(), after, deeper);
            ResourceEstimate least = estimate(model, fraction.high(), after, deeper);
            ResourceEstimate most = estimate(model, Math.max(0.001, fraction.low()), after, deeper);
            double ofBatches = estimate(model, fraction.estimate(), after, rest).cpuMoney() - then.cpuMoney();
            return new EstimatedSaving(
                    saved(fraction, today, then, least, most, ResourceEstimate::wireGigabytesPerMonth),
                    saved(fraction, today, then, least, most, ResourceEstimate::diskGigabytes),
                    today.cores() - then.cores(),
                    wider(
                            saved(fraction, today, then, least, most, ResourceEstimate::money),
                            rest.relativeHalfWidth() * ofBatches));
        });
    }

    /** @param halfWidth half width of another, independent error */
    private static ConfidenceInterval wider(ConfidenceInterval interval, double halfWidth) {
        double estimate = interval.estimate();
        return new ConfidenceInterval(
                estimate,
                estimate - Math.hypot(estimate - interval.low(), halfWidth),
                estimate + Math.hypot(interval.high() - estimate, halfWidth),
                interval.n(),
                interval.exact() && halfWidth == 0);
    }

    private ResourceEstimate estimate(CostModel model, double fraction, CodecSpeed cpu, RoleTimes roles) {
        return model.estimate(fill, ratio / fraction, roles.producer(cpu), roles.broker(cpu), roles.consumer(cpu));
    }

    private ConfidenceInterval saved(
            ConfidenceInterval fraction,
            ResourceEstimate today,
            ResourceEstimate then,
            ResourceEstimate least,
            ResourceEstimate most,
            java.util.function.ToDoubleFunction<ResourceEstimate> figure) {
        double before = figure.applyAsDouble(today);
        double estimate = before - figure.applyAsDouble(then);
        double low = Math.min(estimate, before - figure.applyAsDouble(least));
        double high = Math.max(estimate, before - figure.applyAsDouble(most));
        return RateUncertainty.within(
                new ConfidenceInterval(estimate, low, high, fraction.n(), fraction.exact()), rateFactor);
    }

    /** The saving of CPU time alone, with unchanged bytes; {@code savedNanosPerByte} has to be positive. */
    Optional<EstimatedSaving> savingOfCores(double savedNanosPerByte) {
        return costs.map(model -> {
            double cores = model.workload().uncompressedBytesPerSecond() * savedNanosPerByte / 1e9;
            double money = cores * model.moneyPerCore();
            ConfidenceInterval none = ConfidenceInterval.exact(0, 1);
            return new EstimatedSaving(
                    none,
                    none,
                    cores,
                    RateUncertainty.within(new ConfidenceInterval(money, money / 2, money * 2, 1, false), rateFactor));
        });
    }

    /** The severity of findings about bytes. */
    Severity severity(Optional<EstimatedSaving> saving, Thresholds thresholds) {
        if (saving.isEmpty()) {
            return Severity.WARNING;
        }
        double money = saving.get().moneyPerMonth().estimate();
        if (idle || money < thresholds.get(Threshold.WORTH_MONEY)) {
            return Severity.NOTE;
        }
        return money < thresholds.get(Threshold.SERIOUS_MONEY) ? Severity.WARNING : Severity.SERIOUS;
    }

    /** Whether the saving is certain: it exceeds its error, and cores do not cost more than the bytes save. */
    boolean pays(Optional<EstimatedSaving> saving) {
        return saving.isEmpty() || saving.get().moneyPerMonth().low() > 0;
    }
}
