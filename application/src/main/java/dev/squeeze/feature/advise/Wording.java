package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.Ratio;
import java.util.Locale;
import java.util.Optional;

/** Sentences of a recommendation. */
final class Wording {
    /** Share of the possible saving; below this, today's settings count as saving nothing. */
    private static final double NOTABLE_SHARE = 0.005;

    private static final double NOTABLE_MILLIS = 0.1;

    /** The 99th percentile is mentioned only if it changes by this much, and by a multiple of the median's change. */
    private static final double TAIL_MILLIS = 5;

    private static final double TAIL = 3;

    /** Share of the largest saving within which two savings count as the same. */
    private static final double ABOUT_THE_SAME = 0.01;

    private final CostModel costs;
    private final AdviceRequest request;

    Wording(CostModel costs, AdviceRequest request) {
        this.costs = costs;
        this.request = request;
    }

    /** @param limitsMet whether any settings meet the limits */
    String verdict(
            Optional<String> leaveIt,
            Prediction current,
            Prediction best,
            Savings savings,
            Ladder ladder,
            boolean limitsMet) {
        if (leaveIt.isPresent()) {
            String today = request.fromLog().batches()
                    ? String.format(
                            Locale.ROOT,
                            "%s in batches of %,.1f records",
                            current.settings().storedCodec().type().label(),
                            current.fill().recordsPerBatch())
                    : current.settings().toString();
            return "Keep today's settings, " + today + ": " + leaveIt.get() + ".";
        }
        double share = savings.money().estimate() / current.resources().money();
        ConfidenceInterval money = savings.money();
        String saved = String.format(
                Locale.ROOT,
                "%s %s/month %s (%+.0f %%; %s to %s%s)",
                Figures.money(Math.abs(money.estimate())),
                costs.prices().currency(),
                money.estimate() >= 0 ? "less" : "more",
                -100 * share,
                Figures.money(money.estimate() >= 0 ? money.low() : -money.high(), money.estimate()),
                Figures.money(money.estimate() >= 0 ? money.high() : -money.low(), money.estimate()),
                RateWords.atRates(request.rateFactor(), " "));
        double bytes =
                1 - best.resources().wireBytesPerSecond() / current.resources().wireBytesPerSecond();
        return String.format(
                Locale.ROOT,
                "%s %s: %s %s bytes %s (%s, today %s), %s.%s",
                limitsMet ? "Use" : "No settings meet the limits; the closest are",
                name(best.settings()),
                Figures.roundPercent(100 * Math.abs(bytes)),
                bytes >= 0 ? "fewer" : "more",
                best.settings().topicCodec().isPresent()
                        ? "between brokers, to consumers and on disks"
                        : "on the wire and on disks",
                new Ratio(best.ratio()),
                new Ratio(current.ratio()),
                saved,
                whyNotLess(ladder) + ofAll(ladder));
    }

    /** Why the previous rung is not enough, if it has the same saving only for producers with a favourable start. */
    private static String whyNotLess(Ladder ladder) {
        int taken = ladder.recommended().orElse(0);
        if (taken == 0) {
            return "";
        }
        Ladder.Rung before = ladder.rungs().get(taken - 1);
        return before.prediction().dependsOnStart()
                        && before.shareOfSaving() > ladder.rungs().get(taken).shareOfSaving() - ABOUT_THE_SAME
                ? " With batch.size=" + before.prediction().settings().batchSizeBytes()
                        + " the same saving would depend on how a producer starts."
                : "";
    }

    /** How much of the possible saving the recommended rung achieves, and what the next rung would add and cost. */
    private String ofAll(Ladder ladder) {
        Optional<Ladder.Rung> taken = ladder.taken();
        Optional<Ladder.Rung> next = ladder.next();
        if (taken.isEmpty() || next.isEmpty()) {
            return "";
        }
        String share = String.format(Locale.ROOT, "%.0f %%", 100 * taken.get().shareOfSaving());
        String wait = wait(taken.get().prediction(), next.get().prediction());
        String more = String.format(
                Locale.ROOT,
                "next, %s saves another %s %s/month%s.",
                next.get().prediction().settings(),
                Figures.money(taken.get().prediction().resources().money()
                        - next.get().prediction().resources().money()),
                costs.prices().currency(),
                wait);
        return ladder.shareOfToday() < NOTABLE_SHARE
                ? " That is " + share + " of the largest saving; " + more
                : String.format(
                        Locale.ROOT,
                        " It has %s of the possible saving (today %.0f %%); %s",
                        share,
                        100 * ladder.shareOfToday(),
                        more);
    }

    /**
     * The additional time to an acknowledgement, as a clause; mentions the 99th percentile if it changes by far more.
     */
    static String wait(Prediction taken, Prediction next) {
        double median = median(next) - median(taken);
        double p99 = next.latencyMillis() - taken.latencyMillis();
        boolean tail = p99 > TAIL_MILLIS && p99 > TAIL * Math.abs(median);
        if (Math.abs(median) < NOTABLE_MILLIS) {
            return tail ? String.format(Locale.ROOT, " and adds %.1f ms of p99 latency", p99) : "";
        }
        String ofMedian = String.format(
                Locale.ROOT, " and %s %.1f ms of median latency", median > 0 ? "adds" : "saves", Math.abs(median));
        return tail
                ? ofMedian
                        + String.format(Locale.ROOT, median > 0 ? ", %.1f ms at p99" : ", but adds %.1f ms at p99", p99)
                : ofMedian;
    }

    private static double median(Prediction prediction) {
        return prediction
                .simulated()
                .map(Prediction.SimulatedTraffic::ackMedianMillis)
                .orElse(prediction.addedLatencyMillis());
    }

    /** The verdict if a live run contradicted the prediction. */
    String verdict(ProducerSettings chosen, boolean leaveIt, String reason) {
        return (leaveIt ? "Keep today's settings: " : "Use " + name(chosen) + ": ") + reason + ".";
    }

    /** Why the settings that measured better are better, as a clause. */
    String measuredBetter(
            Prediction measured, ProducerSettings predictedBest, Optional<Prediction> predictedBestMeasured) {
        return predictedBestMeasured
                .map(instead -> String.format(
                        Locale.ROOT,
                        "measured live, it costs %s %s/month; %s, which was predicted to be best, costs %s",
                        Figures.money(measured.resources().money()),
                        costs.prices().currency(),
                        predictedBest,
                        Figures.money(
                                instead.resources().money(),
                                measured.resources().money())))
                .orElse(predictedBest + ", which was predicted to be best, did not hold the rate in the live run");
    }

    private static String name(ProducerSettings settings) {
        Codec stored = settings.storedCodec();
        String codec = stored.type() == CodecType.NONE
                ? "no compression"
                : stored.type().label()
                        + (stored.type().hasLevels() && !stored.isDefaultLevel() ? " at level " + stored.level() : "");
        if (settings.topicCodec().isPresent()) {
            return codec + " on the topic, with producers as they are";
        }
        return codec + " with batch.size=" + settings.batchSizeBytes() + " and linger.ms=" + settings.lingerMillis();
    }

    /** Which limit the settings exceed, as a clause; empty if they meet all. */
    Optional<String> overLimit(Prediction other, Limits limits) {
        if (other.latencyMillis() > limits.maxLatencyMillis().orElse(Double.MAX_VALUE)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "over --max-latency %.0fms",
                    limits.maxLatencyMillis().orElseThrow()));
        }
        return limits.allow(other)
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        limits.coresAreAssumed()
                                ? "more than the sending threads can do (%.2f cores)"
                                : "over --max-producer-cores %.2f",
                        limits.maxProducerCores().orElseThrow()));
    }

    /** Why settings are not recommended: their main differences from the best. */
    String whyNot(Prediction other, Prediction best) {
        if (other.settings().equals(best.settings())) {
            return "best by the objective, but not worth a change";
        }
        StringBuilder reason = new StringBuilder();
        double money = other.resources().money() - best.resources().money();
        double tolerated = request.objective().tolerance() * best.resources().money();
        double bytes = other.resources().wireBytesPerSecond() / best.resources().wireBytesPerSecond() - 1;
        double cores = other.resources().cores() - best.resources().cores();
        double latency = other.latencyMillis() - best.latencyMillis();
        if (Math.abs(money) > Math.max(0.5, tolerated)) {
            append(
                    reason,
                    String.format(
                            Locale.ROOT,
                            "%s %s/month %s",
                            Figures.money(Math.abs(money)),
                            costs.prices().currency(),
                            money > 0 ? "more" : "less"));
        }
        if (Math.abs(bytes) > 0.01) {
            append(
                    reason,
                    String.format(
                            Locale.ROOT, "%.0f %% %s bytes", 100 * Math.abs(bytes), bytes > 0 ? "more" : "fewer"));
        }
        if (Math.abs(cores) > 0.01 && Math.abs(cores) > 0.05 * best.resources().cores()) {
            append(reason, String.format(Locale.ROOT, "%.2f %s cores", Math.abs(cores), cores > 0 ? "more" : "fewer"));
        }
        if (Math.abs(latency) > 1) {
            append(
                    reason,
                    String.format(
                            Locale.ROOT, "%.0f ms %s latency", Math.abs(latency), latency > 0 ? "higher" : "lower"));
        }
        return reason.isEmpty() ? "equally good within the tolerance, and no simpler" : reason.toString();
    }

    private static void append(StringBuilder reason, String part) {
        if (!reason.isEmpty()) {
            reason.append(", ");
        }
        reason.append(part);
    }
}
