package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.Environment;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Waits for workers: for how long, with which progress messages, and with which error if there are too few. */
final class Gathering {
    private static final long WAIT_MILLIS = 20;

    private final CrewPlan plan;
    private final Roster roster;
    private final CrewLink link;
    private final BooleanSupplier stop;
    private final Consumer<String> say;

    Gathering(CrewPlan plan, Roster roster, CrewLink link, BooleanSupplier stop, Consumer<String> say) {
        this.plan = plan;
        this.roster = roster;
        this.link = link;
        this.stop = stop;
        this.say = say;
    }

    /** @throws CancellationException when the user cancelled */
    static void requireWanted(BooleanSupplier stop) {
        if (stop.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while waiting for workers");
        }
    }

    /** @param complete returns the result at a given time; empty while the condition is not met */
    <T> T awaited(LongFunction<Optional<T>> complete) {
        long beganNanos = System.nanoTime();
        long announcedNanos = beganNanos;
        int said = -1;
        while (true) {
            requireWanted(stop);
            link.requireWorking();
            long now = System.nanoTime();
            Optional<T> found = complete.apply(now);
            boolean announced = roster.firstAnnouncement().isPresent();
            if (found.isPresent() && announced) {
                return found.get();
            }
            int present = roster.present(now);
            if (!announced) {
                // No worker can join before the announcement is in the lobby.
                announcedNanos = now;
                requireSoon(now - beganNanos);
            } else if (now - announcedNanos > plan.patience().toNanos()) {
                throw tooFew(present);
            }
            if (present != said && present < plan.workers()) {
                say.accept("waiting for workers in group " + plan.topics().group() + ": " + present + " of "
                        + plan.workers() + " ...");
                said = present;
            }
            pause();
        }
    }

    private void requireSoon(long waitedNanos) {
        if (waitedNanos > plan.timeout().toNanos()) {
            throw GroupClaim.notGivenBack(plan);
        }
    }

    /** The error that too few workers have connected, with the command that starts one. */
    ClusterException tooFew(int present) {
        String which = roster.refused()
                .map(others -> "; rejected: " + others + ", and this is squeeze " + Environment.version()
                        + " (protocol " + ControlMessage.PROTOCOL + "); install the same version on both")
                .orElse("");
        return new ClusterException(
                (present == 0 ? "no worker" : "only " + present + " of " + plan.workers() + " workers")
                        + " joined group " + plan.topics().group() + " within "
                        + plan.patience().toSeconds() + " s (--worker-timeout)" + which + ". Start workers with: "
                        + plan.startCommand());
    }

    static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for workers");
        }
    }
}
