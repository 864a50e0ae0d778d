package dev.squeeze.feature.rollout;

import static dev.squeeze.kit.document.Figures.count;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.HistoryVisitor;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.plan.Wave;
import dev.squeeze.feature.rollout.RolloutResult.ChangedTopic;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.feature.watch.WatchResult;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.format.TopicCompression;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rehearses a rollout, using the same commands that a user would. */
final class RolloutRun {
    private static final int PARTITIONS = 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** The time after which watch has seen a producer that has just started. */
    private static final Duration SEEN = Duration.ofSeconds(6);

    private static final String PLAN = "plan.json";
    private static final String SURVEY = "survey.json";
    private static final String REPORT = "watch.json";

    private final RolloutRequest request;
    private final RunStart start;
    private final Application application;
    private final Terminal terminal;
    private final HouseCommands house;
    private final Timeline timeline;
    private final List<Mistake> mistakes = new ArrayList<>();
    private Optional<RunningApps> running = Optional.empty();
    private Optional<HouseCommands.Background> watch = Optional.empty();

    RolloutRun(RolloutRequest request, RunStart start, Application application, Terminal terminal) {
        this.request = request;
        this.start = start;
        this.application = application;
        this.terminal = terminal;
        this.house = new HouseCommands(application, terminal);
        this.timeline = new Timeline(start, terminal, this::requireAllGoOn);
    }

    private void requireAllGoOn() {
        running.ifPresent(RunningApps::requireSending);
        watch.ifPresent(HouseCommands.Background::requireGoingOn);
    }

    /** @throws StoppedException if the user stops it before there is a plan */
    RolloutResult run() {
        List<App> apps = Landscape.of(request.topics(), request.sources(), terminal);
        try (RehearsalFiles files = new RehearsalFiles(request.folder());
                LiveSession session = LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal);
                RunningApps sending = new RunningApps(session.cluster())) {
            running = Optional.of(sending);
            try {
                return rehearsed(apps, files, session.cluster(), sending);
            } finally {
                watch.ifPresent(HouseCommands.Background::stop);
            }
        }
    }

    private RolloutResult rehearsed(List<App> apps, RehearsalFiles files, LiveCluster cluster, RunningApps sending) {
        files.owners(apps);
        Topics.create(
                cluster.target(),
                apps.stream()
                        .map(app -> new TopicSpec(app.topic(), PARTITIONS, 1, Map.of()))
                        .toList());
        apps.forEach(app -> sending.start(app, app.settings()));
        timeline.did(count(apps.size(), "producer") + " with old settings started, each with its own topic");
        String address = cluster.target().bootstrap();
        watch(address, files);
        timeline.did("squeeze watch started");
        timeline.pause(request.runIn());
        PlanResult plan = plan(address, files);
        requireChanges(plan);
        boolean interrupted = false;
        Optional<WatchResult> report = Optional.empty();
        try {
            watchWithPlan(address, files);
            report = Optional.of(rolledOut(apps, plan, files, cluster, sending));
        } catch (StoppedException e) {
            interrupted = true;
        }
        return result(apps, plan, report, files, interrupted);
    }

    private void watch(String address, RehearsalFiles files, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "watch",
                "--bootstrap-server",
                address,
                "--history",
                files.history().toString(),
                "--interval",
                "1s",
                "--slot",
                "3s",
                "--max-rate",
                "4MiB/s"));
        words.addAll(Arrays.asList(more));
        watch = Optional.of(house.start(words.toArray(String[]::new)));
    }

    private PlanResult plan(String address, RehearsalFiles files) {
        // In the rehearsal each topic is known to have one producer; from the log this can only be estimated.
        house.run(false, "survey", "--bootstrap-server", address, "--producers", "1", "--output", files.path(SURVEY));
        timeline.did("squeeze survey has read all topics");
        house.run(
                false,
                "plan",
                files.path(SURVEY),
                "--owners",
                files.path("owners.txt"),
                "--tickets",
                files.path("tickets"),
                "--output",
                files.path(PLAN));
        PlanResult plan = read(files, PLAN, PlanResult.class);
        timeline.did("squeeze plan: " + count(plan.changes().size(), "change") + ", "
                + count(plan.unchanged().size(), "topic") + " left as they are");
        return plan;
    }

    /** @throws FailedException if there is nothing to roll out */
    static void requireChanges(PlanResult plan) {
        if (plan.changes().isEmpty()) {
            throw new FailedException(
                    "survey and plan leave all " + count(plan.unchanged().size(), "topic")
                            + " as they are, so there is nothing to roll out: rehearse with records that compress"
                            + " better");
        }
    }

    private <T extends Result> T read(RehearsalFiles files, String name, Class<T> kind) {
        return kind.cast(application.results().read(files.file(name)));
    }

    /** Restarts the watch with the same folder, where it continues, and with the plan. */
    private void watchWithPlan(String address, RehearsalFiles files) {
        watch.ifPresent(HouseCommands.Background::end);
        watch = Optional.empty();
        watch(address, files, "--plan", files.path(PLAN));
        timeline.did("squeeze watch restarted, with --plan");
        // The watch has to learn the state at its start before it can recognize changes.
        timeline.pause(request.untilProducersAreKnown());
    }

    private WatchResult rolledOut(
            List<App> apps, PlanResult plan, RehearsalFiles files, LiveCluster cluster, RunningApps sending) {
        Map<String, App> byTopic = apps.stream().collect(Collectors.toMap(App::topic, Function.identity()));
        List<List<PlannedChange>> waves = waves(plan.changes());
        WrongWave wrong = new WrongWave(byTopic, plan.changes(), waves.get(waves.size() - 1));
        Instant change = Instant.now();
        for (int i = 0; i < waves.size(); i++) {
            boolean last = i == waves.size() - 1;
            List<PlannedChange> wave = waves.get(i);
            if (last) {
                mistakes.addAll(wrong.restart(
                        wave,
                        (planned, settings) -> restart(byTopic, planned, settings, sending),
                        InstantSource.system()));
            } else {
                wave.forEach(planned -> restart(byTopic, planned, planned.to(), sending));
            }
            timeline.did("wave " + (i + 1) + " of " + waves.size() + ", "
                    + wave.get(0).wave().title() + ": " + count(wave.size(), "producer")
                    + " restarted with the plan's settings");
            if (!last) {
                timeline.pause(request.betweenWaves());
            }
        }
        wrongAndRight(byTopic, plan, wrong, files, cluster, sending);
        Instant through = Instant.now();
        timeline.pause(request.after());
        watch.ifPresent(HouseCommands.Background::end);
        watch = Optional.empty();
        timeline.did("squeeze watch ended");
        return report(files, change, through);
    }

    /** If all changes are in one wave, splits them into two waves by savings, since a rollout needs several. */
    private static List<List<PlannedChange>> waves(List<PlannedChange> changes) {
        Map<Wave, List<PlannedChange>> byWave = changes.stream()
                .collect(Collectors.groupingBy(PlannedChange::wave, LinkedHashMap::new, Collectors.toList()));
        if (byWave.size() != 1 || changes.size() < 2) {
            return List.copyOf(byWave.values());
        }
        int half = changes.size() / 2;
        return List.of(changes.subList(0, half), changes.subList(half, changes.size()));
    }

    private static void restart(
            Map<String, App> apps, PlannedChange planned, ProducerSettings settings, RunningApps sending) {
        Optional.ofNullable(apps.get(planned.topic())).ifPresent(app -> sending.start(app, properties(settings)));
    }

    private static Map<String, String> properties(ProducerSettings settings) {
        return settings.configLines().stream()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    private void wrongAndRight(
            Map<String, App> apps,
            PlanResult plan,
            WrongWave wrong,
            RehearsalFiles files,
            LiveCluster cluster,
            RunningApps sending) {
        mistakes.stream()
                .findFirst()
                .ifPresent(mistake -> timeline.did("deliberate mistake: team " + mistake.team()
                        + " set batch.size without linger.ms on " + count(mistakes.size(), "producer")));
        timeline.pause(SEEN);
        wrong.repackedTopic().ifPresent(topic -> {
            TopicCompression repacked = wrong.repackedTo();
            Instant before = Instant.now();
            Topics.configure(cluster.target(), topic, TopicCompression.KEY, repacked.value(), TIMEOUT);
            mistakes.addAll(wrong.repacked(before));
            timeline.did("deliberate mistake: " + repacked.configLine() + " set on the topic " + topic);
        });
        boolean found = timeline.waitFor(
                () -> Assessment.found(mistakes, marks(files)).stream()
                        .allMatch(mistake -> mistake.found().isPresent()),
                RolloutRequest.LIMIT);
        timeline.did(found ? "watch has identified every mistake" : "watch has not identified every mistake in time");
        wrong.repackedTopic()
                .ifPresent(topic -> Topics.configure(
                        cluster.target(), topic, TopicCompression.KEY, TopicCompression.PRODUCER.value(), TIMEOUT));
        plan.changes().stream()
                .filter(planned -> mistakes.stream()
                        .anyMatch(mistake -> mistake.kind() == Mistake.Kind.NO_LINGER
                                && mistake.topic().equals(planned.topic())))
                .forEach(planned -> restart(apps, planned, planned.to(), sending));
        timeline.did("the mistakes corrected");
        timeline.pause(SEEN);
    }

    private static List<Mark> marks(RehearsalFiles files) {
        List<Mark> marks = new ArrayList<>();
        new HistoryFolder(files.history()).read(Instant.EPOCH, new HistoryVisitor() {
            @Override
            public void mark(Mark mark) {
                marks.add(mark);
            }
        });
        return marks;
    }

    private WatchResult report(RehearsalFiles files, Instant change, Instant through) {
        house.run(
                true,
                "watch",
                "report",
                "--history",
                files.history().toString(),
                "--change-at",
                change.toString(),
                "--change-until",
                through.toString(),
                "--plan",
                files.path(PLAN),
                "--output",
                files.path(REPORT));
        timeline.did("squeeze watch report");
        return read(files, REPORT, WatchResult.class);
    }

    private RolloutResult result(
            List<App> apps, PlanResult plan, Optional<WatchResult> report, RehearsalFiles files, boolean interrupted) {
        List<Mark> marks = report.map(WatchResult::marks).orElseGet(() -> marks(files));
        List<Mistake> found = Assessment.found(mistakes, marks);
        List<ChangedTopic> changes = new Assessment(apps).changes(plan, report);
        return new RolloutResult(
                Result.SCHEMA_VERSION,
                RolloutResult.KIND.name(),
                start.untilNow(),
                request.sources().stream().distinct().toList(),
                request.scale(),
                interrupted,
                apps.size(),
                apps.size() - changes.size(),
                RolloutRequest.LIMIT.toSeconds(),
                timeline.steps(),
                found,
                Assessment.falseAlarms(mistakes, marks),
                changes,
                Assessment.total(changes, report),
                house.done(),
                files.keptFolder());
    }
}
