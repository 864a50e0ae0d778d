package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where workers for a command are found, and how long to wait for them. */
@HelpGroup.In(HelpGroup.WORKERS)
public final class WorkerGroupArguments {
    /** Used if neither side names a group. */
    public static final String DEFAULT_GROUP = "default";

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    @Option(
            names = "--worker-group",
            paramLabel = "NAME",
            defaultValue = DEFAULT_GROUP,
            description = "The workers' --group (default: ${DEFAULT-VALUE}).")
    public String group = DEFAULT_GROUP;

    @Option(
            names = "--control",
            paramLabel = "HOST:PORT",
            description = "The cluster that workers take work from. Default: the one at --bootstrap-server.")
    @Nullable
    String control;

    @Option(
            names = "--control-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for the cluster at --control, as for Kafka's own tools.")
    @Nullable
    Path controlConfig;

    @Option(
            names = "--worker-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Maximum time to wait for workers, 5s to 1h (default: ${DEFAULT-VALUE}).")
    public Duration timeout = Duration.ofSeconds(60);

    /** The names of these flags. */
    public static List<String> names() {
        return List.of("--worker-group", "--control", "--control-config", "--worker-timeout");
    }

    /** Finds mistakes before any work is done. */
    public void check() {
        if (controlConfig != null && control == null) {
            throw new UsageException("--control-config is for the cluster at --control: name that too");
        }
        Range.requireBetween("--worker-timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        properties();
    }

    private Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(controlConfig), List.of());
    }

    /** @param own the cluster that the command runs on, which workers use by default */
    public RemoteCluster control(RemoteCluster own) {
        return control == null ? own : new RemoteCluster(control, properties());
    }
}
