package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.StopSignal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File names can contain anything but a slash: when printed, they cannot control a terminal or imitate a line of this tool. */
class OutsideNamesTest {
    private static final String HOSTILE = "x\u001b]0;owned\u0007\u009b2J\rsqueeze: all is well\nsqueeze: really\u202e";
    private static final String SHOWN = "x\\u001b]0;owned\\u0007\\u009b2J\\u000d";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void ofAnInputThatIsThereIsShownEscapedInTextAndProgressAndFiles() throws IOException {
        Path source = named(".jsonl");
        Files.writeString(source, Records.jsonLines(300, "m"));
        Path text = folder.resolve("x.txt");
        Path markdown = folder.resolve("x.md");

        Invocation ended = Invocation.of(
                "measure",
                source.toString(),
                "--codecs",
                "lz4",
                "--budget",
                "500ms",
                "--output",
                text.toString(),
                "--output",
                markdown.toString(),
                "--output",
                named(".csv").toString());

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        expectTame(ended.out());
        expectTame(ended.err());
        expectTame(Files.readString(text));
        expectTame(Files.readString(markdown));
        assertThat(ended.out()).contains(SHOWN);
        assertThat(ended.err()).contains("wrote ", SHOWN);
    }

    @Test
    void ofAnInputThatIsNotThereIsShownEscapedInTheErrorAndItsStackTrace() {
        Invocation ended = Invocation.of("measure", named(".jsonl").toString(), "--verbose");

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        expectTame(ended.err());
        assertThat(ended.err()).contains("squeeze: ", SHOWN);
    }

    @Test
    void ofAFlagThatNobodyKnowsIsShownEscaped() {
        Invocation ended = Invocation.of("measure", "--" + HOSTILE);

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        expectTame(ended.err());
    }

    @Test
    void cannotMoveTheProgressLineOfAPerson() throws IOException {
        Path source = named(".jsonl");
        Files.writeString(source, Records.jsonLines(300, "m"));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int code = Squeeze.run(
                new String[] {"measure", source.toString(), "--codecs", "lz4", "--budget", "500ms"},
                new PrintWriter(out),
                new PrintWriter(err),
                new ByteArrayInputStream(new byte[0]),
                true,
                new StopSignal());

        assertThat(code).isEqualTo(ExitCode.DONE);
        assertThat(err.toString()).contains("\r").doesNotContain("\u001b");
        assertThat(out.toString()).doesNotContain("\r").doesNotContain("\u001b");
    }

    @Test
    void inTheJsonOnStandardOutputIsTheNameItselfAndNoControlCharacter() throws IOException {
        Path source = named(".jsonl");
        Files.writeString(source, Records.jsonLines(300, "m"));

        Invocation ended =
                Invocation.of("measure", source.toString(), "--codecs", "lz4", "--budget", "500ms", "--json");

        assertThat(ended.document().at("/source/source").asText()).endsWith(source.toString());
        expectTame(ended.out());
    }

    private Path named(String ending) {
        return folder.resolve(HOSTILE + ending);
    }

    private static void expectTame(String printed) {
        assertThat(printed.codePoints().filter(c -> c != '\n' && c != '\t').anyMatch(OutsideNamesTest::steers))
                .as(printed)
                .isFalse();
        assertThat(printed.lines())
                .noneMatch(line -> line.startsWith("squeeze: all is well") || line.startsWith("squeeze: really"));
    }

    private static boolean steers(int c) {
        return Character.isISOControl(c) || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }
}
