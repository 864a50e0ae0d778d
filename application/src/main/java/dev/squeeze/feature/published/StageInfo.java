package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Result;
import java.util.List;
import java.util.Optional;

/**
 * One run of one command within an experiment.
 *
 * @param name in the experiment's file
 * @param title for readers
 * @param command such as {@code bench}
 * @param words the whole command line, without secrets
 * @param outcome how it ended
 * @param seconds wall time, 0 where it was not run
 * @param problem why it failed, as the command said it
 * @param lines what a command printed that leaves no document
 * @param document what a command left that does; absent where it came to none
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
