package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.CodecType;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineSpeedTest {
    private static final MachineSpeed THERE = new MachineSpeed(150, 30_000, 20_000);

    private static final RoleCost COST = new RoleCost(
            Map.of(
                    CostTerm.RECORD, 500.0,
                    CostTerm.REQUEST, 50_000.0,
                    CostTerm.BATCH, 10_000.0,
                    CostTerm.COLD_WAKE_UP, 100_000.0),
            Map.of(CodecType.ZSTD, 1.25),
            Map.of(CodecType.ZSTD, 30_000.0));

    private static RoleCost on(MachineSpeed here) {
        return COST.scaled(here.comparedWith(THERE));
    }

    @Test
    void onAMachineOfTheSameSpeedCostsAreTheSame() {
        assertThat(on(THERE)).isEqualTo(COST);
    }

    @Test
    void aSlowProgramSlowsWorkAndHalfOfWaking() {
        RoleCost cost = on(new MachineSpeed(300, 30_000, 20_000));

        assertThat(cost.nanos(CostTerm.RECORD)).isCloseTo(1_000, within(1e-6));
        assertThat(cost.nanos(CostTerm.REQUEST)).isCloseTo(75_000, within(1e-6));
        assertThat(cost.nanos(CostTerm.BATCH)).isCloseTo(10_000 * Math.sqrt(2 * 1.5), within(1e-6));
        assertThat(cost.nanos(CostTerm.COLD_WAKE_UP)).isCloseTo(100_000, within(1e-6));
    }

    @Test
    void aSlowKernelSlowsHalfOfWakingAndNoRecord() {
        RoleCost cost = on(new MachineSpeed(150, 60_000, 20_000));

        assertThat(cost.nanos(CostTerm.RECORD)).isCloseTo(500, within(1e-6));
        assertThat(cost.nanos(CostTerm.REQUEST)).isCloseTo(75_000, within(1e-6));
        assertThat(cost.nanos(CostTerm.COLD_WAKE_UP)).isCloseTo(100_000, within(1e-6));
    }

    @Test
    void ofRestsHalfIsTakenForChance() {
        RoleCost cost = on(new MachineSpeed(150, 30_000, 45_000));

        assertThat(cost.nanos(CostTerm.REQUEST)).isCloseTo(50_000, within(1e-6));
        assertThat(cost.nanos(CostTerm.COLD_WAKE_UP)).isCloseTo(150_000, within(1e-6));
        assertThat(cost.coldCodec()).containsEntry(CodecType.ZSTD, 45_000.0);
    }

    @Test
    void whatACodecTakesWasMeasuredOnTheMachineItself() {
        assertThat(on(new MachineSpeed(300, 60_000, 40_000)).codecFactor()).isEqualTo(COST.codecFactor());
    }

    @Test
    void aDisturbedProbeChangesCostsByNoMoreThanMachinesDiffer() {
        CostScale scale = new MachineSpeed(15_000, 30_000, 1).comparedWith(THERE);

        assertThat(scale.work()).isEqualTo(2.5);
        assertThat(scale.rest()).isEqualTo(Math.sqrt(0.4));
    }

    @Test
    void nothingTakesNoTime() {
        assertThatThrownBy(() -> new MachineSpeed(150, 0, 20_000)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aProbeOfThisMachineIsPossible() throws IOException {
        MachineSpeed here = MachineProbe.probe(Duration.ofMillis(100)).speed();

        assertThat(here.recordNanos()).isBetween(10.0, 1e5);
        assertThat(here.wakeUpNanos()).isBetween(500.0, 1e7);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("machine-probe"));
    }
}
