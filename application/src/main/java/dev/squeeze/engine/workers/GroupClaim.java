package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.Environment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The claim of a coordinator to its group, from before it touches topics until its run is announced. Two that begin together both
 * find the group silent: each says that it claims the group, and the one whose claim comes first in the lobby's log has it. Whoever
 * begins later hears it, since it is said again every second.
 */
final class GroupClaim implements AutoCloseable {
    /** A run, and a claim, is said again every second. */
    static final Duration LISTENING = Duration.ofMillis(2_500);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long AGAIN_MILLIS = 1_000;
    private static final long END_MILLIS = 3_000;

    private final CrewPlan plan;
    private final String run;
    private final String id = WorkerIdentity.newId();
    private final ControlReader reader;
    private final ControlWriter writer;
    private final LobbyRuns heard = new LobbyRuns();
    private final Thread speaking;
    private volatile boolean silent;
    private boolean begun;

    private GroupClaim(CrewPlan plan, String run, ControlReader reader, ControlWriter writer) {
        this.plan = plan;
        this.run = run;
        this.reader = reader;
        this.writer = writer;
        this.speaking = DaemonThreads.create(this::repeat, "squeeze-crew-claim");
    }

    /**
     * Claims the group.
     *
     * @param goingOn called many times a second; what it throws gives it up
     * @throws ClusterException when another run has the group, or a permission is missing
     */
    static GroupClaim take(CrewPlan plan, String run, Runnable goingOn) {
        ControlReader reader =
                ControlReader.of(plan.control(), List.of(plan.topics().lobby()), plan.timeout());
        ControlWriter writer;
        try {
            writer = new ControlWriter(plan.control());
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
        GroupClaim claim = new GroupClaim(plan, run, reader, writer);
        try {
            claim.listen(goingOn);
            claim.claim(goingOn);
            return claim;
        } catch (RuntimeException e) {
            claim.close();
            throw e;
        }
    }

    private void listen(Runnable goingOn) {
        long deadlineNanos = System.nanoTime() + LISTENING.toNanos();
        while (System.nanoTime() < deadlineNanos) {
            goingOn.run();
            hear();
        }
        heard.first().ifPresent(this::giveWay);
    }

    private void claim(Runnable goingOn) {
        say(ControlMessage.Type.CLAIM);
        writer.flush();
        speaking.start();
        long deadlineNanos = System.nanoTime() + plan.timeout().toNanos();
        while (!heard.speaks(run)) {
            goingOn.run();
            if (System.nanoTime() > deadlineNanos) {
                throw notGivenBack(plan);
            }
            hear();
        }
        heard.first().filter(first -> !first.run().equals(run)).ifPresent(this::giveWay);
    }

    private void hear() {
        reader.poll(POLL).forEach(received -> heard.take(received.message()));
    }

    private void giveWay(ControlMessage other) {
        throw inUse(plan, Roster.describe(other));
    }

    /** @param other the run that has the group */
    static ClusterException inUse(CrewPlan plan, String other) {
        return new ClusterException("group " + plan.topics().group() + " works for run " + other
                + " already: wait until that has ended, or give --worker-group with other workers");
    }

    /** What was written to the lobby is not read there. */
    static ClusterException notGivenBack(CrewPlan plan) {
        return new ClusterException("the control cluster at " + plan.control().bootstrap()
                + " did not give back what was written to topic "
                + plan.topics().lobby() + " within "
                + plan.timeout().toSeconds() + " s: look at its brokers' logs, then start again");
    }

    private void say(ControlMessage.Type type) {
        writer.send(
                plan.topics().lobby(),
                0,
                ControlMessage.of(
                        run,
                        type,
                        id,
                        ControlMessage.emptyBody()
                                .put("version", Environment.version())
                                .put("host", id)));
    }

    private void repeat() {
        try {
            while (!silent) {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
                if (!silent) {
                    say(ControlMessage.Type.CLAIM);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            // The permission is missing by now: what follows says so.
        }
    }

    /**
     * Listens for a moment whether another run works with the group all the same: one that stood still while it was listened for.
     *
     * @throws ClusterException that names it
     */
    void requireAlone() {
        hear();
        heard.otherBegun(run).ifPresent(this::giveWay);
    }

    /** The run announces itself from now on. */
    void begun() {
        begun = true;
        close();
    }

    /** Gives the group back, unless the run has begun. */
    @Override
    public void close() {
        silent = true;
        speaking.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            speaking.join(END_MILLIS);
            if (!begun && heard.speaks(run)) {
                say(ControlMessage.Type.END);
                writer.flush();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (ClusterException e) {
            // Others notice the silence.
        }
        reader.close();
        writer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
