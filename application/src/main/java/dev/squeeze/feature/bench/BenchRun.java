package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmForecaster;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MaxRatePlan;
import dev.squeeze.engine.experiment.MaxRateSearches;
import dev.squeeze.engine.experiment.MissedRate;
import dev.squeeze.engine.experiment.SustainedCriteria;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.ReadyBatches;
import dev.squeeze.engine.load.Traffic;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialWatch;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.unit.KebabCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs a benchmark on a cluster and builds its result. */
final class BenchRun implements ExperimentListener {
    private static final Duration RAMP = BenchRequest.RAMP;
    private static final Duration SEARCH_RAMP = BenchRequest.SEARCH_RAMP;

    private static final Duration MAX_WARM_UP = Duration.ofSeconds(20);
    private static final Duration MAX_CLOSED_LOOP = Duration.ofSeconds(90);

    private final BenchRequest request;
    private final RunStart start;
    private final SourceInfo source;
    private final Payload payload;
    private final ProgressLine progress;
    private final Control control;
    private final String name;
    private final Map<String, Traffic> readyBatches = new HashMap<>();
    private final ArmProfiling profiling;
    private final List<ForecastInfo> forecasts = new ArrayList<>();
    private final RunFollower follower;
    private int trialsBegun;
    private Optional<Experiment> experiment = Optional.empty();
    private Optional<MaxRateSearches> searches = Optional.empty();
    private Optional<BenchSession> session = Optional.empty();
    private double measuringSeconds;

    /** Callbacks to the caller. */
    interface Control {
        boolean stopRequested();

        /** Receives the result so far, so that little is lost if the run ends early. */
        void keep(BenchResult soFar);
    }

    BenchRun(
            BenchRequest request,
            RunStart start,
            SourceInfo source,
            Payload payload,
            ProgressLine progress,
            Control control) {
        this.request = request;
        this.start = start;
        this.source = source;
        this.payload = payload;
        this.progress = progress;
        this.control = control;
        // Unique, so that two runs on one cluster do not use the same topics.
        this.follower = new RunFollower(request.following(), progress::say, this::within);
        this.profiling = new ArmProfiling(request, progress::say);
        this.name = "bench-" + Long.toString(start.at().toEpochMilli(), 36);
    }

    BenchResult on(BenchSession opened) {
        try (follower) {
            return run(opened);
        }
    }

    private BenchResult run(BenchSession opened) {
        session = Optional.of(opened);
        long beginNanos = System.nanoTime();
        if (request.mode() == BenchMode.FIND_MAX) {
            MaxRatePlan plan = new MaxRatePlan(
                    trialPlan(SEARCH_RAMP),
                    new SustainedCriteria(request.search().maxLatency()),
                    request.search().bracket(),
                    MAX_CLOSED_LOOP,
                    request.budget(),
                    request.search().hold(),
                    name);
            MaxRateSearches search = new MaxRateSearches(
                    opened.target(),
                    payload,
                    request.arms(),
                    plan,
                    start.environment().cores(),
                    opened.embedded().isPresent(),
                    this);
            searches = Optional.of(search);
            search.run();
            measuringSeconds = (System.nanoTime() - beginNanos) / 1e9;
        } else {
            Experiment running = new Experiment(opened.target(), this::traffic, request.arms(), experimentPlan(), this);
            experiment = Optional.of(running);
            if (request.rounds().isEmpty()) {
                progress.measuringFor(request.budgetOrDefault());
            }
            running.run();
            measuringSeconds = (System.nanoTime() - beginNanos) / 1e9;
            profile(opened, running);
            predict(opened, running);
        }
        return result();
    }

    /** Predicts the figures of arms with a rate from the records alone, if they ran on embedded brokers. */
    private void predict(BenchSession opened, Experiment done) {
        if (request.mode() == BenchMode.RAW
                || opened.embedded().isEmpty()
                || opened.info().service().isPresent()) {
            return;
        }
        ArmForecaster forecaster = new ArmForecaster(
                payload,
                opened.info().brokers().orElse(1),
                Workload.LOOPBACK_MILLIS,
                start.environment().cores(),
                request.seed(),
                SweepListener.stoppedBy(this::stopRequested),
                progress::say);
        for (ArmResult arm : done.arms()) {
            if (arm.isValid() && !stopRequested()) {
                progress("predicting, " + arm.arm().label(), 1);
                forecaster.of(arm.arm()).ifPresent(forecast -> forecasts.add(ForecastInfo.of(forecast, arm)));
            }
        }
    }

    private void profile(BenchSession opened, Experiment done) {
        if (request.profile() && done.failure().isEmpty() && !endsEarly()) {
            profiling.run(opened, name, done.arms(), this::traffic, this);
        }
    }

    private Traffic traffic(Arm arm) {
        return request.mode() == BenchMode.RAW
                ? readyBatches.computeIfAbsent(arm.label(), label -> ReadyBatches.of(payload, arm.settings()))
                : payload;
    }

    private TrialPlan trialPlan(Duration ramp) {
        TrialPlan plan = new TrialPlan(ramp, request.window(), request.timeout(), request.keepTopics());
        return request.numRecords().isEmpty()
                ? plan
                : plan.ofRecords(request.numRecords().getAsLong());
    }

    private ExperimentPlan experimentPlan() {
        return new ExperimentPlan(
                trialPlan(RAMP),
                request.budgetOrDefault(),
                request.rounds(),
                request.rounds().isEmpty(),
                MAX_WARM_UP,
                warmsUpAtFullSpeed(),
                request.seed(),
                name);
    }

    /**
     * False on the user's cluster, which serves others, through a service, and if the behaviour of a full buffer is
     * measured.
     */
    private boolean warmsUpAtFullSpeed() {
        BenchSession live = session.orElseThrow();
        return live.embedded().isPresent()
                && live.info().service().isEmpty()
                && request.arms().stream()
                        .noneMatch(arm -> arm.settings().producerProperties().containsKey("max.block.ms"));
    }

    @Override
    public boolean stopRequested() {
        return control.stopRequested();
    }

    @Override
    public void progress(String what, double fraction) {
        progress.progress(what, fraction);
    }

    @Override
    public TrialWatch watch(Arm arm, int number) {
        trialsBegun++;
        return follower.watch(arm, number);
    }

    @Override
    public boolean endsEarly() {
        return follower.aborted().isPresent();
    }

    /** Shows the progress of a run with a known number of trials; other runs show theirs by budget or search. */
    private void within(String what, double seconds) {
        if (request.rounds().isPresent() && request.numRecords().isEmpty()) {
            double whole = RAMP.plus(request.window()).toMillis() / 1e3;
            double trials =
                    (double) request.rounds().getAsInt() * request.arms().size();
            progress.progress(what, Math.min(1, (trialsBegun - 1 + Math.min(1, seconds / whole)) / trials));
        }
    }

    @Override
    public void afterTrial() {
        control.keep(result());
    }

    /** Why the run ended early; reported after the result. */
    Optional<RuntimeException> failure() {
        Optional<ClusterException> reason =
                experiment.flatMap(Experiment::failure).or(() -> searches.flatMap(MaxRateSearches::failure));
        return reason.<RuntimeException>map(failed -> failed).or(profiling::failure);
    }

    private BenchResult result() {
        List<ArmResult> results = experiment.map(Experiment::arms).orElse(List.of());
        List<ArmInfo> armInfos = results.stream().map(ArmInfo::of).toList();
        BenchPlanInfo plan = planInfo();
        List<MaxRateSearches.Found> found = searches.map(MaxRateSearches::found).orElse(List.of());
        ClusterInfo cluster = session.orElseThrow().described(results, found);
        RunInfo run = start.untilNow();
        List<SearchInfo> searchInfos = found.stream().map(SearchInfo::of).toList();
        Optional<BaselineInfo> baseline = request.earlier()
                .map(earlier -> BaselineComparison.of(
                        earlier.name(),
                        earlier.result(),
                        run,
                        source,
                        cluster,
                        armInfos,
                        searchInfos,
                        request.thresholds()));
        return new BenchResult(
                run,
                source,
                cluster,
                plan,
                armInfos,
                experiment.map(Experiment::comparisons).orElse(List.of()).stream()
                        .map(comparison -> ComparisonInfo.of(comparison, request.minEffect()))
                        .toList(),
                forecasts,
                searchInfos,
                profiling.profiles(),
                ThresholdInfo.of(request.thresholds(), results, baseline),
                BenchNotes.of(
                        source,
                        cluster,
                        plan,
                        armInfos,
                        MissedRate.of(results),
                        start.environment().cores()),
                baseline);
    }

    /**
     * Empty for a search without a budget, and if {@code --rounds} was given, since these are run however long they
     * take.
     */
    private OptionalDouble budgetSeconds() {
        boolean unbounded = request.mode() == BenchMode.FIND_MAX
                ? request.budget().isEmpty()
                : request.rounds().isPresent();
        return unbounded
                ? OptionalDouble.empty()
                : OptionalDouble.of(request.budgetOrDefault().toMillis() / 1e3);
    }

    private BenchPlanInfo planInfo() {
        boolean search = request.mode() == BenchMode.FIND_MAX;
        return new BenchPlanInfo(
                request.name(),
                request.description(),
                KebabCase.of(request.design()),
                request.mode().key(),
                budgetSeconds(),
                measuringSeconds,
                experiment.map(Experiment::rounds).orElse(0),
                experiment.map(Experiment::roundsLeftOut).orElse(0),
                (search ? SEARCH_RAMP : RAMP).toMillis() / 1e3,
                request.window().toMillis() / 1e3,
                request.numRecords(),
                payload.size(),
                payload.payloadBytes(),
                payload.wholeSource(),
                request.seed(),
                OptionalDouble.of(request.minEffect()),
                search ? Optional.of(request.search().maxLatency().toMillis() / 1e3) : Optional.empty(),
                profiling.interrupted()
                        || experiment.map(Experiment::interrupted).orElse(false)
                        || searches.map(MaxRateSearches::interrupted).orElse(false),
                failure().map(reason -> String.valueOf(reason.getMessage())),
                BenchPlanInfo.StageInfo.of(request.arms().get(0).settings().profile()),
                follower.aborted());
    }
}
