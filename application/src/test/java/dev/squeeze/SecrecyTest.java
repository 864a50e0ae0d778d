package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are confidential: nothing from them may appear in any output. */
@Tag("slow")
class SecrecyTest {
    private static final String MARKER = "xyzzySecret";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"measure", "advise"})
    void noOutputHoldsAnythingOfKeysOrValues(String command) throws Exception {
        String source = Records.write(folder, "a.jsonl", Records.jsonLines(2_000, MARKER));
        List<String> args = new ArrayList<>(
                List.of(command, source, "--key-field", "/user/id", "--codecs", "zstd:1", "--budget", "1s"));
        List<Path> files = Stream.of("json", "csv", "md", "txt")
                .map(form -> folder.resolve("result." + form))
                .toList();
        files.forEach(file -> args.addAll(List.of("--output", file.toString())));
        Invocation run = Invocation.of(args.toArray(String[]::new)).expectDone();

        List<String> written = new ArrayList<>(List.of(run.out(), run.err()));
        for (Path file : files) {
            written.add(Files.readString(file));
        }
        assertThat(written)
                .hasSize(6)
                .allSatisfy(text -> assertThat(text).isNotBlank().doesNotContainIgnoringCase(MARKER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"user\":\"xyzzySecret\", xyzzySecret}",
                "{\"user\":\"xyzzySecret",
                "{\"user\":\"xyzzySecret\\q\"}",
                "{\"user\":xyzzySecret}",
                "[\"xyzzySecret\"]}",
                "{\"user\":\"a\",\"user\":\"xyzzySecret\", 01}",
                "xyzzySecret"
            })
    void noComplaintAboutJsonQuotesItNotEvenAStackTrace(String broken) {
        String source = Records.write(folder, "bad.jsonl", Records.jsonLines(5, MARKER) + broken + "\n");
        Invocation run = Invocation.of(
                "measure", source, "--format", "jsonl", "--key-field", "/user", "--verbose", "--budget", "500ms");

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out() + run.err()).contains("bad.jsonl").doesNotContainIgnoringCase(MARKER);
    }

    @Test
    void noComplaintAboutCsvOrTimestampsQuotesThem() {
        String unclosed = Records.write(folder, "a.csv", "user,at\n\"" + MARKER + ",1\n" + MARKER + ",2\n");
        String times = Records.write(folder, "b.csv", "user,at\n" + MARKER + "," + MARKER + "\n");
        Invocation one = Invocation.of("measure", unclosed, "--key-field", "user", "--verbose", "--budget", "500ms");
        Invocation other = Invocation.of("measure", times, "--timestamp-field", "at", "--verbose", "--budget", "500ms");

        assertThat(one.out() + one.err()).doesNotContainIgnoringCase(MARKER);
        assertThat(other.out() + other.err()).doesNotContainIgnoringCase(MARKER);
        assertThat(List.of(one.code(), other.code())).contains(ExitCode.FAILED);
    }

    @Test
    void aColumnThatIsNotThereIsAnsweredWithoutTheFirstRowWhereThatHoldsRecords() {
        String source = Records.write(
                folder, "headless.csv", "1," + MARKER + "A,2\n2," + MARKER + "B,3\n3," + MARKER + "C,4\n");
        Invocation run = Invocation.of(
                "measure", source, "--format", "csv", "--key-field", "nobody", "--verbose", "--budget", "500ms");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).doesNotContainIgnoringCase(MARKER);
    }
}
