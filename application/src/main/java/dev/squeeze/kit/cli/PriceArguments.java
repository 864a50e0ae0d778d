package dev.squeeze.kit.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What bytes, cores and whole brokers cost; the engine of predictions reads the list. */
public final class PriceArguments {
    @Option(
            names = "--prices",
            paramLabel = "LIST",
            defaultValue = "aws",
            description =
                    "Price list: aws, gcp, azure, msk, confluent, warpstream, or a YAML file; squeeze prices shows them"
                            + " (default: ${DEFAULT-VALUE}).")
    public String prices = "aws";

    @Option(
            names = "--brokers-cost",
            paramLabel = "MONEY",
            description =
                    "What one whole broker costs a month, in the list's currency: says how many brokers could go.")
    public @Nullable Double brokersCost;

    @Option(
            names = "--brokers-limited-by",
            paramLabel = "RESOURCE",
            description =
                    "What decides how many brokers you have: disk, network or cpu. Default: disk or network, whichever is"
                            + " freed less.")
    public @Nullable String brokersLimitedBy;
}
