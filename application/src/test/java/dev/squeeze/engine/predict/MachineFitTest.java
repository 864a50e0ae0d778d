package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MachineFitTest {
    private final Random random = new Random(3);

    private TrafficCounts load() {
        double batches = Math.exp(random.nextDouble() * 6);
        double records = batches * Math.exp(random.nextDouble() * 6);
        double bytes = records * Math.exp(4 + random.nextDouble() * 4);
        return new TrafficCounts(
                1,
                1,
                1 + random.nextInt(6_000),
                batches * random.nextDouble(),
                random.nextInt(1_000),
                batches,
                records,
                bytes,
                bytes * (0.2 + 0.8 * random.nextDouble()),
                random.nextBoolean() ? 12 : 1,
                random.nextBoolean() ? records * random.nextDouble() : 0);
    }

    /** A machine on which all roles have the same costs, for the terms that apply to them. */
    private List<FitObservation> loads(int number) {
        List<FitObservation> loads = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            TrafficCounts counts = load();
            CodecType codec = i % 3 == 0 ? CodecType.ZSTD : CodecType.NONE;
            double compress = codec == CodecType.NONE ? 0 : 8 * counts.recordBytes();
            double decompress = codec == CodecType.NONE ? 0 : 2 * counts.recordBytes();
            double late = random.nextDouble();
            Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
            cpu.put(
                    CostRole.APPLICATION,
                    15_000 * counts.wakeUps()
                            + 2_000 * counts.batches()
                            + 600 * counts.records()
                            + compress * (1 - late));
            cpu.put(
                    CostRole.SENDER,
                    1e6
                            + 40_000 * counts.requests()
                            + (codec == CodecType.ZSTD ? 5e5 : 3e5)
                                    * 2
                                    * counts.requests()
                                    * TrafficCounts.coldShare(2 * counts.requests())
                            + 80_000 * counts.batches() * TrafficCounts.coldShare(counts.batches())
                            + 350 * counts.scatteredRecords()
                            + 1.1 * compress * late);
            cpu.put(CostRole.REQUEST_HANDLER, 70_000 * counts.requests() + 150 * counts.records() + 0.7 * decompress);
            cpu.put(
                    CostRole.BROKER_NETWORK,
                    60_000 * counts.requests()
                            + 4_000 * counts.fetches() * (counts.partitionsPerFetch() - 1)
                            + 0.5 * counts.storedBytes());
            cpu.put(CostRole.CONSUMER, 90_000 * counts.fetches() + 250 * counts.records() + 1.2 * decompress);
            loads.add(new FitObservation(counts, new CodecWork(codec, compress, decompress, late), cpu));
        }
        return loads;
    }

    @Test
    void eachRoleHasTheCostsThatItsLoadsWereMadeOf() {
        Map<CostRole, RoleCost> costs = MachineFit.of(loads(40));

        RoleCost application = costs.get(CostRole.APPLICATION);
        assertThat(application.nanos(CostTerm.WAKE_UP)).isCloseTo(15_000, Percentage.withPercentage(2));
        assertThat(application.nanos(CostTerm.RECORD)).isCloseTo(600, Percentage.withPercentage(2));
        assertThat(application.nanos(CostTerm.REQUEST)).isZero();
        assertThat(application.codecFactor().get(CodecType.ZSTD)).isCloseTo(1, within(0.02));
        RoleCost sender = costs.get(CostRole.SENDER);
        assertThat(sender.codecFactor().get(CodecType.ZSTD)).isCloseTo(1.1, within(0.02));
        assertThat(sender.nanos(CostTerm.COLD_WAKE_UP)).isCloseTo(3e5, Percentage.withPercentage(5));
        assertThat(sender.coldCodec().get(CodecType.ZSTD)).isCloseTo(2e5, Percentage.withPercentage(5));
        assertThat(sender.nanos(CostTerm.COLD_BATCH)).isCloseTo(80_000, Percentage.withPercentage(5));
        assertThat(sender.nanos(CostTerm.SCATTERED_RECORD)).isCloseTo(350, Percentage.withPercentage(2));
        assertThat(costs.get(CostRole.CONSUMER).nanos(CostTerm.FETCH)).isCloseTo(90_000, Percentage.withPercentage(2));
        assertThat(costs.get(CostRole.CONSUMER).codecFactor().get(CodecType.ZSTD))
                .isCloseTo(1.2, within(0.02));
        assertThat(costs.get(CostRole.BROKER_NETWORK).nanos(CostTerm.STORED_BYTE))
                .isCloseTo(0.5, within(0.02));
        assertThat(costs.get(CostRole.BROKER_NETWORK).nanos(CostTerm.FETCHED_PARTITION))
                .isCloseTo(4_000, Percentage.withPercentage(2));
    }

    @Test
    void theCostsPredictALoadThatTheyWereNotTakenFrom() {
        MachineCosts costs = new MachineCosts(MachineFit.of(loads(40)), 0, 0, 0, 0, 1, 1);

        for (FitObservation other : loads(5)) {
            other.cpuNanos().forEach((role, nanos) -> assertThat(costs.cpuNanos(role, other.counts(), other.work()))
                    .as(role.key())
                    .isCloseTo(nanos, Percentage.withPercentage(3)));
        }
    }

    /** As for other clients, whose threads have no names. */
    private List<FitObservation> producerAsOne(List<FitObservation> loads) {
        return loads.stream()
                .map(load -> {
                    Map<CostRole, Double> seen = new EnumMap<>(load.cpuNanos());
                    seen.merge(CostRole.APPLICATION, seen.remove(CostRole.SENDER), Double::sum);
                    return new FitObservation(load.counts(), load.work(), seen);
                })
                .toList();
    }

    @Test
    void aProducerOfWhichOnlyTheWholeIsSeenIsPredictedAsAWhole() {
        MachineCosts costs = new MachineCosts(MachineFit.of(producerAsOne(loads(60))), 0, 0, 0, 0, 1, 1);

        for (FitObservation other : producerAsOne(loads(5))) {
            double both = costs.cpuNanos(CostRole.APPLICATION, other.counts(), other.work())
                    + costs.cpuNanos(CostRole.SENDER, other.counts(), other.work());
            assertThat(both)
                    .isEqualTo(MachineFit.fittedNanos(other, CostRole.APPLICATION, costs.roles()), within(1e-3));
            assertThat(both)
                    .isCloseTo(
                            Objects.requireNonNull(other.cpuNanos().get(CostRole.APPLICATION)),
                            Percentage.withPercentage(4));
        }
        assertThat(costs.of(CostRole.SENDER).nanos(CostTerm.REQUEST)).isCloseTo(40_000, Percentage.withPercentage(10));
        assertThat(costs.of(CostRole.SENDER).nanos(CostTerm.RECORD)).isZero();
    }

    @Test
    void aRoleThatNoLoadShowsCannotBeFitted() {
        List<FitObservation> blind = loads(10).stream()
                .map(load -> {
                    Map<CostRole, Double> seen = new EnumMap<>(load.cpuNanos());
                    seen.remove(CostRole.CONSUMER);
                    return new FitObservation(load.counts(), load.work(), seen);
                })
                .toList();

        assertThatThrownBy(() -> MachineFit.of(blind))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("consumer");
    }

    @Test
    void whatMakesALoadExpensiveInAllRolesIsNoRolesCost() {
        List<FitObservation> loads = loads(60);
        List<FitObservation> shaken = new ArrayList<>();
        for (FitObservation load : loads) {
            double common = Math.exp(0.3 * random.nextGaussian());
            Map<CostRole, Double> cpu = new EnumMap<>(load.cpuNanos());
            cpu.replaceAll((role, nanos) -> nanos * common);
            shaken.add(new FitObservation(load.counts(), load.work(), cpu));
        }

        Map<CostRole, RoleCost> costs = MachineFit.of(shaken);

        // Up to a common factor, which sixty loads do not determine.
        double usual = costs.get(CostRole.BROKER_NETWORK).nanos(CostTerm.STORED_BYTE) / 0.5;
        assertThat(usual).isBetween(0.8, 1.2);
        MachineCosts machine = new MachineCosts(costs, 0, 0, 0, 0, 1, 1);
        for (FitObservation other : loads(20)) {
            other.cpuNanos().forEach((role, nanos) -> assertThat(machine.cpuNanos(role, other.counts(), other.work()))
                    .as(role.key())
                    .isCloseTo(usual * nanos, Percentage.withPercentage(10)));
        }
    }

    @Test
    void theCommonFactorIsThatOfAllRolesAndNotOfOne() {
        FitObservation load = loads(1).get(0);
        Map<CostRole, RoleCost> costs = MachineFit.of(loads(40));
        Map<CostRole, Double> twice = new EnumMap<>(load.cpuNanos());
        twice.replaceAll((role, nanos) -> 2 * nanos);

        assertThat(MachineFit.commonFactor(load, costs)).isCloseTo(1, within(0.02));
        assertThat(MachineFit.commonFactor(new FitObservation(load.counts(), load.work(), twice), costs))
                .isBetween(1.8, 2.0);
        assertThat(MachineFit.commonFactor(
                        new FitObservation(
                                load.counts(),
                                load.work(),
                                Map.of(CostRole.SENDER, 2 * load.cpuNanos().getOrDefault(CostRole.SENDER, 0.0))),
                        costs))
                .as("where only one role was visible")
                .isEqualTo(1);
    }

    /** If a codec's work is small compared with the rest, and the loads without a codec were expensive. */
    @Test
    void anApplicationThreadsCodecWorkIsThatInIsolation() {
        List<FitObservation> loads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            TrafficCounts counts = load();
            boolean codec = i % 2 == 0;
            double alone = codec ? 0.5 * counts.recordBytes() : 0;
            double nanos = 800 * counts.records() + 4 * counts.recordBytes() + alone;
            loads.add(new FitObservation(
                    counts,
                    new CodecWork(codec ? CodecType.LZ4 : CodecType.NONE, alone, 0.4 * alone, 0),
                    cpuOfAll((codec ? 1 : 1.08) * nanos)));
        }

        RoleCost application = Objects.requireNonNull(MachineFit.of(loads).get(CostRole.APPLICATION));

        assertThat(application.codecFactor().get(CodecType.LZ4)).isBetween(0.85, 1.05);
        assertThat(application.codecFactor().get(CodecType.GZIP))
                .as("of a codec that no load has")
                .isZero();
    }

    private static Map<CostRole, Double> cpuOfAll(double nanos) {
        Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            cpu.put(role, nanos);
        }
        return cpu;
    }
}
