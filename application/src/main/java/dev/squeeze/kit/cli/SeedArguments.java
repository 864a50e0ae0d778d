package dev.squeeze.kit.cli;

import picocli.CommandLine.Option;

/** The seed that makes random choices repeatable. */
@HelpGroup.In(HelpGroup.ADVANCED)
public final class SeedArguments {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    public long seed;
}
