package dev.squeeze.kit.cli;

import picocli.CommandLine.Option;

/** What bytes and cores cost; the engine of predictions reads the list. */
public final class PriceArguments {
    @Option(
            names = "--prices",
            paramLabel = "LIST",
            defaultValue = "aws",
            description =
                    "Price list: aws, gcp, azure, msk, confluent, warpstream, or a YAML file; squeeze prices shows them"
                            + " (default: ${DEFAULT-VALUE}).")
    public String prices = "aws";
}
