package dev.squeeze.kit.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What whole brokers cost, for commands that say how many could go. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class BrokerCostArguments {
    @Option(
            names = "--brokers-cost",
            paramLabel = "MONEY",
            description =
                    "What one whole broker costs per month, in the list's currency: says how many brokers could go.")
    public @Nullable Double brokersCost;

    @Option(
            names = "--brokers-limited-by",
            paramLabel = "RESOURCE",
            description =
                    "What decides how many brokers you have: disk, network or cpu. Default: disk or network, whichever is"
                            + " freed less.")
    public @Nullable String brokersLimitedBy;
}
