package dev.squeeze.feature.watch;

import dev.squeeze.kit.cli.HelpGroup;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flag for the folder of the history. */
@HelpGroup.In(HelpGroup.OUTPUT)
final class HistoryArguments {
    @Option(
            names = "--history",
            paramLabel = "DIR",
            defaultValue = "squeeze-watch",
            description = "Folder of the history (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    Path history;

    Path folder() {
        return history;
    }
}
