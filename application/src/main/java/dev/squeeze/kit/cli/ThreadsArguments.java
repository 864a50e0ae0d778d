package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The number of threads that rewrite batches. */
@HelpGroup.In(HelpGroup.ADVANCED)
public final class ThreadsArguments {
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that decompress and compress. Default: as many as there are cores.")
    @Nullable
    Integer threads;

    /** @throws UsageException if it is below 1 */
    public int number(int cores) {
        Range.requireAtLeast("--threads", threads, 1);
        return threads == null ? cores : threads;
    }
}
