package dev.squeeze.engine.experiment;

import static dev.squeeze.engine.experiment.TrialFixtures.client;
import static dev.squeeze.engine.experiment.TrialFixtures.settings;
import static dev.squeeze.engine.experiment.TrialFixtures.thread;
import static dev.squeeze.engine.experiment.TrialFixtures.trial;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.experiment.LimitingFactor.Part;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.WorkerShare;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
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

    @Test
    void ofWorkersTheBusiestMachineIsTheLimit() {
        LimitingFactor limit =
                LimitFinder.find(sentBy(Optional.empty(), worker("a", 0.4), worker("b", 0.97)), settings(), 8);

        assertThat(limit.what()).isEqualTo(Part.MACHINE);
        assertThat(limit.explanation()).isEqualTo("97 % of the cores of a worker's machine were busy");
        assertThat(limit.evidence()).contains("worker b: 1.00 cores, its machine 97 % busy");
    }

    /** Each worker has a gateway: two threads that each run half of the time are not one thread that always runs. */
    @Test
    void threadsOfSeveralGatewaysAreNotOneThread() {
        JvmUsage gateways = client(
                1,
                thread("kafka-producer-network-thread | squeeze-gateway", 0.5, 0),
                thread("kafka-producer-network-thread | squeeze-gateway", 0.45, 0));

        LimitingFactor limit =
                LimitFinder.find(sentBy(Optional.of(gateways), worker("a", 0.4), worker("b", 0.4)), settings(), 8);

        assertThat(limit.what()).isEqualTo(Part.UNKNOWN);
        assertThat(limit.evidence()).contains("service's busiest producer's network thread: running 50 % of the time");
    }

    private static WorkerShare worker(String name, double busyShare) {
        return new WorkerShare(
                name,
                1,
                2_000,
                200_000,
                2,
                0,
                0,
                2_000_000_000L,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalDouble.of(busyShare),
                OptionalDouble.of(0),
                0,
                0);
    }

    /** @param gateways of all workers together; empty if their producers sent */
    private static TrialResult sentBy(Optional<JvmUsage> gateways, WorkerShare... workers) {
        TrialResult one = trial(client(2, thread("squeeze-app-0", 0.1, 0)), Optional.empty());
        TrialResult.Window window = one.window();
        return new TrialResult(
                new TrialResult.Window(
                        window.fromSeconds(),
                        window.seconds(),
                        window.records(),
                        window.payloadBytes(),
                        window.client(),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        0,
                        gateways,
                        Optional.empty()),
                one.latencies(),
                Optional.empty(),
                one.contents(),
                Optional.empty(),
                new ProducerMetrics(110_000, 20, 0, 0, OptionalDouble.empty(), OptionalDouble.empty()),
                Optional.empty(),
                List.of(),
                gateways.map(service -> new TrialResult.Served(8, OptionalInt.of(2), Map.of())),
                List.of(workers),
                List.of(),
                false,
                List.of());
    }
}
