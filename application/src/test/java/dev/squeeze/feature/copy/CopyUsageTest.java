package dev.squeeze.feature.copy;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes on the command line are detected before any broker is contacted. */
class CopyUsageTest {
    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("give the TOPIC to copy", "--codecs", "zstd"),
                mistake("give --codecs", "orders"),
                mistake("brotli", "orders", "--codecs", "brotli"),
                mistake("write {codec} in --to-topic", "orders", "--codecs", "none,zstd", "--to-topic", "copy"),
                mistake("two copies cannot have the same topic", "orders", "--codecs", "zstd:3,zstd:3"),
                mistake("cannot be copied into itself", "orders", "--codecs", "zstd", "--to-topic", "orders"),
                mistake(
                        "--batch-size must be at most 1 MiB, got 2 MiB",
                        "orders",
                        "--codecs",
                        "zstd",
                        "--batch-size",
                        "2MiB"),
                mistake("--from must be earliest, latest", "orders", "--codecs", "zstd", "--from", "yesterday"),
                mistake("--offset-map is for one copy", "orders", "--codecs", "none,zstd", "--offset-map", "m.csv"),
                mistake("there is no folder", "orders", "--codecs", "zstd", "--offset-map", "no-such-folder/m.csv"),
                mistake("is a folder", "orders", "--codecs", "zstd", "--offset-map", "."),
                mistake("--threads", "orders", "--codecs", "zstd", "--threads", "0"),
                mistake("--replication-factor", "orders", "--codecs", "zstd", "--replication-factor", "0"),
                mistake("between 1s and 10m", "orders", "--codecs", "zstd", "--timeout", "1h"),
                mistake("--embedded", "orders", "--codecs", "zstd", "--embedded", "--to-bootstrap-server", "b:1"),
                mistake("--embedded", "orders", "--codecs", "zstd", "--embedded", "--jmx", "b:1"),
                mistake("use --rate", "orders", "--codecs", "zstd", "--max-rate", "1MiB/s"),
                mistake("--to-bootstrap-server", "orders", "--codecs", "zstd", "--to-command-property", "a=b"));
    }

    private static Arguments mistake(String said, String... words) {
        return Arguments.of(said, List.of(words));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsNamed(String said, List<String> words) {
        String[] line = Stream.concat(Stream.of("copy", "--bootstrap-server", "localhost:1"), words.stream())
                .toArray(String[]::new);

        Invocation.of(line).expectRefusal(ExitCode.USAGE, said);
    }

    @ParameterizedTest
    @MethodSource("withoutCluster")
    void aClusterIsAskedFor(List<String> words) {
        Invocation.of(words.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, "--bootstrap-server HOST:PORT");
    }

    static Stream<List<String>> withoutCluster() {
        return Stream.of(
                List.of("copy", "orders", "--codecs", "zstd"),
                List.of("copy", "orders", "--codecs", "zstd", "--embedded"));
    }
}
