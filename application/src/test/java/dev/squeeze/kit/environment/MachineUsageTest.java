package dev.squeeze.kit.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineUsageTest {
    private static final List<String> STAT = List.of(
            "cpu  100 10 40 800 30 5 5 10 0 0",
            "cpu0 50 5 20 400 15 2 3 5 0 0",
            "cpu1 50 5 20 400 15 3 2 5 0 0",
            "intr 1");

    @Test
    void busyAreAllThatRanAndStolenIsWhatTheHostKept() {
        MachineUsage usage = MachineUsage.of(STAT, 2).orElseThrow();

        assertThat(usage).isEqualTo(new MachineUsage(160, 830, 10));
        assertThat(usage.busyShare()).isCloseTo(0.17, within(1e-9));
        assertThat(usage.runningShare()).isCloseTo(0.16, within(1e-9));
        assertThat(usage.stolenShare()).isCloseTo(10.0 / 170, within(1e-9));
    }

    @Test
    void aMachineOfWhichThisContainerHasAPartTellsNothingOfIt() {
        assertThat(MachineUsage.of(STAT, 1)).isEmpty();
        assertThat(MachineUsage.of(List.of(), 1)).isEmpty();
    }
}
