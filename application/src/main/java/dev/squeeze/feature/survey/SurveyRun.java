package dev.squeeze.feature.survey;

import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs a survey to its result, which is also saved every few seconds. */
final class SurveyRun implements SurveyListener {
    /**
     * Interval of saving the result, which is how much work a crash may lose. Writing a document of a thousand topics
     * takes some milliseconds.
     */
    private static final long KEEP_NANOS = 3_000_000_000L;

    private static final int TOPICS_TO_LOOK_AT = 3;

    private final SurveyRequest request;
    private final RunStart start;
    private final SurveyScope scope;
    private final SurveyBasis basis;
    private final List<String> assumptions;
    private final SurveyTopics topics;
    private final List<TopicAppraisal> done;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final Consumer<SurveyResult> keep;
    private final SurveyTally tally = new SurveyTally();
    private long keptNanos = System.nanoTime();

    /** What is known before the first topic is read. */
    private record Prepared(
            SurveyScope scope,
            SurveyBasis basis,
            List<String> assumptions,
            SurveyTopics topics,
            List<TopicAppraisal> known) {}

    private SurveyRun(
            SurveyRequest request,
            RunStart start,
            Prepared prepared,
            Terminal terminal,
            ProgressLine progress,
            Consumer<SurveyResult> keep) {
        this.request = request;
        this.start = start;
        this.scope = prepared.scope();
        this.basis = prepared.basis();
        this.assumptions = prepared.assumptions();
        this.topics = prepared.topics();
        this.done = new ArrayList<>(prepared.known());
        this.terminal = terminal;
        this.progress = progress;
        this.keep = keep;
    }

    /**
     * Queries the cluster for its topics.
     *
     * @param keep receives the result so far, every few seconds
     * @throws FailedException if there is no topic to survey
     * @throws UsageException if the earlier survey used another basis
     */
    static SurveyRun prepare(
            SurveyRequest request,
            RunStart start,
            Terminal terminal,
            ProgressLine progress,
            Consumer<SurveyResult> keep) {
        progress.progress("asking the cluster for its topics", 0);
        return new SurveyRun(request, start, prepared(request), terminal, progress, keep);
    }

    private static Prepared prepared(SurveyRequest request) {
        RemoteCluster cluster = request.cluster();
        cluster.requireAnswer(ConnectionArguments.TIMEOUT);
        try (ClusterFacts facts = ClusterFacts.open(cluster, ConnectionArguments.TIMEOUT)) {
            List<ClusterFacts.Topic> seen = facts.topics();
            List<ClusterFacts.Topic> ours = request.topics().withoutInternal(seen);
            List<ClusterFacts.Topic> chosen = request.topics().matching(ours);
            if (chosen.isEmpty()) {
                throw new FailedException(none(cluster.bootstrap(), seen.size(), ours.size()));
            }
            SurveyTopics topics = SurveyTopics.of(facts, chosen);
            List<TopicHosting> hosting = topics.topics().stream()
                    .map(topic ->
                            TopicHosting.of(topic.cluster(), request.given().workload()))
                    .toList();
            SurveyBasis basis = request.given().on(facts.id(), hosting.get(0));
            List<TopicAppraisal> known = request.earlier()
                    .map(document -> Resumption.of(document, basis, topics.topics()))
                    .orElse(List.of());
            return new Prepared(
                    request.scope(seen.size(), ours.size(), chosen.size(), known.size()),
                    basis,
                    TopicHosting.assumptions(hosting),
                    topics,
                    known);
        }
    }

    private static String none(String bootstrap, int seen, int ours) {
        if (seen == 0) {
            return bootstrap + " shows no topics: there are none, or the user lacks DESCRIBE on all of them";
        }
        return ours == 0
                ? bootstrap + " has only Kafka's internal topics: add --internal to survey them"
                : "none of the " + ours + " topics of " + bootstrap
                        + " matches --include and --exclude: these have to match whole names, as in 'orders.*'";
    }

    /** Appraises the topics; the result says whether it ended early, and why. */
    SurveyResult run() {
        return result(request.workers().map(this::shared).orElseGet(this::alone));
    }

    private Optional<String> alone() {
        Survey survey = new Survey(
                request.cluster(),
                request.access(),
                request.given(),
                CpuCosts.of(new CalibrationFile()),
                start.at(),
                this);
        say();
        return survey.run(pending(), request.parallel());
    }

    private Optional<String> shared(CrewPlan plan) {
        SurveyTask task = SurveyTask.of(
                basis.clusterId(),
                request.parallel(),
                Math.max(1, request.access().maxBytesPerSecond().bytesPerSecond() / plan.workers()),
                start.at(),
                request.given());
        say();
        Crew crew;
        try {
            crew = Crew.open(plan, this::stopRequested, progress::say);
        } catch (CancellationException e) {
            throw new StoppedException("interrupted before the survey was announced to the workers");
        }
        try {
            return new SharedSurvey(crew.pool(), task, plan.patience(), this, tally, progress::say).run(pending());
        } finally {
            close(crew);
        }
    }

    /** If topics remain on the control cluster, that is reported; it does not affect the result. */
    private void close(Crew crew) {
        try {
            crew.close();
        } catch (ClusterException e) {
            tally.incident(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public synchronized void done(TopicAppraisal appraisal) {
        done.add(appraisal);
        say();
        terminal.live().show(() -> result(Optional.empty()));
        if (System.nanoTime() - keptNanos > KEEP_NANOS) {
            keep.accept(result(Optional.empty()));
            keptNanos = System.nanoTime();
        }
    }

    private void say() {
        int all = topics.topics().size();
        progress.progress(
                String.format(Locale.ROOT, "surveying, %,d of %,d topics done", done.size(), all),
                (double) done.size() / all);
    }

    @Override
    public boolean stopRequested() {
        return terminal.stop().isRequested();
    }

    private synchronized List<SurveyTopic> pending() {
        Set<String> names = done.stream().map(TopicAppraisal::topic).collect(Collectors.toSet());
        return topics.topics().stream()
                .filter(topic -> !names.contains(topic.name()))
                .toList();
    }

    private synchronized SurveyResult result(Optional<String> broken) {
        List<String> pending = pending().stream().map(SurveyTopic::name).toList();
        return new SurveyResult(
                        start.untilNow(),
                        scope,
                        basis,
                        assumptions,
                        topics.refusals(),
                        done,
                        pending,
                        stopRequested() && !pending.isEmpty(),
                        broken,
                        next(!pending.isEmpty()))
                .by(request.workers()
                        .map(plan -> tally.workers(plan, request.cluster().bootstrap())));
    }

    private List<String> next(boolean more) {
        List<String> next = new ArrayList<>();
        done.stream()
                .sorted(scope.order().comparator())
                .filter(topic -> topic.outcome() == TopicAppraisal.Outcome.CHANGE)
                .limit(TOPICS_TO_LOOK_AT)
                .forEach(topic -> next.add(
                        request.advise().about("topic:" + topic.topic()).line("squeeze advise")));
        if (more) {
            next.add(request.resuming());
        }
        return next;
    }
}
