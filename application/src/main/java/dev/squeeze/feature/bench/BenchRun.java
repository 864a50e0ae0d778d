package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmForecaster;
import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MaxRatePlan;
import dev.squeeze.engine.experiment.MaxRateSearches;
import dev.squeeze.engine.experiment.SustainedCriteria;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.ReadyBatches;
import dev.squeeze.engine.load.Traffic;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.KebabCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/** One run of {@code squeeze bench}, from a cluster to a document. */
final class BenchRun implements ExperimentListener {
    /** Records are sent for this long before a window opens: connections, buffers and the sender find their rhythm. */
    private static final Duration RAMP = Duration.ofMillis(300);
    /** An open loop at a rate near the limit takes longer to fill its queues. */
    private static final Duration SEARCH_RAMP = Duration.ofSeconds(1);

    private static final Duration WARM_UP_MOST = Duration.ofSeconds(20);
    private static final Duration PROFILED = Duration.ofSeconds(5);
    private static final Duration CLOSED_LOOP_MOST = Duration.ofSeconds(90);

    private final BenchCommand command;
    private final RunStart start;
    private final String notation;
    private final Sample sample;
    private final Payload payload;
    private final List<Arm> arms;
    private final ProgressLine progress;
    private final String name;
    private final Map<String, Traffic> readyBatches = new HashMap<>();
    private final List<ProfileInfo> profiles = new ArrayList<>();
    private final List<ForecastInfo> forecasts = new ArrayList<>();
    private Optional<Experiment> experiment = Optional.empty();
    private Optional<MaxRateSearches> searches = Optional.empty();
    private Optional<BenchSession> session = Optional.empty();
    private Optional<RuntimeException> profilingFailure = Optional.empty();
    private boolean interruptedProfiling;
    private double measuringSeconds;

    BenchRun(
            BenchCommand command,
            RunStart start,
            String notation,
            Sample sample,
            Payload payload,
            List<Arm> arms,
            ProgressLine progress) {
        this.command = command;
        this.start = start;
        this.notation = notation;
        this.sample = sample;
        this.payload = payload;
        this.arms = arms;
        this.progress = progress;
        // Two runs against one cluster must not meet.
        this.name = "bench-" + Long.toString(start.at().toEpochMilli(), 36);
    }

    BenchResult on(BenchSession opened) {
        session = Optional.of(opened);
        long beginNanos = System.nanoTime();
        if (command.findMax) {
            MaxRatePlan plan = new MaxRatePlan(
                    trialPlan(SEARCH_RAMP),
                    new SustainedCriteria(command.maxLatency()),
                    command.bracketPercent() / 100,
                    CLOSED_LOOP_MOST,
                    Optional.ofNullable(command.budget),
                    Optional.ofNullable(command.hold),
                    name);
            MaxRateSearches search = new MaxRateSearches(
                    opened.target(), payload, arms, plan, start.environment().cores(), this);
            searches = Optional.of(search);
            search.run();
            measuringSeconds = (System.nanoTime() - beginNanos) / 1e9;
        } else {
            Experiment running = new Experiment(opened.target(), this::traffic, arms, experimentPlan(), this);
            experiment = Optional.of(running);
            if (command.rounds == null) {
                progress.measuringFor(command.budget());
            }
            running.run();
            measuringSeconds = (System.nanoTime() - beginNanos) / 1e9;
            profile(opened, running);
            foretell(opened, running);
        }
        return result();
    }

    /** Of arms on brokers of our own that have a rate: what a forecast from the records would have said. */
    private void foretell(BenchSession opened, Experiment done) {
        if (command.raw
                || opened.embedded().isEmpty()
                || opened.info().service().isPresent()) {
            return;
        }
        ArmForecaster forecaster = new ArmForecaster(
                payload,
                opened.info().brokers().orElse(1),
                Workload.LOOPBACK_MILLIS,
                start.environment().cores(),
                command.source.seed);
        for (ArmResult arm : done.arms()) {
            if (arm.isValid() && !stopRequested()) {
                progress("foretelling, " + arm.arm().label(), 1);
                forecaster.of(arm.arm()).ifPresent(forecast -> forecasts.add(ForecastInfo.of(forecast, arm)));
            }
        }
    }

    private void profile(BenchSession opened, Experiment done) {
        if (!command.profile || done.failure().isPresent()) {
            return;
        }
        for (int i = 0; i < done.arms().size() && !stopRequested(); i++) {
            ArmResult arm = done.arms().get(i);
            if (arm.isValid()) {
                progress("profiling, " + arm.arm().label(), 1);
                try {
                    profiles.add(Profiles.of(ArmProfile.record(
                            opened.target(),
                            opened.embedded(),
                            name + "-" + i,
                            arm.arm(),
                            traffic(arm.arm()),
                            profiledPlan(),
                            this::stopRequested)));
                } catch (CancellationException e) {
                    interruptedProfiling = true;
                    return;
                } catch (ClusterException | FlightRecorderException e) {
                    // What the rounds showed stays, and is printed.
                    profilingFailure = Optional.of(e);
                    return;
                }
            }
        }
    }

    private Traffic traffic(Arm arm) {
        return command.raw
                ? readyBatches.computeIfAbsent(arm.label(), label -> ReadyBatches.of(payload, arm.settings()))
                : payload;
    }

    private String mode() {
        return command.raw ? "raw" : command.findMax ? "find-max" : "bench";
    }

    private TrialPlan trialPlan(Duration ramp) {
        TrialPlan plan = new TrialPlan(ramp, command.trialWindow(), command.live.timeout, command.live.keepTopics);
        return command.numRecords == null ? plan : plan.ofRecords(command.numRecords);
    }

    private TrialPlan profiledPlan() {
        return new TrialPlan(RAMP, PROFILED, command.live.timeout, command.live.keepTopics);
    }

    private ExperimentPlan experimentPlan() {
        return new ExperimentPlan(
                trialPlan(RAMP),
                command.budget(),
                command.rounds == null ? OptionalInt.empty() : OptionalInt.of(command.rounds),
                WARM_UP_MOST,
                warmsUpAtFullSpeed(),
                command.source.seed,
                name);
    }

    /** Not on a cluster that serves others, nor through a service, nor where a full buffer is what is looked at. */
    private boolean warmsUpAtFullSpeed() {
        BenchSession live = session.orElseThrow();
        return live.embedded().isPresent()
                && live.info().service().isEmpty()
                && arms.stream()
                        .noneMatch(arm -> arm.settings().producerProperties().containsKey("max.block.ms"));
    }

    @Override
    public boolean stopRequested() {
        return command.terminal().stop().isRequested();
    }

    @Override
    public void progress(String what, double fraction) {
        progress.progress(what, fraction);
    }

    @Override
    public void afterTrial() {
        command.output.keep(result(), command.terminal());
    }

    /** Why the run ended early, to be told after the result. */
    Optional<RuntimeException> failure() {
        Optional<ClusterException> reason =
                experiment.flatMap(Experiment::failure).or(() -> searches.flatMap(MaxRateSearches::failure));
        return reason.<RuntimeException>map(failed -> failed).or(() -> profilingFailure);
    }

    private BenchResult result() {
        List<ArmResult> results = experiment.map(Experiment::arms).orElse(List.of());
        List<ArmInfo> armInfos = results.stream().map(ArmInfo::of).toList();
        BenchPlanInfo plan = planInfo();
        SourceInfo source = SourceInfo.of(notation, sample);
        BenchSession live = session.orElseThrow();
        return new BenchResult(
                start.untilNow(),
                source,
                live.info(),
                plan,
                armInfos,
                experiment.map(Experiment::comparisons).orElse(List.of()).stream()
                        .map(ComparisonInfo::of)
                        .toList(),
                forecasts,
                searches.map(MaxRateSearches::found).orElse(List.of()).stream()
                        .map(SearchInfo::of)
                        .toList(),
                profiles,
                thresholds(results),
                BenchNotes.of(
                        source, live.info(), plan, armInfos, start.environment().cores()));
    }

    private BenchPlanInfo planInfo() {
        return new BenchPlanInfo(
                command.name,
                command.description,
                KebabCase.of(command.design()),
                mode(),
                command.findMax && command.budget == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(command.budget().toMillis() / 1e3),
                measuringSeconds,
                experiment.map(Experiment::rounds).orElse(0),
                experiment.map(Experiment::roundsLeftOut).orElse(0),
                (command.findMax ? SEARCH_RAMP : RAMP).toMillis() / 1e3,
                command.trialWindow().toMillis() / 1e3,
                command.numRecords == null ? OptionalLong.empty() : OptionalLong.of(command.numRecords),
                payload.size(),
                payload.payloadBytes(),
                payload.wholeSource(),
                command.source.seed,
                command.findMax ? Optional.of(command.maxLatency().toMillis() / 1e3) : Optional.empty(),
                interruptedProfiling
                        || experiment.map(Experiment::interrupted).orElse(false)
                        || searches.map(MaxRateSearches::interrupted).orElse(false),
                failure().map(reason -> String.valueOf(reason.getMessage())));
    }

    private List<ThresholdInfo> thresholds(List<ArmResult> results) {
        List<ThresholdInfo> infos = new ArrayList<>();
        for (Threshold threshold : command.thresholds) {
            for (ArmResult arm : results) {
                Optional<Double> value = arm.isValid() ? arm.estimate(threshold.metric()) : Optional.empty();
                infos.add(new ThresholdInfo(
                        threshold.text(),
                        arm.arm().label(),
                        value.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                        value.filter(threshold::isMetBy).isPresent()));
            }
        }
        return infos;
    }
}
