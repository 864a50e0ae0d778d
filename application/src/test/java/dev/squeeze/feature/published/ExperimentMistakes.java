package dev.squeeze.feature.published;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Files of experiments with mistakes, and how each is reported. */
final class ExperimentMistakes {
    private ExperimentMistakes() {}

    /** @param said what the one line must hold */
    static Arguments mistake(String yaml, String... said) {
        return Arguments.of(yaml, List.of(said));
    }

    /** One line, with the name of the file and all that is to be said, before anything is run. */
    static void expectRefusal(String file, List<String> said, String... besides) {
        Invocation.of("run", file)
                .expectRefusal(ExitCode.USAGE, file)
                .expectRefusal(ExitCode.USAGE, besides)
                .expectRefusal(ExitCode.USAGE, said.toArray(String[]::new));
    }
}
