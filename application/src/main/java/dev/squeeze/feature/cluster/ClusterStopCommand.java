package dev.squeeze.feature.cluster;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.RunningCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "stop",
        header = "Stop a cluster that 'squeeze cluster' started in another terminal or in the background.",
        footer = {"", "Examples:", "  squeeze cluster stop", "  squeeze cluster stop --data-dir ~/kafka"})
public final class ClusterStopCommand implements Callable<Integer> {
    private static final long TIMEOUT_SECONDS = 40;

    private final Terminal terminal;

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Stop the cluster with this data folder. Default: the only one that is running.")
    @Nullable
    Path dataFolder;

    public ClusterStopCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Path wanted = dataFolder == null ? null : dataFolder.toAbsolutePath().normalize();
        List<RunningCluster> found = RunningCluster.all().stream()
                .filter(cluster -> wanted == null || cluster.dataFolder().equals(wanted))
                .toList();
        if (found.isEmpty()) {
            throw new FailedException("no cluster of yours is running" + (wanted == null ? "" : " in " + wanted));
        }
        if (found.size() > 1) {
            throw new FailedException(found.size() + " clusters are running: name one with --data-dir: "
                    + found.stream()
                            .map(cluster -> cluster.dataFolder().toString())
                            .collect(Collectors.joining(", ")));
        }
        RunningCluster cluster = found.get(0);
        cluster.stop(TIMEOUT_SECONDS);
        terminal.err().println("stopped the cluster at " + cluster.bootstrap());
        return ExitCode.DONE;
    }
}
