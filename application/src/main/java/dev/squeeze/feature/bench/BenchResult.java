package dev.squeeze.feature.bench;

import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Conclusion;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.document.SourceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What {@code squeeze bench} found on a live cluster.
 *
 * @param schemaVersion version of the document's form
 * @param cluster what it ran on
 * @param plan how it was run
 * @param arms what each arm showed, in the order given
 * @param comparisons each arm against the first, paired by rounds
 * @param forecasts predictions for the arms with a rate, and what was measured
 * @param searches highest sustained rates, where they were asked for
 * @param profiles where the time went, where that was asked for
 * @param thresholds thresholds, and whether each was met
 * @param notes what a reader must know, above all what is uncertain
 * @param baseline what changed since an earlier run; absent where none was named
 * @param comparability whether the figures can be compared; absent before there are any, and from older documents
 */
public record BenchResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        SourceInfo source,
        ClusterInfo cluster,
        BenchPlanInfo plan,
        List<ArmInfo> arms,
        List<ComparisonInfo> comparisons,
        List<ForecastInfo> forecasts,
        List<SearchInfo> searches,
        List<ProfileInfo> profiles,
        List<ThresholdInfo> thresholds,
        List<String> notes,
        Optional<BaselineInfo> baseline,
        Optional<ComparabilityInfo> comparability)
        implements SampledResult {
    public static final ResultKind KIND = new ResultKind("bench", BenchResult.class);

    public BenchResult {
        arms = List.copyOf(arms);
        comparisons = List.copyOf(comparisons);
        forecasts = forecasts == null ? List.of() : List.copyOf(forecasts);
        searches = List.copyOf(searches);
        profiles = List.copyOf(profiles);
        thresholds = List.copyOf(thresholds);
        notes = List.copyOf(notes);
    }

    /** @param baseline what changed since an earlier run */
    public BenchResult(
            RunInfo run,
            SourceInfo source,
            ClusterInfo cluster,
            BenchPlanInfo plan,
            List<ArmInfo> arms,
            List<ComparisonInfo> comparisons,
            List<ForecastInfo> forecasts,
            List<SearchInfo> searches,
            List<ProfileInfo> profiles,
            List<ThresholdInfo> thresholds,
            List<String> notes,
            Optional<BaselineInfo> baseline) {
        this(
                SCHEMA_VERSION,
                "bench",
                run,
                source,
                cluster,
                plan,
                arms,
                comparisons,
                forecasts,
                searches,
                profiles,
                thresholds,
                notes,
                baseline,
                ComparabilityInfo.of(
                        plan, cluster, arms, searches, run.environment().cores()));
    }

    /** Worked out again for documents that were written without it. */
    Optional<ComparabilityInfo> trust() {
        return comparability.or(() -> ComparabilityInfo.of(
                plan, cluster, arms, searches, run.environment().cores()));
    }

    /** The smallest difference worth naming, as a share. */
    double minEffect() {
        return plan.minEffect().orElse(0);
    }

    @Override
    public Document document() {
        return BenchDocument.of(this);
    }

    @Override
    public List<Conclusion> conclusions() {
        BenchVerdict verdict = new BenchVerdict(this);
        List<Conclusion> conclusions = new ArrayList<>(List.of(new Conclusion("concluded", verdict.sentence())));
        trust().ifPresent(trust -> conclusions.add(new Conclusion("how far to trust it", trust.sentence())));
        verdict.latency().ifPresent(latency -> conclusions.add(new Conclusion("p99 to acknowledgement", latency)));
        return conclusions;
    }

    @Override
    public String load() {
        if (plan.runs(BenchMode.FIND_MAX)) {
            return "a search of the highest rate";
        }
        return arms.stream()
                .map(arm -> arm.settings().rateRecordsPerSecond())
                .map(rate -> rate.isPresent()
                        ? Figures.say("%,.0f records/s", rate.getAsDouble())
                        : plan.runs(BenchMode.RAW) ? "prepared batches, unthrottled" : "unthrottled (closed loop)")
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    @Override
    public String csv() {
        return BenchCsv.write(this);
    }

    @Override
    public List<Figure> figures() {
        return BenchFigures.of(arms, searches);
    }

    @Override
    public List<String> method() {
        return List.of(
                "Kafka's own producers sent to real brokers in interleaved rounds; everything was read back, and an arm with"
                        + " a missing record has no figures.",
                "At a given rate latency counts from the intended send time, not from the actual one.");
    }

    /** Whether an arm or a search has no valid result. */
    boolean hasProblems() {
        return arms.stream().anyMatch(arm -> !arm.problems().isEmpty())
                || searches.stream().anyMatch(search -> !search.problems().isEmpty());
    }

    /** Whether each threshold is met; none is where the run was given up for one. */
    boolean meetsThresholds() {
        return plan.aborted().isEmpty() && thresholds.stream().allMatch(ThresholdInfo::met);
    }
}
