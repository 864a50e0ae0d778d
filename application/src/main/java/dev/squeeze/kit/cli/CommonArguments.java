package dev.squeeze.kit.cli;

import picocli.CommandLine.Option;

/** Flags of every command. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class CommonArguments {
    @Option(names = "--verbose", description = "Show the stack trace of an error.")
    public boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;
}
