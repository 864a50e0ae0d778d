package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Settings with given costs, and the ladders built from them. */
final class LadderFixtures {
    static final Prediction TODAY = settings("none", 16_384, 5, 1_000);

    private LadderFixtures() {}

    static Ladder from(Prediction today, List<Prediction> all) {
        return by(new LadderRules(any -> true, any -> true, 0.95), today).of(all);
    }

    static Prediction taken(Ladder ladder) {
        return ladder.taken().orElseThrow().prediction();
    }

    static String recommended(Ladder ladder) {
        return ladder.taken()
                .orElseThrow()
                .prediction()
                .settings()
                .codec()
                .type()
                .label();
    }

    static Ladder ladder(double keep, Prediction... candidates) {
        List<Prediction> all = new ArrayList<>(List.of(candidates));
        all.add(0, TODAY);
        return by(new LadderRules(any -> true, any -> true, keep), TODAY).of(all);
    }

    /** Coarse predictions are used as if their batches were formed; savings are counted from {@link #TODAY}. */
    static LadderSearch by(LadderRules rules, Prediction today) {
        return new LadderSearch(today, TODAY, rules, UnaryOperator.identity());
    }

    static Prediction settings(String codec, int batchSize, int linger, double money) {
        return new Prediction(
                new ProducerSettings(Codec.parse(codec), batchSize, linger),
                new BatchFill(10, 2_000, false, linger),
                2,
                0,
                0,
                resources(money, 0),
                linger,
                Optional.empty());
    }

    static Prediction onTopic(Prediction sent, String topic) {
        return new Prediction(
                sent.settings().recompressedTo(Codec.parse(topic)),
                sent.fill(),
                sent.ratio(),
                0,
                0,
                sent.resources(),
                sent.addedLatencyMillis(),
                Optional.empty());
    }

    static Prediction full(Prediction one) {
        return new Prediction(
                one.settings(),
                new BatchFill(10, 2_000, true, one.settings().lingerMillis()),
                one.ratio(),
                0,
                0,
                one.resources(),
                one.addedLatencyMillis(),
                Optional.empty());
    }

    static Prediction withCpuMoney(Prediction one, double cpuMoney) {
        return new Prediction(
                one.settings(),
                one.fill(),
                one.ratio(),
                0,
                0,
                resources(one.resources().money() - cpuMoney, cpuMoney),
                one.addedLatencyMillis(),
                Optional.empty());
    }

    private static ResourceEstimate resources(double bytesMoney, double cpuMoney) {
        return new ResourceEstimate(1_000, 1, 1, 1, 0.1, 0.1, 0.1, bytesMoney, 0, cpuMoney, Optional.empty());
    }
}
