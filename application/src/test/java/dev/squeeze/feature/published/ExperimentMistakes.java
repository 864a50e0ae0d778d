package dev.squeeze.feature.published;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Files of experiments with mistakes, and how each is reported. */
final class ExperimentMistakes {
    private ExperimentMistakes() {}

    /** @param said what the error message must contain */
    static Arguments mistake(String yaml, String... said) {
        return Arguments.of(yaml, List.of(said));
    }

    /** Expects an error of one line with the file and all given parts, before anything is run. */
    static void expectRefusal(String file, List<String> said, String... more) {
        Invocation.of("run", file)
                .expectRefusal(ExitCode.USAGE, file)
                .expectRefusal(ExitCode.USAGE, more)
                .expectRefusal(ExitCode.USAGE, said.toArray(String[]::new));
    }
}
