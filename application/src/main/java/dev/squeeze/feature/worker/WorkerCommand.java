package dev.squeeze.feature.worker;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.Worker;
import dev.squeeze.engine.workers.WorkerIdentity;
import dev.squeeze.engine.workers.WorkerPlan;
import dev.squeeze.kit.cli.ClientArguments;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "worker",
        header = "Work for 'bench --workers', 'copy --workers' and 'survey --workers' on another machine, using only"
                + " Kafka"
                + " topics.",
        description = {
            "",
            "Waits in a consumer group for runs and takes a share of each, until Ctrl-C or SIGTERM. It opens no port."
                    + " Work"
                    + " arrives through topics squeeze-workers-GROUP... of the cluster at --bootstrap-server. It"
                    + " sends only to topics"
                    + " squeeze-... of that cluster, or of the one at --under-test, and reads samples of that"
                    + " cluster's topics for"
                    + " surveys. Addresses and credentials are never received with the work: only those given here"
                    + " are used.",
            "With --copies it also copies topics that its users may read and write, between any two of the clusters"
                    + " that it was started with."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze worker --bootstrap-server kafka1:9093 --command-config client.properties --group lab",
            "  squeeze worker --bootstrap-server control:9092 --group lab \\",
            "      --under-test kafka1:9093 --under-test-config client.properties",
            "  squeeze worker --bootstrap-server kafka1:9093 --command-config client.properties --copies",
            "  squeeze worker --bootstrap-server control:9092 --copies --under-test kafka1:9093 --to-bootstrap-server dr1:9093",
            "Then, on any machine:",
            "  squeeze bench events.jsonl --bootstrap-server kafka1:9093 --command-config client.properties \\",
            "      --workers 4 --worker-group lab --control control:9092"
        })
public final class WorkerCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<WorkKind> kinds;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    ClientArguments client = new ClientArguments();

    @Mixin
    TimeoutArguments answers = new TimeoutArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            required = true,
            description =
                    "The cluster to take work from: addresses of one or more of its brokers, separated by commas.")
    String bootstrap = "";

    @Option(
            names = "--group",
            paramLabel = "NAME",
            defaultValue = WorkerGroupArguments.DEFAULT_GROUP,
            description = "The worker group; a group works for one run at a time (default: ${DEFAULT-VALUE}).")
    String group = WorkerGroupArguments.DEFAULT_GROUP;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--under-test",
            paramLabel = "HOST:PORT",
            description = "The cluster that records are sent to. Default: the one at --bootstrap-server.")
    @Nullable
    String underTest;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--under-test-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for the cluster at --under-test, as for Kafka's own tools.")
    @Nullable
    Path underTestConfig;

    @Option(
            names = "--copies",
            description =
                    "Also take shares of 'squeeze copy --workers'. Anyone who may write to the group's control topics"
                            + " can then"
                            + " have any topics copied that this worker's user may read and write.")
    boolean copies;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--to-bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "A third cluster to or from which to copy, if it is neither of the others.")
    @Nullable
    String copiesTo;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--to-command-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for the cluster at --to-bootstrap-server, as for Kafka's own tools.")
    @Nullable
    Path copiesToConfig;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "Also keep the measurements of each trial here, one JSON file per trial.")
    @Nullable
    Path results;

    /** @param kinds the kinds of work that it supports */
    public WorkerCommand(Terminal terminal, List<WorkKind> kinds) {
        this.terminal = terminal;
        this.kinds = List.copyOf(kinds);
    }

    @Override
    public Integer call() {
        TimeoutArguments.check(answers.timeout);
        WorkerPlan plan = plan();
        terminal.stop().endsNormally();
        new Worker(plan, taken(), this::say, terminal.stop()::isRequested).run();
        return ExitCode.DONE;
    }

    /** Work that needs a flag that was not given is rejected with an error that names the flag. */
    private List<WorkKind> taken() {
        return kinds.stream()
                .map(kind -> kind.needsConsent() && !copies ? new RefusedKind(kind.name(), "--copies") : kind)
                .toList();
    }

    private void say(String line) {
        terminal.err().println(line);
        terminal.err().flush();
    }

    /** Finds mistakes before any work is done. */
    private WorkerPlan plan() {
        GivenFlags.of(spec).check(WorkerFlagRules.ALL);
        RemoteCluster control = client.cluster(bootstrap);
        return new WorkerPlan(
                control,
                underTest == null ? control : cluster(underTest, underTestConfig),
                Optional.ofNullable(copiesTo).map(address -> cluster(address, copiesToConfig)),
                new ControlTopics(group),
                WorkerIdentity.own(),
                Optional.ofNullable(results),
                answers.timeout);
    }

    private static RemoteCluster cluster(String address, @Nullable Path config) {
        return new RemoteCluster(
                address, ClientProperties.read(Optional.ofNullable(config), List.of()), Optional.ofNullable(config));
    }
}
