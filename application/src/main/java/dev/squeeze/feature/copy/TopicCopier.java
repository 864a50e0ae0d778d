package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.SendRefusedException;
import dev.squeeze.kit.kafka.TimestampsReplacedException;
import dev.squeeze.kit.kafka.TopicReplacedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Copies a topic into one or more topics at the same time, reading the source once. Each copy's progress is committed
 * in the transactions that contain its data, so consumers with {@code isolation.level=read_committed} get every record
 * once, even if a run is killed at any moment and started again.
 */
public final class TopicCopier {
    private static final Set<String> REFUSED_FOR_GOOD = Set.of(
            "MESSAGE_TOO_LARGE",
            "RECORD_LIST_TOO_LARGE",
            "INVALID_RECORD",
            "INVALID_TIMESTAMP",
            "CORRUPT_MESSAGE",
            "POLICY_VIOLATION",
            "TOPIC_AUTHORIZATION_FAILED",
            "CLUSTER_AUTHORIZATION_FAILED",
            "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
            "UNSUPPORTED_COMPRESSION_TYPE",
            "UNSUPPORTED_FOR_MESSAGE_FORMAT");

    private static final String NO_ANSWER = "NETWORK_EXCEPTION";

    private static final int MAX_PARTITIONS_NAMED = 10;
    private static final int MAX_RECOVERIES = 20;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    /** A broker that has just started may not know its topics yet. */
    private static final Duration MAX_GONE = Duration.ofSeconds(8);

    private final CopyRun run;
    private final Hands hands;
    private final List<String> recoveries = new ArrayList<>();
    private int recoveryCount;
    private final RetrySeries gone = new RetrySeries(MAX_GONE, MAX_GONE.dividedBy(2));
    private List<Map<Integer, CopyProgress>> progress = List.of();

    /** Does the copying in a session. */
    interface Hands {
        /** @return false if the source has more partitions now, which needs another session */
        boolean copy(CopySession session);
    }

    private TopicCopier(CopyRun run, Hands hands) {
        this.run = run;
        this.hands = hands;
    }

    /**
     * Copies, and retries after failures that may be temporary, such as broker restarts and leader changes.
     *
     * @param source the cluster that has the topic
     * @param destination the cluster that the copies go to; may be the same
     * @param stop checked between rounds; what was copied is committed before stopping
     * @return the report; if copying failed on the way, it has the problem
     * @throws CopyException if it could not start
     */
    public static CopyReport run(
            CopyPlan plan, ClusterTarget source, LiveCluster destination, CopyListener listener, BooleanSupplier stop) {
        return run(new CopyRun(plan, source, destination, listener, stop), CopySession::copy);
    }

    /** Copies a share, or with shares that workers copy. */
    static CopyReport run(CopyRun run, Hands hands) {
        return new TopicCopier(run, hands).run();
    }

    private CopyReport run() {
        JvmUsage before = JvmUsage.current();
        Optional<String> problem = Optional.empty();
        boolean done = false;
        while (!done && problem.isEmpty()) {
            try {
                done = attempt();
            } catch (RuntimeException e) {
                problem = afterFailure(e);
                if (problem.isEmpty() && run.mustStop()) {
                    done = true;
                }
            }
        }
        if (problem.isPresent() && (progress.isEmpty() || run.found().isEmpty())) {
            throw new CopyException(problem.get());
        }
        return finished(problem, JvmUsage.current().minus(before));
    }

    /** @return whether there is nothing more to do */
    private boolean attempt() {
        try (CopySession session = CopySession.open(run)) {
            gone.succeeded();
            progress = session.progress();
            run.reportWith(() -> soFar(session));
            try {
                return hands.copy(session);
            } catch (RuntimeException e) {
                if (isAnswered(e)) {
                    // There may be no further session that would abort it.
                    session.abort(e);
                }
                throw e;
            } finally {
                progress = session.progress();
            }
        }
    }

    /**
     * Whether brokers still respond after this failure, so that an open transaction can be aborted without waiting for
     * a broker that is gone.
     */
    private static boolean isAnswered(RuntimeException failure) {
        if (failure instanceof SendRefusedException refused) {
            return !refused.refusal().error().equals(NO_ANSWER);
        }
        return failure instanceof CopyException
                || failure instanceof TopicReplacedException
                || failure instanceof TooLargeException
                || failure instanceof TimestampsReplacedException
                || failure.getCause() instanceof AuthorizationException;
    }

    /** Returns the problem if the failure is final; otherwise pauses before a retry and returns empty. */
    private Optional<String> afterFailure(RuntimeException failure) {
        Optional<String> forGood = forGood(failure);
        if (forGood.isPresent()) {
            return forGood;
        }
        String why = String.valueOf(failure.getMessage());
        run.destination().requireAlive().run();
        if (!run.failed()) {
            return Optional.of(
                    why + " (retried for " + run.plan().retryTimeout().toSeconds()
                            + " s); what was copied is kept: run the same command again to continue");
        }
        recoveryCount++;
        if (recoveries.size() < MAX_RECOVERIES) {
            recoveries.add(why);
        }
        run.waiting(why);
        pause();
        return Optional.empty();
    }

    private void pause() {
        long millis = Math.min(CopyRun.MAX_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(4, recoveryCount - 1));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end && !run.mustStop()) {
            try {
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CopyException("copying was interrupted: run the same command again to continue", e);
            }
        }
    }

    private Optional<String> forGood(RuntimeException failure) {
        String why = String.valueOf(failure.getMessage());
        if (failure instanceof TakenOverException) {
            throw failure;
        }
        if (failure instanceof CopyException) {
            return Optional.of(why);
        }
        if (failure instanceof TopicReplacedException replaced) {
            return Optional.of(replaced(why, replaced));
        }
        if (failure instanceof TooLargeException) {
            return Optional.of(why + "; everything committed before it and the position are kept: raise"
                    + " max.message.bytes of the destination's topic, then run the same command again");
        }
        if (failure instanceof TimestampsReplacedException) {
            return Optional.of(why + "; none of this was committed, and the position is kept: set the topic's"
                    + " message.timestamp.type to CreateTime, then run the same command again");
        }
        if (failure instanceof SendRefusedException refused) {
            return REFUSED_FOR_GOOD.contains(refused.refusal().error())
                    ? Optional.of(why + "; committed records and the position are kept: run the same command"
                            + " again to continue")
                    : Optional.empty();
        }
        Throwable cause = failure.getCause();
        if (failure instanceof GoneException || cause instanceof UnknownTopicOrPartitionException) {
            return gone(why);
        }
        if (!(failure instanceof RawAccessException) && !(failure instanceof ClusterException)) {
            throw failure;
        }
        boolean denied = cause instanceof AuthorizationException
                || cause instanceof AuthenticationException
                || cause instanceof UnsupportedVersionException;
        // Before the copy has started, only failures with an error from a broker are worth a retry.
        boolean neverBegan = neverBegan() && !(cause instanceof ApiException);
        return denied || neverBegan ? Optional.of(why) : Optional.empty();
    }

    /** A share counts as started, since the coordinator has started the copy. */
    private boolean neverBegan() {
        return progress.isEmpty() && run.share().isEmpty();
    }

    private Optional<String> gone(String why) {
        if (neverBegan()) {
            return Optional.of(why);
        }
        if (gone.failed(System.nanoTime())) {
            return Optional.empty();
        }
        // Brokers do not reveal whether a topic does not exist or is not visible to this user.
        return run.share().isPresent() && progress.isEmpty()
                ? Optional.of(why
                        + ", or the worker's user may not see it, which needs the ACL Describe on the topic"
                        + " (docs/guide/workers.md lists all of them)")
                : Optional.of(why + ": it was deleted during the copy; if it was the destination, what was copied is"
                        + " gone, too; if it was the source, the copy is kept");
    }

    private String replaced(String why, TopicReplacedException replaced) {
        // A copy may have the source's name, on another cluster.
        boolean isSource = replaced.topic().equals(run.plan().topic())
                && replaced.bootstrapServers().equals(run.source().bootstrap().replace(" ", ""));
        String reached = progress.stream()
                .flatMap(copy -> copy.entrySet().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, partition -> partition.getValue().next(), Math::min, TreeMap::new))
                .entrySet()
                .stream()
                .limit(MAX_PARTITIONS_NAMED)
                .map(partition -> "partition " + partition.getKey() + " up to offset " + partition.getValue())
                .collect(Collectors.joining(", "));
        return why + " while it was " + (isSource ? "copied" : "copied to")
                + (reached.isEmpty() ? "" : "; copied from the former topic: " + reached)
                + (isSource
                        ? "; what was copied is kept, and nothing of the new topic was added: copy the new topic with"
                                + " another"
                                + " --to-topic"
                        : "; delete it or choose another --to-topic, then run the command again to copy from the"
                                + " beginning");
    }

    private CopyReport soFar(CopySession session) {
        return report(
                session.progress(),
                Optional.empty(),
                Optional.empty(),
                target -> run.counts().sent(target).plus(session.sent(target)),
                run.counts().fetched().plus(session.fetched()));
    }

    private CopyReport finished(Optional<String> problem, JvmUsage usage) {
        return report(
                progress,
                problem,
                Optional.of(usage),
                run.counts()::sent,
                run.counts().fetched());
    }

    /**
     * @param usage CPU usage of this JVM; absent while copying is in progress, when disk sizes are not queried from
     *     brokers either
     */
    private CopyReport report(
            List<Map<Integer, CopyProgress>> reached,
            Optional<String> problem,
            Optional<JvmUsage> usage,
            IntFunction<LinkBytes> sent,
            LinkBytes fetched) {
        List<CopyReport.Copy> copies = new ArrayList<>();
        for (int i = 0; i < run.plan().targets().size(); i++) {
            CopyTarget target = run.plan().targets().get(i);
            copies.add(run.tally(i)
                    .report(
                            target,
                            run.topic(target),
                            reached.isEmpty() ? Map.of() : reached.get(i),
                            usage.isPresent() ? diskBytes(target) : OptionalLong.empty(),
                            sent.apply(i).sent(),
                            run.startNanos()));
        }
        CopyTopics.Source source = run.found().orElseThrow();
        boolean stopped = run.isStopped();
        return new CopyReport(
                run.plan().topic(),
                source.partitions(),
                copies,
                problem.isEmpty() && run.isComplete(reached),
                run.unstableOffsets(),
                stopped,
                problem,
                recoveries,
                recoveryCount,
                source.settings(),
                usage.flatMap(jvm -> seconds(jvm.gcCpuNanos())),
                usage.flatMap(jvm -> seconds(jvm.jitCpuNanos())),
                fetched.received(),
                run.elapsed().toNanos() / 1e9,
                run.counts().sourceOverTime(run.startNanos()),
                run.counts().sourceSpans());
    }

    private static Optional<Double> seconds(OptionalLong nanos) {
        return nanos.stream().mapToObj(known -> known / 1e9).findFirst();
    }

    private OptionalLong diskBytes(CopyTarget target) {
        try {
            return Topics.diskBytes(
                            run.destination().target(),
                            List.of(target.topic()),
                            run.plan().timeLimit())
                    .map(OptionalLong::of)
                    .orElse(OptionalLong.empty());
        } catch (ClusterException e) {
            return OptionalLong.empty();
        }
    }
}
