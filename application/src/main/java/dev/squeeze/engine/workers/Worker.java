package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A worker: waits in its group's lobby for runs, and takes part in one after the other until it is stopped. */
public final class Worker {
    private static final long POLL_MILLIS = 100;

    private final WorkerPlan plan;
    private final Map<String, WorkKind> kinds;
    private final Consumer<String> say;
    private final BooleanSupplier stop;

    /**
     * @param kinds kinds of work that it accepts
     * @param say receives progress lines for users
     * @param stop polled many times a second; true ends the worker
     */
    public Worker(WorkerPlan plan, Collection<WorkKind> kinds, Consumer<String> say, BooleanSupplier stop) {
        this.plan = plan;
        this.kinds = kinds.stream().collect(Collectors.toMap(WorkKind::name, Function.identity()));
        this.say = say;
        this.stop = stop;
    }

    /**
     * Works until it is stopped.
     *
     * @throws ClusterException when the control cluster does not answer at the beginning, or a permission is missing
     */
    public void run() {
        plan.control().requireAnswer(plan.timeout());
        new ControlAccess(plan.control(), plan.timeout()).requireLobby(plan.topics());
        try (Lobby lobby = Lobby.enter(plan, say);
                StandstillWatch standstills = new StandstillWatch()) {
            say.accept("worker " + plan.identity().id() + " waits for work in group "
                    + plan.topics().group());
            while (!stop.getAsBoolean()) {
                lobby.requireWorking();
                Optional<String> run = lobby.run();
                if (run.isPresent()) {
                    takePart(run.get(), lobby, standstills);
                } else {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takePart(String run, Lobby lobby, StandstillWatch standstills) throws InterruptedException {
        say.accept("run " + run + " has begun");
        try (Participation participation = new Participation(plan, run, kinds, standstills, say)) {
            participation.workWhile(() -> !stop.getAsBoolean() && lobby.isOn(run));
        } finally {
            kinds.values().forEach(WorkKind::runEnded);
        }
        say.accept("run " + run + (lobby.hasEnded(run) || stop.getAsBoolean() ? " is over" : " is silent: left it"));
    }
}
