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
 * The result of {@code squeeze bench}.
 *
 * @param schemaVersion version of the document's format
 * @param cluster cluster that it ran on
 * @param plan how it was run
 * @param arms figures of each arm, in the order given
 * @param comparisons each arm compared with the first one, paired by round
 * @param forecasts predictions for the arms with a rate, compared with the measured figures
 * @param searches highest sustained rates; empty without {@code --find-max}
 * @param profiles profiles; empty without {@code --profile}
 * @param thresholds thresholds, and whether each was met
 * @param notes notes for readers, mainly on what is uncertain
 * @param baseline changes since an earlier run; absent if none was named
 * @param comparability whether the figures can be compared; absent if there are no figures yet, and in older documents
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

    /** @param baseline changes since an earlier run */
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

    /** Whether the figures can be compared, computed again for documents that do not contain it. */
    Optional<ComparabilityInfo> trust() {
        return comparability.or(() -> ComparabilityInfo.of(
                plan, cluster, arms, searches, run.environment().cores()));
    }

    /** The smallest difference that is reported, as a share. */
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
            return "a search for the highest rate";
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
                "At a given rate, latency is measured from the intended send time, not from the actual one.");
    }

    /** Whether an arm or a search has no valid result. */
    boolean hasProblems() {
        return arms.stream().anyMatch(arm -> !arm.problems().isEmpty())
                || searches.stream().anyMatch(search -> !search.problems().isEmpty());
    }

    /** Whether all thresholds are met; false if {@code --abort-unless} ended the run. */
    boolean meetsThresholds() {
        return plan.aborted().isEmpty() && thresholds.stream().allMatch(ThresholdInfo::met);
    }
}
