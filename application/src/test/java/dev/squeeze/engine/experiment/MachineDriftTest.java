package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.experiment.MachineDrift.Reference;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostTerm;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.RoleCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MachineDriftTest {
    private static final int ROUNDS = 3;

    /**
     * References from five loads, on a machine where work and wake-ups take this many times as long as at the
     * calibration.
     */
    private static List<Reference> references(double work, double wakeUp) {
        List<Reference> references = new ArrayList<>();
        for (double wakeUpShare : new double[] {0, 0.05, 0.4, 0.7, 0.8}) {
            for (CostRole role : CostRole.values()) {
                double then = 1_000 * (role.ordinal() + 1);
                double now = then * ((1 - wakeUpShare) * work + wakeUpShare * wakeUp);
                references.add(new Reference("rests for " + wakeUpShare, role, wakeUpShare, then, now, ROUNDS));
            }
        }
        return references;
    }

    @Test
    void workAndComingBackToItAreToldApart() {
        MachineDrift drift = MachineDrift.of(references(0.85, 1.3));

        // Less than the actual drift, since there are few references.
        assertThat(drift.factors().work()).isBetween(0.87, 0.93);
        assertThat(drift.factors().wakeUp()).isBetween(1.1, 1.25);
        assertThat(drift.factors().spread()).isLessThan(0.09);
        assertThat(drift.loads()).isEqualTo(5);
    }

    @Test
    void aMachineThatIsAsItWasHasFactorsOfOne() {
        MachineDrift drift = MachineDrift.of(references(1, 1));

        assertThat(drift.factors().work()).isCloseTo(1, within(1e-6));
        assertThat(drift.factors().wakeUp()).isCloseTo(1, within(1e-6));
        assertThat(drift.factors().spread()).isCloseTo(0, within(1e-6));
    }

    @Test
    void whatLoadsWithoutRestsSaySaysNothingOfRests() {
        List<Reference> busy = IntStream.range(0, 10)
                .mapToObj(i -> new Reference("flood " + i, CostRole.CONSUMER, 0, 500, 1_000, ROUNDS))
                .toList();

        MachineDrift drift = MachineDrift.of(busy);

        assertThat(drift.factors().work()).isBetween(1.5, 2.0);
        assertThat(drift.factors().wakeUp()).isCloseTo(1, within(1e-6));
    }

    @Test
    void theRolesOfALoadAreOneWitness() {
        List<Reference> roles = Arrays.stream(CostRole.values())
                .map(role -> new Reference("flood", role, 0, 500, 750, ROUNDS))
                .toList();
        List<Reference> one = List.of(roles.get(0));

        // All roles equally expensive: no more information than from one.
        assertThat(MachineDrift.of(roles).factors().work())
                .isCloseTo(MachineDrift.of(one).factors().work(), within(1e-6))
                .isBetween(1.1, 1.4);
    }

    @Test
    void aProducerThatIsAnotherProgramHasFactorsOfItsOwn() {
        List<Reference> coldBroker = references(1.5, 1.5).stream()
                .filter(one -> one.role() != CostRole.SENDER)
                .map(one -> one.role() == CostRole.APPLICATION
                        ? new Reference(
                                one.load(),
                                one.role(),
                                one.wakeUpShare(),
                                one.calibratedNanos(),
                                one.calibratedNanos(),
                                ROUNDS)
                        : one)
                .toList();

        MachineDrift drift = MachineDrift.ofAnotherClient(coldBroker);

        assertThat(drift.factors().work()).isBetween(1.25, 1.5);
        assertThat(drift.ofProducer()).hasValueSatisfying(own -> {
            assertThat(own.work()).isCloseTo(1, within(1e-6));
            assertThat(own.wakeUp()).isCloseTo(1, within(1e-6));
        });
        MachineCosts now = drift.applyTo(aHundredNanosForEachRecord());
        assertThat(now.of(CostRole.APPLICATION).nanos(CostTerm.RECORD)).isCloseTo(100, within(1e-6));
        assertThat(now.of(CostRole.CONSUMER).nanos(CostTerm.RECORD)).isGreaterThan(125);
    }

    private static MachineCosts aHundredNanosForEachRecord() {
        Map<CostRole, RoleCost> roles = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            roles.put(role, new RoleCost(Map.of(CostTerm.RECORD, 100.0), Map.of(), Map.of()));
        }
        return new MachineCosts(roles, 0, 0, 0, 0, 1, 1);
    }
}
