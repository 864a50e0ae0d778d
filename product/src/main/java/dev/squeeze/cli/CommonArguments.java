package dev.squeeze.cli;

import picocli.CommandLine.Option;

/** Flags of every command. */
final class CommonArguments {
    @Option(names = "--verbose", description = "Show the stack trace of an error.")
    boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;
}
