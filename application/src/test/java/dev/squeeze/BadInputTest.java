package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unreadable input results in one line with the input and the remedy, and leaves nothing behind. */
class BadInputTest {
    private static final String MARKER = "xyzzy-secret";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aMissingFileIsNamed() {
        String missing = folder.resolve("missing.jsonl").toString();

        refused(missing).expectRefusal(ExitCode.FAILED, missing, "does not exist", "check the name");
    }

    @Test
    void anEmptyFileIsNamed() {
        String empty = Records.write(folder, "empty.jsonl", "");

        refused(empty).expectRefusal(ExitCode.FAILED, empty, "is empty", "give a file with records");
    }

    @Test
    void emptyStandardInputIsNamed() {
        refused("-").expectRefusal(ExitCode.FAILED, "standard input is empty");
    }

    @Test
    void aFolderWithoutReadableFilesIsNamed() throws Exception {
        Path bare = Files.createDirectory(folder.resolve("bare"));
        Records.write(bare, ".hidden", "a\nb\n");

        refused(bare.toString()).expectRefusal(ExitCode.FAILED, bare.toString(), "give a folder with files");
    }

    @Test
    void aLengthThatGoesBeyondTheEndIsNamedWithItsRecordAndByte() {
        byte[] cut = {0, 0, 0, 2, 'h', 'i', 0, 0, 0, 9, 'x'};
        String file = Records.write(folder, "cut.bin", cut);

        refused(file, "--format", "length-prefixed")
                .expectRefusal(ExitCode.FAILED, file, "record 2", "length 9 at byte 6", "truncated", "--format lines");
    }

    @Test
    void aLengthThatIsItselfCutIsNamed() {
        byte[] cut = {0, 0, 0, 2, 'h', 'i', 0, 0};
        String file = Records.write(folder, "cut.bin", cut);

        refused(file, "--format", "length-prefixed")
                .expectRefusal(ExitCode.FAILED, file, "record 2", "after 2 of 4 bytes", "truncated");
    }

    @Test
    void aLengthBeyondTheLimitIsNamed() {
        byte[] far = {0x7f, 0, 0, 1, 'h', 'i'};
        String file = Records.write(folder, "far.bin", far);

        refused(file, "--format", "length-prefixed")
                .expectRefusal(ExitCode.FAILED, file, "record 1", "limit of 64 MiB", "--format lines");
    }

    @Test
    void brokenGzipIsNamed() {
        byte[] whole = Records.gzip(Records.bytes(Records.jsonLines(2_000, MARKER)));
        String cut = Records.write(folder, "cut.jsonl.gz", Arrays.copyOf(whole, whole.length / 2));
        byte[] flipped = whole.clone();
        Arrays.fill(flipped, whole.length / 2, whole.length / 2 + 64, (byte) 0xff);
        String broken = Records.write(folder, "broken.jsonl.gz", flipped);

        refused(cut).expectRefusal(ExitCode.FAILED, "gzip", cut, "check the file");
        refused(broken).expectRefusal(ExitCode.FAILED, "gzip", broken, "check the file");
    }

    @Test
    void brokenZstdIsNamed() {
        byte[] whole = Zstd.compress(Records.bytes(Records.jsonLines(2_000, MARKER)));
        String cut = Records.write(folder, "cut.jsonl.zst", Arrays.copyOf(whole, whole.length / 2));
        // After the magic number: a frame without a checksum does not detect other changes.
        byte[] flipped = whole.clone();
        Arrays.fill(flipped, 4, 24, (byte) 0xff);
        String broken = Records.write(folder, "broken.jsonl.zst", flipped);

        refused(cut).expectRefusal(ExitCode.FAILED, "zstd", cut, "check the file");
        refused(broken).expectRefusal(ExitCode.FAILED, "zstd", broken, "check the file");
    }

    @Test
    void invalidJsonIsNamedByItsLineAndNotShown() {
        String file = Records.write(
                folder, "bad.jsonl", Records.jsonLines(3, MARKER) + "{\"user\": \"" + MARKER + "\", " + MARKER + "}\n");

        refused(file, "--format", "jsonl", "--key-field", "/user/id")
                .expectRefusal(ExitCode.FAILED, file, "line 4", "not valid JSON", "--key-field");
    }

    @Test
    void aKeyFieldThatTheFormatCannotHaveIsRefused() {
        String lines = Records.write(folder, "words.log", "plain words\nmore words\n");
        String json = Records.write(folder, "a.jsonl", Records.jsonLines(20, MARKER));
        String csv = Records.write(folder, "a.csv", Records.csv(20, MARKER));

        refused(lines, "--key-field", "/user").expectRefusal(ExitCode.USAGE, lines, "--key-field");
        refused(json, "--key-field", "user").expectRefusal(ExitCode.USAGE, "not a JSON pointer", "/user");
        refused(csv, "--key-field", "nobody").expectRefusal(ExitCode.USAGE, csv, "nobody", "user");
    }

    @Test
    void aFieldThatNoRecordHasIsAnsweredWithTheFieldsThatThereAre() {
        String json = Records.write(folder, "a.jsonl", Records.jsonLines(20, MARKER));
        String numbered = Records.write(folder, "a.csv", "name,empty\na,\nb,\n");

        for (String flag : List.of("--key-field", "--timestamp-field")) {
            refused(json, flag, "/user/idd")
                    .expectRefusal(
                            ExitCode.USAGE,
                            json,
                            "none of 20 records has a value in " + flag + " /user/idd",
                            "/user/id",
                            "did you mean /user/id?");
        }
        refused(numbered, "--key-field", "empty")
                .expectRefusal(ExitCode.USAGE, "none of 2 records has a value in --key-field empty", "name, empty");
    }

    @Test
    void aFieldThatNoRecordHasIsRefusedByEveryCommandThatReadsRecords() {
        String json = Records.write(folder, "a.jsonl", Records.jsonLines(20, MARKER));

        Invocation.of("bench", json, "--key-field", "/nope")
                .expectRefusal(ExitCode.USAGE, "--key-field /nope", "/user");
        for (String command : List.of("advise", "measure", "explain", "bench")) {
            Invocation.of(command, "sample:json-events", "--key-field", "nosuch")
                    .expectRefusal(ExitCode.USAGE, "--key-field nosuch", "/id", "/actor/login");
        }
    }

    @Test
    void aFieldThatABundledSampleLacksIsAnsweredWithItsFieldsAndTheNearest() {
        refused("sample:json-events", "--key-field", "/actor/logn")
                .expectRefusal(ExitCode.USAGE, "none of 9,996 records", "/id", "did you mean /actor/login?");
        refused("sample:access-log", "--key-field", "/ip")
                .expectRefusal(ExitCode.USAGE, "sample:access-log", "no fields", "leave out --key-field");
    }

    @Test
    void aUnitThatStandsAloneIsSaidToBelongToTheValueBeforeIt() {
        String file = Records.write(folder, "a.jsonl", Records.jsonLines(20, MARKER));

        for (String source : List.of(file, "sample:access-log")) {
            Invocation.of("bench", source, "--linger", "5", "ms")
                    .expectRefusal(ExitCode.FAILED, "'ms' looks like the unit", "such as 5ms");
        }
        Invocation.of("advise", "sample:access-log", "--rate", "5", "MiB/s")
                .expectRefusal(ExitCode.FAILED, "sample:access-log or MiB/s", "such as 5MiB/s");
    }

    @Test
    void aFileThatMayBeMeantIsNamed() {
        Records.write(folder, "access.log", "a\n");

        refused(folder.resolve("acess.log").toString())
                .expectRefusal(ExitCode.FAILED, "does not exist: did you mean " + folder.resolve("access.log") + "?");
        refused("orders").expectRefusal(ExitCode.FAILED, "orders does not exist", "a topic is written topic:orders");
        refused("access-log").expectRefusal(ExitCode.FAILED, "did you mean sample:access-log?");
        refused("smaple:access-log").expectRefusal(ExitCode.FAILED, "did you mean sample:access-log?");
    }

    @Test
    void anUnknownSampleIsAnsweredWithTheKnownOnes() {
        refused("sample:nope").expectRefusal(ExitCode.FAILED, "'nope'", "access-log", "icons-png");
    }

    @Test
    void aSourceThatLacksSomethingSaysWhatToDo() {
        refused("topic:orders").expectRefusal(ExitCode.USAGE, "topic:orders", "--bootstrap-server HOST:PORT");
        Invocation.of("advise", "sample:access-log", "sample:icons-png", "--budget", "1s")
                .expectRefusal(ExitCode.FAILED, "a sample cannot be combined with other sources");
    }

    @Test
    void verboseShowsTheStackTraceAndTheSameLastLine() {
        String missing = folder.resolve("missing").toString();
        Invocation brief = refused(missing);
        Invocation verbose = refused(missing, "--verbose");

        assertThat(verbose.code()).isEqualTo(ExitCode.FAILED);
        assertThat(verbose.err())
                .contains("\tat dev.squeeze")
                .endsWith(brief.complaints().get(0) + "\n");
    }

    /** Runs both commands, which must refuse with the same message. */
    /** Commands have call stacks of different depths. */
    private static List<String> withoutFrames(Invocation run) {
        return run.complaints().stream()
                .filter(line -> !line.startsWith("\tat ") && !line.startsWith("\t..."))
                .toList();
    }

    private Invocation refused(String source, String... more) {
        Path result = folder.resolve("result.json");
        String[] measure = Stream.concat(
                        Stream.of("measure", source, "--budget", "1s", "--output", result.toString()), Stream.of(more))
                .toArray(String[]::new);
        String[] advise = measure.clone();
        advise[0] = "advise";
        Invocation one = Invocation.of(measure);
        Invocation other = Invocation.of(advise);
        assertThat(withoutFrames(other)).hasSameSizeAs(withoutFrames(one));
        assertThat(other.code()).isEqualTo(one.code());
        assertThat(one.err() + other.err()).doesNotContain(MARKER);
        assertThat(result).doesNotExist();
        assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".part"));
        return one;
    }
}
