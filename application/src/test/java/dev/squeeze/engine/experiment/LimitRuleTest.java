package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.experiment.LimitRule.Finding;
import dev.squeeze.engine.experiment.LimitRule.Shares;
import dev.squeeze.engine.experiment.LimitingFactor.Part;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LimitRuleTest {
    private static final int CORES = 4;

    private static Finding first(Map<Part, Double> busy) {
        return LimitRule.first(new Shares(busy, 1, false, CORES, 1.5, 0.25));
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "SERVICE_NETWORK_THREAD",
                "SERVICE_WORKER",
                "PRODUCER_NETWORK_THREAD",
                "APPLICATION_THREAD",
                "CONSUMER",
                "BROKER_NETWORK",
                "BROKER_CPU"
            })
    void aThreadThatAlwaysRunsIsTheLimit(Part part) {
        assertThat(first(Map.of(part, 0.85)))
                .isEqualTo(new Finding(part, "the " + part.words() + " ran 85 % of the time"));
        assertThat(first(Map.of(part, 0.84)).part()).isEqualTo(Part.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "PRODUCER_NETWORK_THREAD, 0.9, APPLICATION_THREAD, 0.99",
        "APPLICATION_THREAD, 0.9, BROKER_CPU, 0.99",
        // A busy thread comes before waiting, waiting before the machine, the host before the machine.
        "APPLICATION_THREAD, 0.9, BATCH_LOCK, 0.9",
        "BATCH_LOCK, 0.3, SERVICE_LOCK, 0.9",
        "SERVICE_LOCK, 0.3, SERVICE_BUFFER, 0.9",
        "BATCH_LOCK, 0.3, MACHINE, 0.99",
        "HOST, 0.1, MACHINE, 0.99",
        "BROKER_CPU, 0.9, HOST, 0.5"
    })
    void theEarlierRuleWins(Part limit, double share, Part other, double otherShare) {
        assertThat(first(Map.of(limit, share, other, otherShare)).part()).isEqualTo(limit);
    }

    @Test
    void theClientIsTheLimitOnlyWhereItFillsTheMachine() {
        assertThat(first(Map.of(Part.LOAD_CLIENT, 0.6, Part.MACHINE, 0.95, Part.SERVICE_WORKER, 0.9)))
                .isEqualTo(new Finding(
                        Part.LOAD_CLIENT,
                        "the client used 60 % of this machine's 4 cores, and none was left: the service may sustain more;"
                                + " send from another machine with --target"));
        assertThat(first(Map.of(Part.LOAD_CLIENT, 0.6, Part.MACHINE, 0.9)).part())
                .isEqualTo(Part.UNKNOWN);
        assertThat(first(Map.of(Part.LOAD_CLIENT, 0.5, Part.MACHINE, 0.95)).part())
                .isEqualTo(Part.MACHINE);
    }

    @Test
    void aFullMachineSaysWhoFillsIt() {
        assertThat(first(Map.of(Part.MACHINE, 0.92)).words())
                .isEqualTo("92 % of this machine's 4 cores were busy, 1.50 cores with client and brokers and 0.25 with"
                        + " everything else");
    }

    /** What else runs on workers' machines is unknown here, and none of them is this machine. */
    @Test
    void ofWorkersTheMachinesAreTheirs() {
        assertThat(ofWorkers(Map.of(Part.MACHINE, 0.95)))
                .isEqualTo(new Finding(Part.MACHINE, "95 % of the cores of a worker's machine were busy"));
        assertThat(ofWorkers(Map.of(Part.HOST, 0.2)).words())
                .isEqualTo("the host gave 20 % of the CPU time that a worker's machine needed to other machines");
        assertThat(ofWorkers(Map.of(Part.LOAD_CLIENT, 0.6, Part.MACHINE, 0.95)).words())
                .isEqualTo(
                        "sending used 60 % of the 4 cores of the workers' machines, and one of them had none left: the"
                                + " service may sustain more; give more --workers");
    }

    private static Finding ofWorkers(Map<Part, Double> busy) {
        return LimitRule.first(new Shares(busy, 1, true, CORES, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"BATCH_LOCK, 0.29", "SERVICE_BUFFER, 0.29", "HOST, 0.09", "MACHINE, 0.91"})
    void lessThanTheLimitIsNone(Part part, double share) {
        assertThat(first(Map.of(part, share)).part()).isEqualTo(Part.UNKNOWN);
    }

    @Test
    void handlersThatAreNeverIdleAreTheLimitWithoutCpu() {
        Finding busy = LimitRule.first(new Shares(Map.of(Part.BROKER_CPU, 0.1), 0.14, false, CORES, 1, 0));

        assertThat(busy.part()).isEqualTo(Part.BROKER_CPU);
        assertThat(busy.words()).contains("were idle only 14 % of the time");
        assertThat(LimitRule.first(new Shares(Map.of(), 0.16, false, CORES, 1, 0))
                        .part())
                .isEqualTo(Part.UNKNOWN);
    }
}
