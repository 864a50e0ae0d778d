package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Comparison;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Compares a run with an earlier one: figures and conditions. */
final class BaselineComparison {
    /** A rate in MiB/s is converted to records/s, which depends slightly on the records that were sampled. */
    private static final double SAME_RATE = 0.01;

    private BaselineComparison() {}

    /** @param thresholds their metrics are compared too */
    static BaselineInfo of(
            String name,
            BenchResult before,
            RunInfo run,
            SourceInfo source,
            ClusterInfo cluster,
            List<ArmInfo> arms,
            List<SearchInfo> searches,
            List<Threshold> thresholds) {
        List<Figure> then = BenchFigures.of(before.arms(), before.searches());
        List<Figure> now = BenchFigures.of(arms, searches);
        List<BaselineInfo.ChangeInfo> changes = new ArrayList<>();
        for (Figure figure : now) {
            Optional<Metric> metric = Metric.withKey(figure.metric());
            boolean wanted = metric.filter(known -> Comparison.COMPARED.contains(known)
                            || thresholds.stream().anyMatch(threshold -> threshold.metric() == known))
                    .isPresent();
            if (wanted) {
                then.stream()
                        .filter(other -> ArmNames.areSame(other.subject(), figure.subject())
                                && other.metric().equals(figure.metric())
                                && isMeaningful(
                                        metric.orElseThrow(),
                                        Load.of(other.subject(), before.arms()),
                                        Load.of(figure.subject(), arms)))
                        .findFirst()
                        .flatMap(other -> change(figure, other))
                        .ifPresent(changes::add);
            }
        }
        return new BaselineInfo(
                name,
                before.run().startedAt(),
                conditionDifferences(before, run, source, cluster, arms),
                missing(subjects(before.arms(), before.searches()), subjects(arms, searches)),
                changes);
    }

    /** In a closed loop, latency only reflects the length of the queue; at a given rate, throughput is fixed. */
    private static boolean isMeaningful(Metric metric, Load then, Load now) {
        boolean paced = then.rate().isPresent() && now.rate().isPresent();
        if (metric.needsRate()) {
            return paced;
        }
        if (metric == Metric.CONSUMER_RECORDS_PER_SECOND && paced) {
            return false;
        }
        return !metric.unit().endsWith("/s") || then.isLike(now);
    }

    /**
     * The kind of load of an arm.
     *
     * @param searched whether its highest rate was searched for
     * @param rate requested records/s; empty in a closed loop and in a search
     */
    private record Load(boolean searched, OptionalDouble rate) {
        static Load of(String subject, List<ArmInfo> arms) {
            return arms.stream()
                    .filter(arm -> ArmNames.areSame(arm.label(), subject))
                    .map(arm -> new Load(false, arm.settings().rateRecordsPerSecond()))
                    .findFirst()
                    .orElse(new Load(true, OptionalDouble.empty()));
        }

        boolean isLike(Load other) {
            return searched == other.searched
                    && rate.isPresent() == other.rate.isPresent()
                    && Math.abs(other.rate.orElse(1) / rate.orElse(1) - 1) <= SAME_RATE;
        }
    }

    /** Relative errors of independent figures are added in quadrature, on the logarithmic scale. */
    static Optional<BaselineInfo.ChangeInfo> change(Figure now, Figure then) {
        double before = then.value().estimate();
        double after = now.value().estimate();
        if (before == 0 && after == 0) {
            return Optional.of(new BaselineInfo.ChangeInfo(
                    now.subject(), now.metric(), 0, 0, 0, OptionalDouble.of(0), OptionalDouble.of(0)));
        }
        if (!(before > 0 && after > 0)) {
            return Optional.empty();
        }
        double times = after / before;
        OptionalDouble low = OptionalDouble.empty();
        OptionalDouble high = OptionalDouble.empty();
        if (now.value().interval().isPresent() && then.value().interval().isPresent()) {
            var own = now.value().interval().orElseThrow();
            var other = then.value().interval().orElseThrow();
            // If the current interval reaches 0, so does the ratio; if the earlier one does, the ratio has no upper
            // end.
            low = OptionalDouble.of(
                    times / Math.exp(Math.hypot(logRatio(after, own.low()), logRatio(other.high(), before))) - 1);
            high = finite(times * Math.exp(Math.hypot(logRatio(own.high(), after), logRatio(before, other.low()))) - 1);
        }
        return Optional.of(
                new BaselineInfo.ChangeInfo(now.subject(), now.metric(), before, after, times - 1, low, high));
    }

    /** The logarithm of a quotient; infinite if the divisor is not above 0. */
    private static double logRatio(double larger, double smaller) {
        return smaller > 0 ? Math.log(larger / smaller) : Double.POSITIVE_INFINITY;
    }

    private static OptionalDouble finite(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static List<String> subjects(List<ArmInfo> arms, List<SearchInfo> searches) {
        return Stream.concat(
                        arms.stream().map(ArmInfo::label), searches.stream().map(SearchInfo::arm))
                .toList();
    }

    private static List<String> missing(List<String> then, List<String> now) {
        return Stream.concat(
                        then.stream()
                                .filter(arm -> isMissing(arm, now))
                                .map(arm -> arm + " was only in the earlier run"),
                        now.stream().filter(arm -> isMissing(arm, then)).map(arm -> arm + " is new"))
                .toList();
    }

    private static boolean isMissing(String arm, List<String> from) {
        return from.stream().noneMatch(other -> ArmNames.areSame(arm, other));
    }

    private static List<String> conditionDifferences(
            BenchResult before, RunInfo run, SourceInfo source, ClusterInfo cluster, List<ArmInfo> arms) {
        Environment then = before.run().environment();
        Environment now = run.environment();
        List<String> lines = new ArrayList<>();
        differs(lines, "machine", machine(then), machine(now));
        differs(lines, "Java", then.java(), now.java());
        differs(lines, "version of squeeze", then.squeezeVersion(), now.squeezeVersion());
        differs(lines, "version of Kafka's clients", then.kafkaVersion(), now.kafkaVersion());
        differs(lines, "records", records(before.source()), records(source));
        differs(lines, "cluster", cluster(before.cluster()), cluster(cluster));
        differs(lines, "sender", sender(before.cluster()), sender(cluster));
        for (ArmInfo arm : arms) {
            before.arms().stream()
                    .filter(other -> ArmNames.areSame(other.label(), arm.label()))
                    .findFirst()
                    .ifPresent(other ->
                            differs(lines, "load of " + arm.label(), load(other.settings()), load(arm.settings())));
        }
        if (before.arms().isEmpty() != arms.isEmpty()) {
            differs(lines, "kind of run", kind(before.arms()), kind(arms));
        }
        return lines;
    }

    private static String sender(ClusterInfo cluster) {
        return cluster.workers()
                .map(workers -> count(workers.members().size(), "worker"))
                .orElse("this machine");
    }

    private static void differs(List<String> lines, String what, String then, String now) {
        if (!then.equals(now)) {
            lines.add(say("different %s: %s before, %s now", what, then, now));
        }
    }

    private static String machine(Environment environment) {
        return environment.cores() + " x " + environment.processor();
    }

    private static String records(SourceInfo source) {
        return say("%s with %,d records of %,d bytes", source.source(), source.records(), source.payloadBytes());
    }

    private static String cluster(ClusterInfo cluster) {
        return cluster.embedded()
                ? say("%d embedded brokers", cluster.brokers().orElse(1))
                : cluster.bootstrap().orElse("a service");
    }

    private static String kind(List<ArmInfo> arms) {
        return arms.isEmpty() ? "--find-max" : "rounds of all arms";
    }

    private static String load(ArmInfo.SettingsInfo settings) {
        OptionalDouble rate = settings.rateRecordsPerSecond();
        return (rate.isPresent() ? say("%,.0f records/s", rate.getAsDouble()) : "closed loop")
                + say(
                        ", %s of %s, %s of %s, %s",
                        count(settings.producers(), "producer"),
                        count(settings.threads(), "thread"),
                        count(settings.topics(), "topic"),
                        count(settings.partitions(), "partition"),
                        count(settings.replicationFactor(), "replica"));
    }
}
