package dev.squeeze.feature.published;

import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.BrokerArguments;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The flags after a published experiment's name, which apply to all of its stages. */
@Command(
        name = "squeeze run",
        header = "Flags of an experiment that has stages.",
        customSynopsis = "squeeze run EXPERIMENT [FLAG...]",
        description = {
            "",
            "Runs on embedded brokers unless --bootstrap-server names your cluster. There it creates topics whose names"
                    + " begin with 'squeeze-', and deletes them at the end.",
            "Exit code 1 if a stage failed, 3 if a stage missed its own threshold."
        },
        footer = {"", "Example:", "  squeeze run linkedin-2012 --scale 0.5 --report linkedin.html"})
@OwnWords(flag = "--max-rate")
@OwnWords(
        flag = StageCommands.TIMEOUT,
        description =
                "Maximum time for a broker to answer, 1s to 10m: for stages of bench, copy and fill, and for the shared"
                        + " cluster (default: ${DEFAULT-VALUE}; for stages, the default of their command).")
@OwnWords(
        flag = StageCommands.JMX,
        description =
                "JMX addresses of your brokers, from which stages of bench, copy, doctor and advise (with verify) read"
                        + " the brokers' metrics.")
final class StagedCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final RunStart start;
    private final ExperimentFile experiment;
    private final Application application;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Factor for the experiment's own times and counts, 0.01 to 1000 (default: ${DEFAULT-VALUE}).")
    double scale = 1;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description =
                    "Records to use instead of the experiment's own: a file, a folder, segment:PATH, topic:NAME or"
                            + " sample:NAME.")
    @Nullable
    String source;

    @Option(
            names = "--stages",
            split = ",",
            paramLabel = "LIST",
            description = "Run only these stages; findings that need the others are inconclusive.")
    List<String> stages = List.of();

    @HelpGroup.In(HelpGroup.WORKERS)
    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Send the load of bench stages from N processes of 'squeeze worker', like 'squeeze bench"
                    + " --workers'; needs --bootstrap-server. Stages with raw, profile or target run from this"
                    + " machine.")
    @Nullable
    Integer workers;

    @HelpGroup.In(HelpGroup.WORKERS)
    @Option(names = "--worker-group", paramLabel = "NAME", description = "The workers' --group (default: default).")
    @Nullable
    String workerGroup;

    @HelpGroup.In(HelpGroup.WORKERS)
    @Option(
            names = "--control",
            paramLabel = "HOST:PORT",
            description = "The cluster from which workers receive their work. Default: the one at --bootstrap-server.")
    @Nullable
    String control;

    @HelpGroup.In(HelpGroup.WORKERS)
    @Option(
            names = "--control-config",
            paramLabel = "FILE",
            description = "Kafka client settings for the cluster at --control, as for Kafka's own tools.")
    @Nullable
    Path controlConfig;

    @Mixin
    BrokerArguments hosts = new BrokerArguments();

    @Mixin
    TimeoutArguments timeout = new TimeoutArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    StagedCommand(Terminal terminal, RunStart start, ExperimentFile experiment, Application application) {
        this.application = application;
        this.terminal = terminal;
        this.start = start;
        this.experiment = experiment;
    }

    @Override
    public Integer call() {
        output.check();
        TimeoutArguments.check(timeout.timeout);
        StagedFile file = StagedFile.of(experiment);
        StageSettings settings = settings(file);
        Set<String> chosen = chosen(file);
        GivenFlags.of(spec).check(StagedFlagRules.ALL);
        StageCommands commands = new StageCommands(file, settings, terminal, application);
        commands.check();
        Optional<RemoteCluster> remote = connection.cluster();
        remote.ifPresent(cluster -> cluster.requireAnswer(timeout.timeout));
        try (SharedCluster cluster = new SharedCluster(remote, file.brokers(), hosts.heap, terminal)) {
            ExperimentResult result;
            try {
                result = new StagedRun(file, settings, commands, start, terminal)
                        .run(
                                chosen,
                                new StageRunner(commands, cluster, terminal, application),
                                soFar -> output.keep(soFar, terminal));
            } finally {
                cluster.deleteTopics(settings.run(), timeout.timeout);
            }
            output.write(result, terminal);
            return exitCode(result);
        }
    }

    private int exitCode(ExperimentResult result) {
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        Set<StageOutcome> outcomes = new LinkedHashSet<>();
        result.stages().forEach(stage -> outcomes.add(stage.outcome()));
        if (outcomes.contains(StageOutcome.FAILED)) {
            return ExitCode.FAILED;
        }
        return outcomes.contains(StageOutcome.THRESHOLD_MISSED) ? ExitCode.THRESHOLD_MISSED : ExitCode.DONE;
    }

    private Set<String> chosen(StagedFile file) {
        Set<String> names = new LinkedHashSet<>();
        file.stages().forEach(stage -> names.add(stage.name()));
        for (String stage : stages) {
            if (!names.contains(stage)) {
                throw new UsageException(
                        "there is no stage '" + stage + "' in " + file.file() + StagedFile.near(stage, names));
            }
        }
        return new LinkedHashSet<>(stages);
    }

    private StageSettings settings(StagedFile file) {
        Path name = Path.of(file.file()).getFileName();
        String stem = String.valueOf(name).replaceAll("\\.ya?ml$", "").replaceAll("[^A-Za-z0-9._-]", "-");
        return new StageSettings(
                "squeeze-" + stem + "-" + Long.toString(start.at().toEpochMilli(), 36),
                Optional.ofNullable(source).or(file::source),
                scale,
                clusterWords(),
                shared(),
                workerWords());
    }

    private List<String> clusterWords() {
        List<String> words = new ArrayList<>();
        if (connection.bootstrap != null) {
            words.addAll(List.of("--bootstrap-server", connection.bootstrap));
        }
        words.addAll(connection.client.words());
        return words;
    }

    private List<String> workerWords() {
        Map<String, Optional<Object>> given = new LinkedHashMap<>();
        given.put("--workers", Optional.ofNullable(workers));
        given.put("--worker-group", Optional.ofNullable(workerGroup));
        given.put("--control", Optional.ofNullable(control));
        given.put("--control-config", Optional.ofNullable(controlConfig));
        List<String> words = new ArrayList<>();
        given.forEach((flag, value) -> value.ifPresent(known -> words.addAll(List.of(flag, String.valueOf(known)))));
        return words;
    }

    /** The given flags that are passed to stages whose command has them. */
    private Map<String, String> shared() {
        GivenFlags given = GivenFlags.of(spec);
        Map<String, String> shared = new LinkedHashMap<>();
        if (given.has(StageCommands.TIMEOUT)) {
            shared.put(StageCommands.TIMEOUT, timeout.timeout.toMillis() + "ms");
        }
        if (given.has(StageCommands.JMX)) {
            shared.put(StageCommands.JMX, String.join(",", hosts.jmx));
        }
        if (given.has(StageCommands.BROKER_HEAP)) {
            shared.put(StageCommands.BROKER_HEAP, String.valueOf(hosts.heap.bytes()));
        }
        return shared;
    }
}
