package dev.squeeze.feature.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.Zstd;
import dev.squeeze.ClientDrivers;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.engine.predict.ClientProfile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class MeasureCommandTest {
    private static final int RECORDS = 2_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void measuresASampleAndWritesEveryForm() throws Exception {
        List<Path> files = Stream.of("json", "csv", "md", "txt")
                .map(form -> folder.resolve("result." + form))
                .toList();
        Invocation run = Invocation.of(
                        "measure",
                        "sample:access-log",
                        "--codecs",
                        "zstd:1,lz4",
                        "--batch-bytes",
                        "4KiB,64KiB",
                        "--budget",
                        "3s",
                        "--json",
                        "--output",
                        files.get(0).toString(),
                        "--output",
                        files.get(1).toString(),
                        "--output",
                        files.get(2).toString(),
                        "--output",
                        files.get(3).toString())
                .expectDone();

        JsonNode document = run.document();
        assertThat(document.path("kind").asText()).isEqualTo("measure");
        assertThat(document.at("/source/records").asLong()).isEqualTo(13_501);
        assertThat(document.at("/sweep/interrupted").asBoolean()).isFalse();
        assertThat(document.at("/sweep/measurements"))
                .extracting(row -> row.path("codec").asText() + " at " + row.path("batchBytes"))
                .containsExactly(
                        "none at 4096",
                        "lz4 at 4096",
                        "zstd:1 at 4096",
                        "none at 65536",
                        "lz4 at 65536",
                        "zstd:1 at 65536");
        assertThat(Files.readString(files.get(0))).isEqualTo(run.out());
        assertThat(Files.readAllLines(files.get(1)))
                .hasSize(7)
                .first()
                .asString()
                .startsWith("codec,level,batch_bytes");
        assertThat(Files.readString(files.get(2)))
                .startsWith("# squeeze measure\n")
                .containsPattern("\\| zstd:1( \\*)? \\|");
        assertThat(Files.readString(files.get(3)))
                .contains("Batches of 4 KiB:", "Batches of 64 KiB:")
                .containsPattern("(?m)^ +zstd:1( \\*)? +\\d+\\.\\d+x ");
        assertThat(run.err())
                .contains(files.stream().map(file -> "wrote " + file).toList());
        assertThat(folder.toFile().list()).hasSize(files.size());
    }

    @Test
    void aLargerBatchAndAHigherLevelCompressRecordsLikeTheseBetter() {
        JsonNode rows = measure(jsonLines(), "--codecs", "zstd:1,zstd:9", "--batch-bytes", "1KiB,64KiB", "--exhaustive")
                .at("/sweep/measurements");

        assertThat(ratio(rows, "none", 1_024)).isEqualTo(1);
        assertThat(ratio(rows, "zstd:1", 65_536)).isGreaterThan(1.2 * ratio(rows, "zstd:1", 1_024));
        assertThat(ratio(rows, "zstd:9", 65_536)).isGreaterThan(ratio(rows, "zstd:1", 65_536));
    }

    @Test
    @Tag("live")
    void measuresTheCodecsOfOtherClientsNextToJavas() throws Exception {
        for (ClientProfile client : OtherClients.parse(new OtherClients())) {
            ClientDrivers.require(client);
        }
        Path csv = folder.resolve("clients.csv");
        JsonNode sweep = measure(
                        jsonLines(),
                        "--client",
                        "franz-go,sarama,librdkafka",
                        "--codecs",
                        "gzip,snappy,lz4,lz4:12,zstd:3,zstd:4",
                        "--exhaustive",
                        "--output",
                        csv.toString())
                .path("sweep");

        assertThat(sweep.path("clients"))
                .extracting(client -> client.path("client").asText())
                .containsExactly("franz-go", "sarama", "librdkafka");
        JsonNode franz = sweep.at("/clients/0/measurements");
        // Its library has no levels of lz4, and a single one for levels 3 to 5 of zstd.
        assertThat(franz)
                .extracting(row -> row.path("codec").asText())
                .containsExactly("gzip:6", "snappy", "lz4", "zstd:3");
        assertThat(franz).allSatisfy(row -> {
            assertThat(row.path("kafka").isMissingNode()).isTrue();
            assertThat(row.at("/bare/compress/mebibytesPerSecond/estimate").asDouble())
                    .isPositive();
        });
        JsonNode java = sweep.path("measurements");
        JsonNode rdkafka = sweep.at("/clients/2/measurements");
        // The same C libraries, in different versions and with different framing.
        for (String codec : List.of("gzip:6", "lz4", "lz4:12", "zstd:3")) {
            assertThat(ratio(rdkafka, codec, 16_384))
                    .as(codec)
                    .isCloseTo(ratio(java, codec, 16_384), withinPercentage(3));
        }
        assertThat(ratio(franz, "gzip:6", 16_384)).isNotEqualTo(ratio(java, "gzip:6", 16_384));
        assertThat(Files.readString(csv)).containsPattern("(?m)^zstd,3,.*,sarama$");
    }

    @Test
    void theSameSeedGivesTheSameRatios() {
        String file = jsonLines();
        String[] more = {"--codecs", "zstd:1", "--batch-bytes", "4KiB", "--seed", "7", "--exhaustive"};

        assertThat(measure(file, more).at("/sweep/measurements/1/ratio"))
                .isEqualTo(measure(file, more).at("/sweep/measurements/1/ratio"));
    }

    @ParameterizedTest
    @CsvSource({"jsonl,/user/id,/at", "csv,user,at"})
    void takesKeysAndTimestampsFromFields(String format, String keyField, String timestampField) {
        String file = format.equals("csv") ? Records.write(folder, "a.csv", Records.csv(RECORDS, "u")) : jsonLines();
        JsonNode source = measure(file, "--key-field", keyField, "--timestamp-field", timestampField)
                .path("source");

        assertThat(source.path("format").asText()).isEqualTo(format);
        assertThat(source.path("records").asInt()).isEqualTo(RECORDS);
        assertThat(source.path("keyed").asBoolean()).isTrue();
        assertThat(source.path("timestamps").asBoolean()).isTrue();
        assertThat(source.path("recordsPerSecond").asDouble()).isBetween(99.0, 101.0);
    }

    @Test
    void readsTheSameRecordsFromStandardInputPackedFilesAndFolders() throws Exception {
        byte[] plain = Records.bytes(Records.jsonLines(RECORDS, "u"));
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Records.write(inner, "a.jsonl.gz", Records.gzip(plain));
        String zstd = Records.write(folder, "a.jsonl.zst", Zstd.compress(plain));
        Invocation piped =
                Invocation.withInput(plain, arguments("-", "--codecs", "none")).expectDone();

        assertThat(extent(piped.document())).isEqualTo(extent(measure(zstd)));
        assertThat(extent(piped.document())).isEqualTo(extent(measure(inner.toString())));
        assertThat(piped.document().at("/source/source").asText()).isEqualTo("-");
        assertThat(measure(zstd, inner.toString()).at("/source/records").asInt())
                .isEqualTo(2 * RECORDS);
    }

    @Test
    void readsLengthPrefixedRecords() {
        ByteBuffer bytes = ByteBuffer.allocate(300 * 104);
        for (int i = 0; i < 300; i++) {
            bytes.putInt(100).put(new byte[92]).putLong(i);
        }
        JsonNode source = measure(Records.write(folder, "a.bin", bytes.array()), "--format", "length-prefixed")
                .path("source");

        assertThat(source.path("records").asInt()).isEqualTo(300);
        assertThat(source.at("/recordBytes/max").asInt()).isEqualTo(100);
    }

    @Test
    void binaryGivenAsLinesIsMeasuredWithAWarning() {
        String file = Records.write(folder, "blob.dat", Records.randomBytes(200_000));
        Invocation run = Invocation.of(
                        "measure",
                        file,
                        "--format",
                        "lines",
                        "--codecs",
                        "lz4",
                        "--batch-bytes",
                        "16KiB",
                        "--budget",
                        "300ms")
                .expectDone();
        JsonNode notices = measure(file, "--format", "lines").at("/source/notices");

        assertThat(notices).extracting(notice -> notice.path("kind").asText()).contains("binary-as-lines");
        // The text is wrapped: compare the words.
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(notices.get(0).path("message").asText());
    }

    @Test
    void aFileLeftOutOfAFolderIsNamedWhileTheOthersAreMeasured() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Records.write(inner, "a.jsonl", Records.jsonLines(RECORDS, "u"));
        Records.write(inner, "empty.jsonl", "");
        JsonNode source = measure(inner.toString()).path("source");

        assertThat(source.path("records").asInt()).isEqualTo(RECORDS);
        assertThat(source.path("notices"))
                .anySatisfy(
                        notice -> assertThat(notice.path("message").asText()).contains("left out", "empty.jsonl"));
    }

    @Test
    void oneRecordAloneIsEnoughToMeasure() {
        JsonNode document = measure(Records.write(folder, "one.txt", "a single line"));

        assertThat(document.at("/source/records").asInt()).isEqualTo(1);
        assertThat(document.at("/sweep/measurements")).isNotEmpty();
    }

    @Test
    void anExistingOutputIsReplacedWhole() throws Exception {
        Path output = folder.resolve("old.csv");
        Files.writeString(output, "stale ".repeat(100_000));
        measure(jsonLines(), "--output", output.toString());

        assertThat(Files.readString(output)).startsWith("codec,").doesNotContain("stale");
    }

    private String jsonLines() {
        return Records.write(folder, "a.jsonl", Records.jsonLines(RECORDS, "u"));
    }

    private static JsonNode measure(String source, String... more) {
        return Invocation.of(arguments(source, more)).expectDone().document();
    }

    /** Arguments of a run with a budget of 300 ms, unless {@code more} says otherwise. */
    private static String[] arguments(String source, String... more) {
        List<String> given = List.of(more);
        return Stream.of(
                        Stream.of("measure", source, "--json", "--budget", "300ms"),
                        given.contains("--codecs") ? Stream.<String>empty() : Stream.of("--codecs", "lz4"),
                        given.contains("--batch-bytes") ? Stream.<String>empty() : Stream.of("--batch-bytes", "16KiB"),
                        given.stream())
                .flatMap(part -> part)
                .toArray(String[]::new);
    }

    private static List<Long> extent(JsonNode document) {
        return List.of(
                document.at("/source/records").asLong(),
                document.at("/source/payloadBytes").asLong());
    }

    private static double ratio(JsonNode rows, String codec, int batchBytes) {
        for (JsonNode row : rows) {
            if (row.path("codec").asText().equals(codec)
                    && row.path("batchBytes").asInt() == batchBytes) {
                return row.at("/ratio/estimate").asDouble();
            }
        }
        throw new AssertionError("no row of " + codec + " at " + batchBytes);
    }
}
