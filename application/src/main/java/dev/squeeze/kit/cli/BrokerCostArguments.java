package dev.squeeze.kit.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cost of a broker, for commands that report how many brokers could be removed. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class BrokerCostArguments {
    @Option(
            names = "--brokers-cost",
            paramLabel = "MONEY",
            description =
                    "Monthly cost of one broker, in the price list's currency: shows how many brokers you could remove.")
    public @Nullable Double brokersCost;

    @Option(
            names = "--brokers-limited-by",
            paramLabel = "RESOURCE",
            description =
                    "What determines how many brokers you have: disk, network or cpu. Default: disk or network, whichever"
                            + " has the smaller saving.")
    public @Nullable String brokersLimitedBy;
}
