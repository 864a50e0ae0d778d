package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.load.Traffic;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.FlightRecorderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs each arm once more under the flight recorder, after the measured rounds. */
final class ArmProfiling {
    private static final Duration PROFILED = Duration.ofSeconds(5);

    private final BenchRequest request;
    private final Consumer<String> written;
    private final List<ProfileInfo> profiles = new ArrayList<>();
    private Optional<RuntimeException> failure = Optional.empty();
    private boolean interrupted;

    /** @param written receives a line for each page of flame graphs */
    ArmProfiling(BenchRequest request, Consumer<String> written) {
        this.request = request;
        this.written = written;
    }

    /**
     * Profiles the arms that have a result.
     *
     * @param prefix of the topics' names
     * @param traffic the records or batches that an arm sends
     */
    void run(
            BenchSession opened,
            String name,
            List<ArmResult> arms,
            Function<Arm, Traffic> traffic,
            ExperimentListener listener) {
        try {
            for (int i = 0; i < arms.size() && !listener.stopRequested(); i++) {
                if (arms.get(i).isValid()) {
                    Arm arm = arms.get(i).arm();
                    listener.progress("profiling, " + arm.label(), 1);
                    keep(record(opened, name + "-" + i, arm, traffic.apply(arm), listener));
                }
            }
        } catch (CancellationException e) {
            interrupted = true;
        } catch (ClusterException | FlightRecorderException | FailedException e) {
            // The results of the rounds are kept and printed.
            failure = Optional.of(e);
        }
    }

    private ArmProfile record(
            BenchSession opened, String topic, Arm arm, Traffic traffic, ExperimentListener listener) {
        return ArmProfile.record(
                opened.target(),
                opened.embedded(),
                topic,
                arm,
                traffic,
                new TrialPlan(BenchRequest.RAMP, PROFILED, request.timeout(), request.keepTopics()),
                request.profileFolder().map(folder -> process -> folder.recording(arm.label(), process)),
                listener::stopRequested);
    }

    private void keep(ArmProfile profile) {
        profiles.add(Profiles.of(profile));
        request.profileFolder().ifPresent(folder -> written.accept("wrote " + folder.write(profile)));
    }

    List<ProfileInfo> profiles() {
        return profiles;
    }

    /** Why profiling ended early; the arms before that have their profiles. */
    Optional<RuntimeException> failure() {
        return failure;
    }

    /** Whether the user interrupted profiling. */
    boolean interrupted() {
        return interrupted;
    }
}
