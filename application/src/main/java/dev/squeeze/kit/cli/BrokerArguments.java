package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import picocli.CommandLine.Option;

/** Flags for reading the CPU time of the user's brokers and for sizing embedded ones. */
@HelpGroup.In(HelpGroup.CLUSTER)
public final class BrokerArguments {
    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, from which their CPU time is read.")
    public List<String> jmx = List.of();

    @Option(
            names = "--broker-heap",
            paramLabel = "BYTES",
            defaultValue = "512MiB",
            description = "Maximum Java heap of each embedded broker (default: ${DEFAULT-VALUE}).")
    public ByteCount heap = ClusterOptions.DEFAULT_BROKER_HEAP;
}
