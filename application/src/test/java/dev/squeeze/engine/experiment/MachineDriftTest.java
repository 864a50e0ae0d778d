package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.experiment.MachineDrift.Reference;
import dev.squeeze.engine.predict.CostRole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MachineDriftTest {
    private static final int ROUNDS = 3;

    /** As many as five loads show, of a machine on which work and coming back to it take so many times what they took. */
    private static List<Reference> references(double work, double rest) {
        List<Reference> references = new ArrayList<>();
        for (double restShare : new double[] {0, 0.05, 0.4, 0.7, 0.8}) {
            for (CostRole role : CostRole.values()) {
                double then = 1_000 * (role.ordinal() + 1);
                double now = then * ((1 - restShare) * work + restShare * rest);
                references.add(new Reference("rests for " + restShare, role, restShare, then, now, ROUNDS));
            }
        }
        return references;
    }

    @Test
    void workAndComingBackToItAreToldApart() {
        MachineDrift drift = MachineDrift.of(references(0.85, 1.3));

        // Less than there is, since they are few.
        assertThat(drift.work()).isBetween(0.87, 0.93);
        assertThat(drift.rest()).isBetween(1.1, 1.25);
        assertThat(drift.spread()).isLessThan(0.09);
        assertThat(drift.loads()).isEqualTo(5);
    }

    @Test
    void aMachineThatIsAsItWasHasFactorsOfOne() {
        MachineDrift drift = MachineDrift.of(references(1, 1));

        assertThat(drift.work()).isCloseTo(1, within(1e-6));
        assertThat(drift.rest()).isCloseTo(1, within(1e-6));
        assertThat(drift.spread()).isCloseTo(0, within(1e-6));
    }

    @Test
    void whatLoadsWithoutRestsSaySaysNothingOfRests() {
        List<Reference> busy = IntStream.range(0, 10)
                .mapToObj(i -> new Reference("flood " + i, CostRole.CONSUMER, 0, 500, 1_000, ROUNDS))
                .toList();

        MachineDrift drift = MachineDrift.of(busy);

        assertThat(drift.work()).isBetween(1.5, 2.0);
        assertThat(drift.rest()).isCloseTo(1, within(1e-6));
    }

    @Test
    void theRolesOfALoadAreOneWitness() {
        List<Reference> roles = Arrays.stream(CostRole.values())
                .map(role -> new Reference("flood", role, 0, 500, 750, ROUNDS))
                .toList();
        List<Reference> one = List.of(roles.get(0));

        // As dear in all roles as in one: no more is known.
        assertThat(MachineDrift.of(roles).work())
                .isCloseTo(MachineDrift.of(one).work(), within(1e-6))
                .isBetween(1.1, 1.4);
    }
}
