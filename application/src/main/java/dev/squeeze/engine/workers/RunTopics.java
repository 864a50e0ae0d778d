package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Holds a group for one run, so that no other run uses it, and manages the topics of the run, which are deleted with
 * it.
 */
final class RunTopics implements AutoCloseable {
    /** Workers send at least two heartbeats a second. */
    private static final Duration QUIET = Duration.ofMillis(1_500);

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * Records are read within seconds. The heartbeats of a run of weeks would fill a disk if they were kept until its
     * end, and a cluster's own limits might be too short or too small.
     */
    private static final Map<String, String> CONFIGS = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "3600000",
            "retention.bytes",
            "1073741824",
            "segment.bytes",
            "67108864",
            "max.message.bytes",
            "4194304");

    private final ControlAccess access;
    private final GroupClaim claim;
    private final List<String> created = new ArrayList<>();

    private RunTopics(ControlAccess access, GroupClaim claim) {
        this.access = access;
        this.claim = claim;
    }

    /**
     * Claims the group and creates the topics for tasks and reports. Must be followed by {@link #announced}.
     *
     * @param goingOn called many times a second; what it throws cancels this
     * @throws ClusterException when another run uses the group, or a permission is missing
     */
    static RunTopics claim(CrewPlan plan, String run, Runnable goingOn, Consumer<String> say) {
        ControlAccess access = new ControlAccess(plan.control(), plan.timeout());
        access.requireLobby(plan.topics());
        RunTopics topics = new RunTopics(access, GroupClaim.take(plan, run, goingOn));
        try {
            topics.deleteLeftovers(plan, goingOn, say);
            topics.create(plan.topics().tasks(run), plan.slots(), CONFIGS);
            topics.create(plan.topics().reports(run), 1, CONFIGS);
            return topics;
        } catch (RuntimeException e) {
            topics.closeAfter(e);
            throw e;
        }
    }

    /** Ends the claim to the group, because the run now announces itself. */
    void announced() {
        claim.begun();
    }

    /**
     * Deletes the topics of runs that were killed. Run ids contain no dash, so that topics of groups with a longer name
     * do not match.
     */
    private void deleteLeftovers(CrewPlan plan, Runnable goingOn, Consumer<String> say) {
        Pattern ofARun = Pattern.compile(Pattern.quote(plan.topics().lobby()) + "-[a-z0-9]+-(tasks|reports|records)");
        List<String> left = Topics.named(plan.control(), plan.topics().lobby() + "-", plan.timeout()).stream()
                .filter(topic -> ofARun.matcher(topic).matches())
                .toList();
        awaitQuiet(
                plan, left.stream().filter(topic -> topic.endsWith("-reports")).toList(), goingOn);
        for (String topic : left) {
            say.accept("deleting " + topic + ", left by a run that was killed");
            access.delete(topic);
        }
    }

    /**
     * Waits until reports cease: a worker that does not know yet that its run was killed would make brokers create the
     * topic again.
     */
    private void awaitQuiet(CrewPlan plan, List<String> reports, Runnable goingOn) {
        if (reports.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        long deadlineNanos = now + Lobby.SILENCE.plus(GroupClaim.LISTENING).toNanos();
        long heardNanos = now;
        try (ControlReader reader = ControlReader.of(plan.control(), reports, plan.timeout())) {
            while (now < deadlineNanos && now - heardNanos < QUIET.toNanos()) {
                goingOn.run();
                claim.requireAlone();
                boolean quiet = reader.poll(POLL).isEmpty();
                now = System.nanoTime();
                heardNanos = quiet ? heardNanos : now;
            }
        }
    }

    void create(String topic, int partitions, Map<String, String> configs) {
        access.create(topic, partitions, configs);
        created.add(topic);
    }

    private Optional<ClusterException> delete() {
        Optional<ClusterException> failure = Optional.empty();
        List<String> deleted = new ArrayList<>();
        for (String topic : created) {
            try {
                access.delete(topic);
                deleted.add(topic);
            } catch (ClusterException e) {
                failure = Optional.of(e);
            }
        }
        created.clear();
        access.awaitGone(deleted);
        return failure;
    }

    /**
     * Deletes the topics before the run was announced; a failure to delete is added to {@code failure} as suppressed.
     */
    void closeAfter(RuntimeException failure) {
        delete().ifPresent(failure::addSuppressed);
        claim.close();
    }

    /** @throws ClusterException when a topic of the run could not be deleted from the control cluster */
    @Override
    public void close() {
        Optional<ClusterException> failure = delete();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
