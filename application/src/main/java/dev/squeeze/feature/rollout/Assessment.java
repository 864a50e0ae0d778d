package dev.squeeze.feature.rollout;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.rollout.RolloutResult.Agreement;
import dev.squeeze.feature.rollout.RolloutResult.ChangedTopic;
import dev.squeeze.feature.rollout.RolloutResult.Found;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.feature.rollout.RolloutResult.Total;
import dev.squeeze.feature.watch.WatchResult;
import dev.squeeze.feature.watch.WatchedTopic;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.feature.watch.WatchedTopic.Promise;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the plan, the mistakes made on purpose, and what watch observed. */
final class Assessment {
    private final Map<String, App> apps;

    Assessment(List<App> apps) {
        this.apps = apps.stream().collect(Collectors.toMap(App::topic, Function.identity()));
    }

    /** @param marks in chronological order */
    static List<Mistake> found(List<Mistake> mistakes, List<Mark> marks) {
        return mistakes.stream()
                .map(mistake -> new Mistake(
                        mistake.kind(),
                        mistake.topic(),
                        mistake.team(),
                        mistake.clientId(),
                        mistake.what(),
                        mistake.at(),
                        marks.stream()
                                .filter(mark -> isOf(mistake, mark))
                                .findFirst()
                                .map(mark -> new Found(
                                        mark.producerId(),
                                        Duration.between(mistake.at(), mark.at())
                                                        .toMillis()
                                                / 1e3,
                                        mark.words()))))
                .toList();
    }

    private static boolean isOf(Mistake mistake, Mark mark) {
        return mark.topic().equals(mistake.topic())
                && mark.kind() == mistake.kind().mark()
                && !mark.at().isBefore(mistake.at());
    }

    /** Marks on topics without a mistake. Codec changes are not counted, since a rollout is meant to change codecs. */
    static List<Mark> falseAlarms(List<Mistake> mistakes, List<Mark> marks) {
        return marks.stream()
                .filter(mark -> mark.kind() != Mark.Kind.PRODUCER_CODEC)
                .filter(mark -> mistakes.stream()
                        .noneMatch(mistake -> mistake.topic().equals(mark.topic())
                                && !mark.at().isBefore(mistake.at())))
                .toList();
    }

    List<ChangedTopic> changes(PlanResult plan, Optional<WatchResult> report) {
        Map<String, WatchedTopic> watched = report.map(WatchResult::topics).orElse(List.of()).stream()
                .collect(Collectors.toMap(WatchedTopic::topic, Function.identity()));
        List<ChangedTopic> changes = new ArrayList<>();
        for (PlannedChange change : plan.changes()) {
            Optional.ofNullable(apps.get(change.topic()))
                    .ifPresent(
                            app -> changes.add(change(app, change, Optional.ofNullable(watched.get(change.topic())))));
        }
        return changes;
    }

    private static ChangedTopic change(App app, PlannedChange change, Optional<WatchedTopic> watched) {
        Optional<Comparison> comparison = watched.flatMap(WatchedTopic::comparison);
        Optional<ConfidenceInterval> promised =
                watched.flatMap(WatchedTopic::promise).flatMap(Promise::bytes);
        Optional<ConfidenceInterval> measured = comparison.flatMap(Comparison::bytes);
        return new ChangedTopic(
                app.topic(),
                app.team(),
                app.clientId(),
                change.wave(),
                change.from(),
                change.to(),
                promised,
                measured,
                change.evidence().map(PlannedChange.Evidence::expectedRecordsPerBatch),
                comparison.map(both -> both.before().recordsPerBatch()).orElse(0.0),
                comparison.map(both -> both.after().recordsPerBatch()).orElse(0.0),
                comparison.map(both -> both.verdict().words()).orElse(Agreement.UNKNOWN.words()),
                promised.isPresent() && measured.isPresent()
                        ? Agreement.of(promised.get(), measured.get())
                        : Agreement.UNKNOWN);
    }

    /** The changes, weighted by bytes per second before; assumes that the errors of topics are independent. */
    static Optional<Total> total(List<ChangedTopic> changes, Optional<WatchResult> report) {
        Map<String, Double> before = report.map(WatchResult::topics).orElse(List.of()).stream()
                .filter(topic -> topic.comparison().isPresent())
                .collect(Collectors.toMap(
                        WatchedTopic::topic,
                        topic -> topic.comparison().orElseThrow().before().storedBytesPerSecond()));
        List<ConfidenceInterval> promised = new ArrayList<>();
        List<ConfidenceInterval> measured = new ArrayList<>();
        double bytes = 0;
        for (ChangedTopic change : changes) {
            double weight = before.getOrDefault(change.topic(), 0.0);
            if (weight > 0 && change.promised().isPresent() && change.measured().isPresent()) {
                promised.add(change.promised().get().times(weight));
                measured.add(change.measured().get().times(weight));
                bytes += weight;
            }
        }
        if (promised.isEmpty()) {
            return Optional.empty();
        }
        ConfidenceInterval plan = ConfidenceInterval.sum(promised).times(1 / bytes);
        ConfidenceInterval came = ConfidenceInterval.sum(measured).times(1 / bytes);
        return Optional.of(new Total(plan, came, Agreement.of(plan, came)));
    }
}
