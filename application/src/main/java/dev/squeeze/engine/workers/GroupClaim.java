package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.Environment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A coordinator's claim to its group, from before it touches topics until its run is announced. Two coordinators that
 * start at the same time both find the group silent; each then writes a claim, and the one whose claim is first in the
 * lobby's log gets the group. A coordinator that starts later sees the claim, because it is repeated every second.
 */
final class GroupClaim implements AutoCloseable {
    /** Runs and claims are announced every second. */
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
     * @param goingOn called many times a second; what it throws cancels the claim
     * @throws ClusterException when another run uses the group, or a permission is missing
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

    /** @param other the run that uses the group */
    static ClusterException inUse(CrewPlan plan, String other) {
        return new ClusterException("group " + plan.topics().group() + " is already used by run " + other
                + ": wait until it has ended, or give --worker-group with other workers");
    }

    /** The error that a record written to the lobby was not read back. */
    static ClusterException notGivenBack(CrewPlan plan) {
        return new ClusterException("the control cluster at " + plan.control().bootstrap()
                + " did not return the record that was written to topic "
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
            // A permission has been revoked: the next step reports it.
        }
    }

    /**
     * Checks for a moment whether another run uses the group after all: one that was paused while this one listened.
     *
     * @throws ClusterException naming that run
     */
    void requireAlone() {
        hear();
        heard.otherBegun(run).ifPresent(this::giveWay);
    }

    /** Ends the claim, because the run announces itself from now on. */
    void begun() {
        begun = true;
        close();
    }

    /** Releases the group, unless the run has begun. */
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
