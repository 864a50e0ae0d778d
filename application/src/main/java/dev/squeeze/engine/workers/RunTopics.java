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

/** A group for the length of one run: that nobody else uses it, and the topics of the run, which end with it. */
final class RunTopics implements AutoCloseable {
    /** A run announces itself every second. */
    static final Duration LISTENING = Duration.ofMillis(2_500);

    /** Workers beat at least twice a second. */
    private static final Duration QUIET = Duration.ofMillis(1_500);

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * What is read here is seconds old. A run of weeks would fill a disk with its heartbeats if they stayed until it ends, and
     * a cluster's own limits might be too short or too small.
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
    private final List<String> created = new ArrayList<>();

    private RunTopics(ControlAccess access) {
        this.access = access;
    }

    /**
     * Takes the group and creates the topics of tasks and reports.
     *
     * @param goingOn called many times a second; what it throws gives it up
     * @throws ClusterException when another run has the group, or a permission is missing
     */
    static RunTopics claim(CrewPlan plan, String run, Runnable goingOn, Consumer<String> say) {
        ControlAccess access = new ControlAccess(plan.control(), plan.timeout());
        access.requireLobby(plan.topics());
        requireFree(plan, goingOn);
        deleteLeftovers(plan, access, goingOn, say);
        RunTopics topics = new RunTopics(access);
        try {
            topics.create(plan.topics().tasks(run), plan.slots(), CONFIGS);
            topics.create(plan.topics().reports(run), 1, CONFIGS);
            return topics;
        } catch (RuntimeException e) {
            topics.closeAfter(e);
            throw e;
        }
    }

    private static void requireFree(CrewPlan plan, Runnable goingOn) {
        long deadlineNanos = System.nanoTime() + LISTENING.toNanos();
        List<String> ended = new ArrayList<>();
        List<ControlMessage> running = new ArrayList<>();
        try (ControlReader reader =
                ControlReader.of(plan.control(), List.of(plan.topics().lobby()), plan.timeout())) {
            while (System.nanoTime() < deadlineNanos) {
                goingOn.run();
                for (ControlReader.Received received : reader.poll(POLL)) {
                    ControlMessage message = received.message();
                    if (message.type() == ControlMessage.Type.END) {
                        ended.add(message.run());
                    } else if (message.type() == ControlMessage.Type.RUN) {
                        running.add(message);
                    }
                }
            }
        }
        Optional<ControlMessage> other = running.stream()
                .filter(message -> !ended.contains(message.run()))
                .findFirst();
        if (other.isPresent()) {
            throw inUse(plan, Roster.describe(other.get()));
        }
    }

    /** @param other the run that has the group */
    static ClusterException inUse(CrewPlan plan, String other) {
        return new ClusterException("group " + plan.topics().group() + " works for run " + other
                + " already: wait until that has ended, or give --worker-group with other workers");
    }

    /** A run that was killed leaves its topics. Ids of runs have no dash, which those of longer groups would have. */
    private static void deleteLeftovers(CrewPlan plan, ControlAccess access, Runnable goingOn, Consumer<String> say) {
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

    /** A worker that does not know yet that its run was killed would make brokers create the topic again. */
    private static void awaitQuiet(CrewPlan plan, List<String> reports, Runnable goingOn) {
        if (reports.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        long deadlineNanos = now + Lobby.SILENCE.plus(LISTENING).toNanos();
        long heardNanos = now;
        try (ControlReader reader = ControlReader.of(plan.control(), reports, plan.timeout())) {
            while (now < deadlineNanos && now - heardNanos < QUIET.toNanos()) {
                goingOn.run();
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

    /** Deletes them; what stays on the cluster goes along with the failure. */
    void closeAfter(RuntimeException failure) {
        delete().ifPresent(failure::addSuppressed);
    }

    /** @throws ClusterException when a topic of the run stays on the control cluster */
    @Override
    public void close() {
        Optional<ClusterException> failure = delete();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
