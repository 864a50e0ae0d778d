package dev.squeeze.engine.experiment;

import static dev.squeeze.engine.experiment.TrialFixtures.client;
import static dev.squeeze.engine.experiment.TrialFixtures.settings;
import static dev.squeeze.engine.experiment.TrialFixtures.thread;
import static dev.squeeze.engine.experiment.TrialFixtures.trial;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.experiment.LimitingFactor.Part;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitFinderTest {
    private static LimitingFactor find(JvmUsage client, Optional<MachineUsage> machine) {
        return LimitFinder.find(trial(client, machine), settings(), 4);
    }

    @Test
    void aThreadsShareIsThatOfTheWindow() {
        LimitingFactor limit = find(
                client(1.5, thread("squeeze-app-0", 0.95, 0), thread("kafka-producer-network-thread | 1", 0.3, 0)),
                Optional.empty());

        assertThat(limit.what()).isEqualTo(Part.APPLICATION_THREAD);
        assertThat(limit.explanation()).isEqualTo("the application thread ran 95 % of the time");
        assertThat(limit.evidence())
                .contains(
                        "application threads (1): running 95 % of the time",
                        "producers' network threads (1): running 30 % of the time",
                        "application threads blocked by monitors: 0 % of the time",
                        "application threads waiting for buffer memory: 20 % of the time",
                        "client: 1.50 of this machine's 4 cores");
    }

    @Test
    void waitingForMonitorsIsAShareOfTheApplicationThreadsTime() {
        LimitingFactor limit = find(client(1, thread("squeeze-app-0", 0.5, 800)), Optional.empty());

        assertThat(limit.what()).isEqualTo(Part.BATCH_LOCK);
        assertThat(limit.explanation()).contains("waited 40 % of the time");
    }

    @Test
    void whatOtherProgramsTakeFillsTheMachineToo() {
        LimitingFactor limit =
                find(client(1, thread("squeeze-app-0", 0.5, 0)), Optional.of(new MachineUsage(950, 50, 0)));

        assertThat(limit.what()).isEqualTo(Part.MACHINE);
        assertThat(limit.explanation())
                .contains("95 % of this machine's 4 cores", "1.00 cores with client", "2.80 with");
    }

    @Test
    void nothingBusyIsNotFound() {
        assertThat(find(client(0.5, thread("squeeze-app-0", 0.2, 0)), Optional.of(new MachineUsage(200, 800, 0)))
                        .what())
                .isEqualTo(Part.UNKNOWN);
    }
}
