package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.watch.WatchedTopic.Money;
import dev.squeeze.feature.watch.WatchedTopic.Traffic;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Prices stored bytes with the same cost model as all other commands. Headers do not show uncompressed bytes, so the
 * model is given the stored bytes with a ratio of 1: bytes on the wire and on disks are then correct. Cores are left
 * out, and so are disks and object stores of topics that delete nothing.
 */
final class BytesMoney {
    private static final int HEADER_BYTES = 61;

    private final Prices prices;

    BytesMoney(Prices prices) {
        this.prices = prices;
    }

    /** Whether the price list bills compressed bytes. */
    boolean isKnown() {
        return prices.billedOn() != Prices.BilledOn.UNCOMPRESSED;
    }

    /**
     * The money of a change of stored bytes, at the rate after the change.
     *
     * @param change after / before - 1
     */
    Optional<Money> of(TopicFacts facts, Traffic after, ConfidenceInterval change) {
        if (!isKnown() || after.records() == 0) {
            return Optional.empty();
        }
        double now = month(facts, after, after.bytesPerRecord());
        double then = month(facts, after, after.bytesPerRecord() / (1 + change.estimate()));
        double mostThen = month(facts, after, after.bytesPerRecord() / (1 + change.low()));
        double leastThen = month(facts, after, after.bytesPerRecord() / (1 + change.high()));
        ConfidenceInterval money = new ConfidenceInterval(
                now - then,
                Math.min(now - then, now - mostThen),
                Math.max(now - then, now - leastThen),
                change.n(),
                false);
        return Optional.of(new Money(then, now, money));
    }

    /**
     * The money of the planned change, at the rate after the change.
     *
     * @param measured change of stored bytes per record, after / before - 1
     * @param planned planned change of the same
     */
    Optional<ConfidenceInterval> planned(TopicFacts facts, Traffic after, double measured, ConfidenceInterval planned) {
        if (!isKnown() || after.records() == 0) {
            return Optional.empty();
        }
        double before = after.bytesPerRecord() / (1 + measured);
        double then = month(facts, after, before);
        return Optional.of(new ConfidenceInterval(
                month(facts, after, before * (1 + planned.estimate())) - then,
                month(facts, after, before * (1 + planned.low())) - then,
                month(facts, after, before * (1 + planned.high())) - then,
                planned.n(),
                false));
    }

    /**
     * Whether the amount stored is unknown: in a topic that deletes nothing it depends on the age of the log, which a
     * history does not contain.
     */
    static boolean isWithoutDisks(TopicFacts facts) {
        return TopicHosting.of(onCluster(facts), GivenWorkload.NOTHING).keepsAllRecords();
    }

    private double month(TopicFacts facts, Traffic traffic, double bytesPerRecord) {
        double depth = Math.max(1, traffic.recordsPerBatch());
        double inBatch = Math.max(1, bytesPerRecord - HEADER_BYTES / depth);
        GivenWorkload given =
                GivenWorkload.NOTHING.withRate(new ArrivalRate.RecordsPerSecond(traffic.recordsPerSecond()));
        Workload workload = TopicWorkload.of(
                        new LogTraffic(inBatch, inBatch, true, Optional.empty(), Optional.empty()),
                        TopicHosting.of(onCluster(facts), GivenWorkload.NOTHING),
                        given,
                        Instant.now())
                .workload();
        ResourceEstimate month =
                new CostModel(workload, prices).estimate(new BatchFill(depth, inBatch * depth, false, 0), 1, 0, 0);
        return isWithoutDisks(facts) ? month.zoneMoney() + month.vendorMoney() : month.bytesMoney();
    }

    private static TopicOnCluster onCluster(TopicFacts facts) {
        return new TopicOnCluster(
                facts.topic(),
                facts.partitions(),
                facts.replicationFactor(),
                facts.brokers(),
                facts.racks(),
                facts.settings()
                        .map(BytesMoney::given)
                        .orElseGet(() -> new Answer.Refused<>("the cluster did not show the topic's settings")),
                Set.of(),
                facts.consumerGroups().isPresent()
                        ? new Answer.Given<>(facts.consumerGroups().getAsInt())
                        : new Answer.Refused<>("the cluster shows no group with offsets on the topic"));
    }

    private static <T> Answer<T> given(T value) {
        return new Answer.Given<>(value);
    }
}
