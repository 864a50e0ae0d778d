package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Result;
import java.util.List;
import java.util.Optional;

/**
 * The run of a stage's command.
 *
 * @param name name in the experiment's file
 * @param title title for readers
 * @param command such as {@code bench}
 * @param words the whole command line, without secrets
 * @param outcome how it ended
 * @param seconds wall time; 0 if it was not run
 * @param problem why it failed, in the words of the command
 * @param lines output of a command that produces no document
 * @param document document of the command; absent if it produced none
 */
public record StageInfo(
        String name,
        String title,
        String command,
        List<String> words,
        StageOutcome outcome,
        double seconds,
        Optional<String> problem,
        List<String> lines,
        Optional<Result> document) {
    public StageInfo {
        words = List.copyOf(words);
        lines = List.copyOf(lines);
    }
}
