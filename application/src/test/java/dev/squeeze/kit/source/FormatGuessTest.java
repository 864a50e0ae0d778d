package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatGuessTest {
    private static final byte[] PREFIXED = Reading.lengthPrefixed(new byte[] {1, 2, 3}, new byte[] {4, 5});

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private String guess(String name, String content) throws IOException {
        return Reading.ofFile(write(name, Reading.bytes(content))).report().format();
    }

    private String guess(String name, byte[] content) throws IOException {
        return Reading.ofFile(write(name, content)).report().format();
    }

    @ParameterizedTest
    @CsvSource({
        "a.JSONL.gz, .jsonl",
        "dir.csv/a, ''",
        "a.csv.zst, .csv",
        "a.gz, ''",
        "a.log.1, .1",
        "standard input, ''",
        "x.zstd, ''"
    })
    void theEndingLeavesOutThePackingAndTheFolders(String name, String ending) {
        assertThat(FormatGuess.ending(name)).isEqualTo(ending);
    }

    @Test
    void goesByTheNameWhereTheContentAgrees() throws IOException {
        assertThat(guess("a.jsonl", "{\"a\":1}\n\n{\"b\":2}")).isEqualTo("jsonl");
        assertThat(guess("a.ndjson", "{}\n")).isEqualTo("jsonl");
        assertThat(guess("a.json", "{}\r\n{}\r\n")).isEqualTo("jsonl");
        assertThat(guess("a.csv", "{}\n")).isEqualTo("csv");
        assertThat(guess("a.log", "{}\n")).isEqualTo("lines");
        assertThat(guess("a.txt", "{}\n")).isEqualTo("lines");
        assertThat(guess("a.lp", PREFIXED)).isEqualTo("length-prefixed");
        assertThat(guess("a.bin", PREFIXED)).isEqualTo("length-prefixed");
    }

    @Test
    void goesByTheContentWhereTheNameSaysNothingOrIsWrong() throws IOException {
        assertThat(guess("a", "{}\n{}\n")).isEqualTo("jsonl");
        assertThat(guess("a", "\uFEFF{}\n{}\n")).isEqualTo("jsonl");
        assertThat(guess("b", "{}\nplain\n")).isEqualTo("lines");
        assertThat(guess("c", PREFIXED)).isEqualTo("length-prefixed");
        assertThat(guess("d.bin", "text\n")).isEqualTo("lines");
        assertThat(guess("e.jsonl", "text\n")).isEqualTo("lines");
        assertThat(guess("g", "[2024-01-01] INFO\n[2024-01-02] INFO\n")).isEqualTo("lines");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1,2];{\"a\":1};{\"b\":2} | jsonl | jsonl",
                "[1];[2] | jsonl | jsonl",
                "[{\"a\":1}];[];{\"a\":1} | jsonl | jsonl",
                "[1,2];;3;\"text\";null | jsonl | jsonl",
                "{\"a\":1};[1] | jsonl | jsonl",
                "[1,2];text;{} | lines | lines",
                "[1,2];[2024-01-01] INFO | lines | lines",
            })
    void anArrayOnALineOfItsOwnIsADocument(String lines, String named, String unnamed) throws IOException {
        String content = lines.replace(';', '\n') + "\n";

        assertThat(guess("a.jsonl", content)).isEqualTo(named);
        assertThat(guess("a", content)).isEqualTo(unnamed);
    }

    @Test
    void anArrayBeforeALineThatIsCutOffIsADocument() throws IOException {
        assertThat(guess("a.jsonl", "[1,2]\n[\"" + "x".repeat(200_000) + "\"]\n"))
                .isEqualTo("jsonl");
    }

    @Test
    void seesOnlyTheBeginningOfALongInput() throws IOException {
        assertThat(guess("a", "{\"a\":\"xxxxxxxxxx\"}\n".repeat(10_000))).isEqualTo("jsonl");
        assertThat(guess("b", "{\"a\":\"" + "x".repeat(200_000) + "\"}\n")).isEqualTo("jsonl");
        byte[][] records = new byte[2000][100];
        assertThat(guess("c", Reading.lengthPrefixed(records))).isEqualTo("length-prefixed");
        assertThat(guess("d", Reading.lengthPrefixed(new byte[300_000]))).isEqualTo("length-prefixed");
    }

    @Test
    void aCutOffLengthPrefixedFileIsReportedAsSuchAndNotReadAsLines() throws IOException {
        Path cut = write("a.lp", java.util.Arrays.copyOf(PREFIXED, PREFIXED.length - 1));
        assertThat(Reading.failureOf(cut)).contains("record 2", "exceeds the");
    }

    @Test
    void bytesThatFollowNoFormatAreLinesWithANotice() throws IOException {
        byte[] noise = new byte[5000];
        new Random(3).nextBytes(noise);
        noise[0] = 'x';
        Reading reading = Reading.ofFile(write("a.bin", noise));
        assertThat(reading.report().format()).isEqualTo("lines");
        assertThat(reading.noticeKinds()).containsExactly(ReadNotice.Kind.BINARY_AS_LINES);
    }

    @Test
    void zerosAloneAreNotTakenForLengths() throws IOException {
        assertThat(guess("zeros", new byte[20])).isEqualTo("lines");
        assertThat(guess("zeros.lp", new byte[200_000])).isEqualTo("lines");
    }

    @Test
    void oneJsonArrayIsRefusedWithARemedy() throws IOException {
        assertThat(Reading.failureOf(write("a.json", Reading.bytes("[\n{\"a\":1},\n{\"a\":2}\n]\n"))))
                .contains("a.json contains one JSON array", "jq -c '.[]'");
        assertThat(Reading.failureOf(write("b.json", Reading.bytes("[{\"a\":1},{\"a\":2}]"))))
                .contains("contains one JSON array");
        assertThat(Reading.failureOf(write("c", Reading.bytes(" [ {\"a\":1},{\"a\":2}]"))))
                .contains("contains one JSON array");
        assertThat(Reading.failureOf(write("d.json", Reading.bytes("[" + "{\"a\":1},".repeat(20_000) + "{}]"))))
                .contains("contains one JSON array");
    }

    @Test
    void documentsOverSeveralLinesAreRefusedWithARemedy() throws IOException {
        assertThat(Reading.failureOf(write("a.json", Reading.bytes("{\n  \"a\": 1\n}\n"))))
                .contains("a.json contains JSON documents that span several lines", "jq -c .");
    }

    @Test
    void aRefusedFileIsLeftOutWhereOthersCanBeRead() throws IOException {
        write("a.json", Reading.bytes("[1,\n2]"));
        write("b.jsonl", Reading.bytes("{}\n"));
        assertThat(Reading.ofFile(folder).onlyNotice()).contains("left out: ", "a.json contains one JSON array");
    }

    @Test
    void knownBinaryFilesAreRefusedWithARemedy() throws IOException {
        assertThat(Reading.failureOf(write("a.log", segment(0)))).contains("segment of a Kafka log", "segment:PATH");
        assertThat(Reading.failureOf(write("a.bin", segment(1234)))).contains("segment of a Kafka log");
        assertRefused("zip archive", "PK\3\4\0\0\0\0");
        assertRefused("bzip2", "BZh9\0\0\0\0");
        assertRefused("xz", "\u00fd7zXZ\0\0\0");
        assertRefused("lz4", "\4\"M\u0018\0\0");
        assertRefused("Parquet", "PAR1\0\0\0");
        assertRefused("UTF-16", "\u00ff\u00fea\0b\0");
    }

    private void assertRefused(String kind, String latin1) throws IOException {
        byte[] content = latin1.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Reading.failureOf(write("x", content))).contains("x is ", kind, ": ");
        assertThat(Reading.ofFile(write("x", content), Reading.options(RecordFormat.LINES))
                        .records())
                .isNotEmpty();
    }

    private static byte[] segment(int baseOffset) {
        byte[] batch = new byte[100];
        batch[6] = (byte) (baseOffset >>> 8);
        batch[7] = (byte) baseOffset;
        batch[11] = 88;
        batch[16] = 2;
        return batch;
    }
}
