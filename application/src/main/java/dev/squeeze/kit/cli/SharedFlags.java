package dev.squeeze.kit.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lets a command describe a shared flag in its own words. */
final class SharedFlags {
    private SharedFlags() {}

    /**
     * Applies the {@link OwnWords} of a command.
     *
     * @throws IllegalStateException if the command has no such flag
     */
    static void adapt(CommandSpec command) {
        if (command.userObject() == null) {
            return;
        }
        for (OwnWords own : command.userObject().getClass().getAnnotationsByType(OwnWords.class)) {
            OptionSpec shared = command.findOption(own.flag());
            if (shared == null) {
                throw new IllegalStateException(command.qualifiedName() + " has no flag " + own.flag());
            }
            command.remove(shared);
            command.addOption(OptionSpec.builder(shared)
                    .description(own.description())
                    .hidden(own.description().isEmpty())
                    .build());
        }
    }
}
