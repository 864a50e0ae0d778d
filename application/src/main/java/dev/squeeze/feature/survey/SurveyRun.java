package dev.squeeze.feature.survey;

import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A survey from its first topic to its result, which is kept on the way. */
final class SurveyRun implements SurveyListener {
    /** A document of a thousand topics takes some milliseconds to write; this much may be lost with the machine. */
    private static final long KEEP_NANOS = 3_000_000_000L;

    private static final int TOPICS_TO_LOOK_AT = 3;

    private final RunStart start;
    private final SurveyScope scope;
    private final SurveyBasis basis;
    private final List<String> assumptions;
    private final SurveyTopics topics;
    private final List<TopicAppraisal> done;
    private final String connectionWords;
    private final Surroundings surroundings;
    private long keptNanos = System.nanoTime();

    /** Where a run's results and progress go. */
    record Surroundings(OutputArguments output, Terminal terminal, ProgressLine progress) {}

    /** @param known appraisals of an earlier survey */
    SurveyRun(
            RunStart start,
            SurveyScope scope,
            SurveyBasis basis,
            List<String> assumptions,
            SurveyTopics topics,
            List<TopicAppraisal> known,
            String connectionWords,
            Surroundings surroundings) {
        this.start = start;
        this.scope = scope;
        this.basis = basis;
        this.assumptions = assumptions;
        this.topics = topics;
        this.done = new ArrayList<>(known);
        this.connectionWords = connectionWords;
        this.surroundings = surroundings;
    }

    /** @return the exit code */
    int toItsEnd(RemoteCluster cluster, TopicAccess access, int parallel) {
        Survey survey = new Survey(cluster, access, basis, start.at(), this);
        say();
        Optional<String> broken = survey.run(pending(), parallel);
        surroundings.progress().clear();
        SurveyResult result = result(broken);
        surroundings.output().write(result, surroundings.terminal());
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        broken.ifPresent(why -> {
            throw new FailedException("the survey ended early: " + why
                    + "; what was appraised is above, and --resume goes on" + " from a JSON document");
        });
        return ExitCode.DONE;
    }

    @Override
    public synchronized void done(TopicAppraisal appraisal) {
        done.add(appraisal);
        say();
        surroundings.terminal().live().show(() -> result(Optional.empty()));
        if (System.nanoTime() - keptNanos > KEEP_NANOS) {
            surroundings.output().keep(result(Optional.empty()), surroundings.terminal());
            keptNanos = System.nanoTime();
        }
    }

    private void say() {
        int all = topics.topics().size();
        surroundings
                .progress()
                .progress(
                        String.format(Locale.ROOT, "surveying, %,d of %,d topics done", done.size(), all),
                        (double) done.size() / all);
    }

    @Override
    public boolean stopRequested() {
        return surroundings.terminal().stop().isRequested();
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
                next(!pending.isEmpty()));
    }

    private List<String> next(boolean more) {
        List<String> next = new ArrayList<>();
        done.stream()
                .sorted(scope.order().comparator())
                .filter(topic -> topic.outcome() == TopicAppraisal.Outcome.CHANGE)
                .limit(TOPICS_TO_LOOK_AT)
                .forEach(topic -> next.add("squeeze advise topic:" + topic.topic() + connectionWords));
        if (more) {
            next.add("squeeze survey" + connectionWords
                    + " --resume FILE.json    # as --output wrote it, with the same flags");
        }
        return next;
    }
}
