package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The known costs of made-up records must be found by the command. */
@Tag("slow")
class ExplainCommandTest {
    private static final Map<List<Object>, Explained> EXPLAINED = new HashMap<>();

    /** Everything that takes more time, and all details, in one run that three tests use. */
    private static final String[] ALL_THERE_IS = {"--formats", "--ladder", "--details", "--show-examples"};

    private static final String[] UNCOMPRESSED = {"--current", "compression.type=none", "--details"};

    /** What a run printed, and the document that it wrote. */
    private record Explained(Invocation run, JsonNode document) {}

    @TempDir
    Path folder;

    /** Runs the same command, which takes seconds, once for all tests. */
    private Explained run(String name, String content, String... more) {
        return EXPLAINED.computeIfAbsent(
                List.of(name, content, List.of(more)), question -> explain(name, content, more));
    }

    private JsonNode explained(String name, String content, String... more) {
        return run(name, content, more).document;
    }

    private Explained explain(String name, String content, String... more) {
        Path result = folder.resolve("result.json");
        List<String> words = new ArrayList<>(List.of("explain", Records.write(folder, name, content)));
        words.addAll(List.of("--output", result.toString(), "--rate", "5MiB/s", "--budget", "2s"));
        words.addAll(List.of(more));
        Invocation run = Invocation.of(words.toArray(String[]::new)).expectDone();
        try {
            JsonNode document = ResultSchema.parse(Files.readString(result));
            assertThat(ResultSchema.faults(document)).isEmpty();
            return new Explained(run, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double stored(JsonNode cost) {
        return cost.get("storedBytesPerRecord").get("estimate").asDouble();
    }

    private static Optional<JsonNode> suggestion(JsonNode document, String kind, String field) {
        return StreamSupport.stream(document.get("suggestions").spliterator(), false)
                .filter(each -> each.get("kind").asText().equals(kind)
                        && each.get("fields").toString().contains("\"" + field + "\""))
                .findFirst();
    }

    @Test
    void costsAreThoseThatTheRecordsWereMadeWith() {
        JsonNode document = explained("events.jsonl", KnownDocuments.text());
        JsonNode fields = document.get("fields");

        JsonNode id = KnownDocuments.costOf(fields, "id");
        assertThat(id.get("kind").asText()).isEqualTo("uuid");
        assertThat(id.get("floorBytesPerRecord").asDouble()).isBetween(15.2, 15.3);
        assertThat(stored(id)).isBetween(15.25, 25.0);
        JsonNode constant = KnownDocuments.costOf(fields, "constant");
        assertThat(constant.get("kind").asText()).isEqualTo("constant");
        assertThat(constant.get("floorBytesPerRecord").asDouble()).isZero();
        assertThat(Math.abs(stored(constant))).isLessThan(2);
        assertThat(KnownDocuments.costOf(fields, "at").get("kind").asText()).isEqualTo("timestamp");
        assertThat(KnownDocuments.costOf(fields, "nested.n").get("kind").asText())
                .isEqualTo("counter");
        assertThat(KnownDocuments.costOf(fields, "items[].price").get("fields").asInt())
                .isOne();
    }

    @Test
    void whatTwoFieldsShareCostsNothingAloneAndIsShownAsShared() {
        JsonNode document = explained("events.jsonl", KnownDocuments.text());
        JsonNode left = KnownDocuments.costOf(document.get("fields"), "left");

        assertThat(stored(left)).isLessThan(6);
        assertThat(stored(KnownDocuments.costOf(document.get("fields"), "right")))
                .isLessThan(6);
        assertThat(left.get("repeats").get("otherField").get("path").asText()).isEqualTo("right");
        assertThat(left.get("repeats").get("otherField").get("same").asBoolean())
                .isTrue();
        JsonNode shared = document.get("shared");
        JsonNode all = document.get("batches").get("storedBytesPerRecord");
        assertThat(shared.get("together").get("estimate").asDouble()
                        + shared.get("framing").asDouble())
                .isCloseTo(all.get("estimate").asDouble(), within(0.001));
        // The two fields share about 15 random bytes.
        assertThat(document.get("shared").get("shared").asDouble()).isGreaterThan(12);
    }

    @Test
    void typesOfRecordsAreFoundWithWhatTheyCost() {
        Random random = new Random(11);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < KnownDocuments.NUMBER; i++) {
            // Three of four records are small; the others have nearly all of the random bytes.
            text.append("{\"id\":").append(i);
            if (i % 4 < 3) {
                text.append(",\"kind\":\"marker-small\",\"state\":true}\n");
            } else {
                text.append(",\"kind\":\"marker-large\",\"blob\":{\"text\":\"");
                for (int word = 0; word < 8; word++) {
                    text.append(Long.toString(random.nextLong() >>> 1, 36));
                }
                text.append("\",\"items\":[1,2,").append(i % 5).append("]}}\n");
            }
        }
        JsonNode document = explained("mixed.jsonl", text.toString());
        JsonNode types = document.get("types");

        assertThat(types.get("discriminatorField").asText()).isEqualTo("kind");
        assertThat(types.get("types")).hasSize(2);
        JsonNode small = types.get("types").get(0);
        JsonNode large = types.get("types").get(1);
        assertThat(small.get("recordShare").asDouble()).isCloseTo(0.75, within(0.01));
        assertThat(large.get("storedShare").asDouble()).isGreaterThan(0.6);
        assertThat(small.get("storedShare").asDouble()).isLessThan(0.3);
        assertThat(large.get("ownFields").toString()).contains("blob");
        // Half of a text of random characters.
        JsonNode shorter = suggestion(document, "shorten", "blob.text").orElseThrow();
        JsonNode field = KnownDocuments.costOf(document.get("fields"), "blob.text");
        assertThat(shorter.get("savedBytesPerRecord").get("estimate").asDouble())
                .isCloseTo(stored(field) / 2, withinPercentage(10));
        assertThat(tried(document)).contains("larger-records", "smaller-records", "topic-for-each-type");
        assertThat(document.get("tried").asInt()).isEqualTo(tried(document).size());
        assertThat(document.toString()).doesNotContain("marker-small", "marker-large");
    }

    /** Kinds of all changes that were tried, including those that save nothing. */
    private static List<String> tried(JsonNode document) {
        return Stream.of("suggestions", "withoutGain")
                .flatMap(part -> StreamSupport.stream(document.get(part).spliterator(), false))
                .map(change -> change.get("kind").asText())
                .toList();
    }

    @Test
    void suggestionsSaveWhatTheyAreKnownToSave() {
        JsonNode document = explained("events.jsonl", KnownDocuments.text());

        JsonNode binary = suggestion(document, "smaller-form", "id").orElseThrow();
        assertThat(binary.get("savedBytesPerRecord").get("low").asDouble()).isPositive();
        // Random bytes cannot get below 16 of them.
        assertThat(binary.get("savedBytesPerRecord").get("estimate").asDouble())
                .isLessThan(stored(KnownDocuments.costOf(document.get("fields"), "id")) - 14);
        assertThat(document.get("suggestions")).allSatisfy(each -> assertThat(
                        each.get("savedBytesPerRecord").get("low").asDouble())
                .isPositive());
        assertThat(suggestion(document, "drop", "constant")).isEmpty();
    }

    @Test
    void columnsOfCsvAreFieldsByTheirNames() {
        Random random = new Random(3);
        StringBuilder rows = new StringBuilder("zone,token,note\n");
        for (int i = 0; i < KnownDocuments.NUMBER; i++) {
            rows.append(random.nextInt(4))
                    .append(',')
                    .append(Long.toHexString(random.nextLong() | 1L << 63))
                    .append(",\"said, always\"\n");
        }
        JsonNode document = explained("rows.csv", rows.toString());

        assertThat(document.get("format").asText()).isEqualTo("csv");
        assertThat(document.get("source").get("records").asInt()).isEqualTo(KnownDocuments.NUMBER);
        assertThat(document.get("source").get("notices").toString()).contains("was read as column names");
        JsonNode keyed =
                explained("rows.csv", rows.toString(), "--key-field", "zone").get("fields");
        assertThat(KnownDocuments.costOf(keyed, "token").get("kind").asText()).isEqualTo("compressed-or-encrypted");
        assertThat(stored(KnownDocuments.costOf(document.get("fields"), "token")))
                .isBetween(8.0, 12.0);
        assertThat(KnownDocuments.costOf(document.get("fields"), "zone")
                        .get("kind")
                        .asText())
                .isEqualTo("low-cardinality");
        assertThat(suggestion(document, "smaller-form", "token")).isPresent();
    }

    @Test
    void uncompressedAFieldCostsItsBytes() {
        JsonNode document = explained("events.jsonl", KnownDocuments.text(), UNCOMPRESSED);

        // Quotes, name, colon, 36 characters in quotes, comma.
        assertThat(stored(KnownDocuments.costOf(document.get("fields"), "id"))).isBetween(43.9, 44.1);
    }

    @Test
    void contentsAreShownOnlyWhereTheyAreAskedFor() {
        Explained plain = run("events.jsonl", KnownDocuments.text(), UNCOMPRESSED);

        assertThat(plain.run.out()).contains("constant").doesNotContain("marker-of-contents");
        assertThat(plain.document.toString()).doesNotContain("marker-of-contents");
        Invocation shown = run("events.jsonl", KnownDocuments.text(), ALL_THERE_IS).run;
        assertThat(shown.out()).contains("marker-of-contents").contains("record contents");
        assertThat(shown.err()).contains("--show-examples: the result contains record contents");
    }

    @Test
    void theFirstScreenFitsATerminal() {
        String out = run("events.jsonl", KnownDocuments.text()).run.out();

        assertThat(out.lines().count()).isLessThanOrEqualTo(30);
        assertThat(out.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void contentsOfTheFirstRowAreNoNames() {
        StringBuilder rows = new StringBuilder("Alice Plugh,Berlin,Germany\n");
        for (int i = 0; i < 2_000; i++) {
            rows.append("Bob ").append(i).append(i % 3 == 0 ? ",Berlin,Germany\n" : ",Paris,France\n");
        }
        for (String format : new String[] {"lines", "csv"}) {
            String file = Records.write(folder, "people.txt", rows.toString());
            Invocation run =
                    Invocation.of("explain", file, "--format", format, "--budget", "1s", "--rate", "5MiB/s", "--json");

            assertThat(run.expectDone().out() + run.err()).doesNotContain("Plugh", "Berlin");
        }
    }

    @Test
    void theSameRecordsAreComparedInOtherFormats() {
        JsonNode formats =
                explained("events.jsonl", KnownDocuments.text(), ALL_THERE_IS).get("formats");

        assertThat(formats.get("formats")).hasSize(6).allSatisfy(format -> assertThat(
                        format.get("roundTripFailures").asLong())
                .isZero());
        // Names of fields and quotes are not in Avro.
        assertThat(formats.get("formats").get(2).get("valueBytes").asDouble())
                .isLessThan(
                        0.8 * formats.get("formats").get(0).get("valueBytes").asDouble());
        JsonNode first = formats.get("tables").get(0);
        assertThat(first.get("settings").get("codec").asText()).isEqualTo("zstd:3");
        assertThat(first.get("cells")).hasSize(6);
        for (JsonNode table : formats.get("tables")) {
            for (JsonNode cell : table.get("cells")) {
                double stored = cell.get("storedBytesPerRecord").asDouble();
                double theirs =
                        table.get("cells").get(0).get("storedBytesPerRecord").asDouble();
                assertThat(cell.get("relativeStoredBytes").get("estimate").asDouble())
                        .isCloseTo(stored / theirs, within(1e-9));
            }
            // The records are compact JSON already: the same bytes.
            JsonNode itself = table.get("cells").get(1).get("relativeStoredBytes");
            assertThat(itself.get("low").asDouble()).isBetween(0.99, 1.0);
            assertThat(itself.get("high").asDouble()).isBetween(1.0, 1.01);
        }
        // Without compression only bytes count: smaller records make smaller batches.
        JsonNode uncompressed = StreamSupport.stream(formats.get("tables").spliterator(), false)
                .filter(table -> table.get("settings").get("codec").asText().equals("none"))
                .findFirst()
                .orElseThrow();
        assertThat(uncompressed
                        .get("cells")
                        .get(2)
                        .get("relativeStoredBytes")
                        .get("high")
                        .asDouble())
                .isLessThan(0.85);
        assertThat(uncompressed
                        .get("cells")
                        .get(2)
                        .get("moneySavedPerMonth")
                        .get("low")
                        .asDouble())
                .isPositive();
    }

    @Test
    void laddersAreComparedWithoutAndWithTheChanges() {
        JsonNode document = explained("events.jsonl", KnownDocuments.text(), ALL_THERE_IS);
        JsonNode ladders = document.get("ladders");

        assertThat(ladders.get("changes").toString())
                .contains("write id as 16 bytes")
                .doesNotContain("if nobody reads it");
        assertThat(ladders.get("savedBytesPerRecord").get("low").asDouble()).isPositive();
        assertThat(ladders.get("records").asLong()).isEqualTo(KnownDocuments.NUMBER);
        double stored = document.get("batches")
                .get("storedBytesPerRecord")
                .get("estimate")
                .asDouble();
        JsonNode before = ladders.get("asTheyAre").get("today");
        JsonNode after = ladders.get("changed").get("today");
        assertThat(after.get("settings")).isEqualTo(before.get("settings"));
        // The costs of fields are based on what the common predictor says that today's settings store.
        assertThat(wirePerRecord(document, before)).isCloseTo(stored, withinPercentage(6));
        assertThat(wirePerRecord(document, before) - wirePerRecord(document, after))
                .isCloseTo(ladders.get("savedBytesPerRecord").get("estimate").asDouble(), within(0.08 * stored));
        for (String side : new String[] {"asTheyAre", "changed"}) {
            double most = wirePerRecord(document, ladders.get(side).get("today"));
            for (JsonNode rung : ladders.get(side).get("ladder").get("rungs")) {
                assertThat(wirePerRecord(document, rung.get("prediction"))).isLessThan(most * 1.02);
            }
        }
    }

    private static double wirePerRecord(JsonNode document, JsonNode prediction) {
        return prediction.get("resources").get("wireBytesPerSecond").asDouble()
                / document.get("workload").get("recordsPerSecond").asDouble();
    }

    @Test
    void recordsThatAreNoJsonAreCountedAndWhatTheyCostIsOneEntry() {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < KnownDocuments.NUMBER; i++) {
            String word = Long.toHexString(random.nextLong() | 1L << 63);
            text.append(i % 10 < 7 ? "{\"n\":" + i + ",\"word\":\"" + word + "\"}\n" : "broken " + word + "\n");
        }
        for (String format : new String[] {"lines", "jsonl"}) {
            JsonNode document = explained("events.jsonl", text.toString(), "--format", format);

            assertThat(document.get("format").asText()).isEqualTo("json");
            assertThat(document.get("unparsedRecords").asDouble()
                            / document.get("recordsSeen").asDouble())
                    .isCloseTo(0.3, within(0.01));
            JsonNode fields = document.get("fields");
            // Eight random bytes each.
            assertThat(stored(KnownDocuments.costOf(fields, "word"))).isBetween(0.7 * 8, 0.7 * 12);
            JsonNode others = KnownDocuments.costOf(fields, "(not JSON)");
            assertThat(stored(others)).isBetween(0.3 * 8, 0.3 * 14);
            assertThat(others.get("kind").asText()).isEqualTo("others");
            assertThat(others.get("recordShare").asDouble()).isCloseTo(0.3, within(0.01));
            assertThat(others.get("rawBytesPerRecord").asDouble()).isCloseTo(0.3 * 23, within(0.2));
            // Nothing of the values remains, only framing: batch and record headers, braces.
            assertThat(document.get("shared").get("framing").asDouble()).isLessThan(6);
        }
    }

    @Test
    void linesThatAreNoJsonAreNamedInTheFirstScreen() {
        String file = Records.write(folder, "events.jsonl", KnownDocuments.text() + "{\"id\":\n".repeat(300));

        assertThat(Invocation.of("explain", file, "--budget", "1s", "--rate", "5MiB/s")
                        .expectDone()
                        .out())
                .contains("records in the batches are not JSON: their cost is listed as (not JSON)");
    }

    @Test
    void recordsWithoutValuesAreRefused() {
        Invocation.of("explain", Records.write(folder, "empty.jsonl", ""))
                .expectRefusal(ExitCode.FAILED, "empty.jsonl");
    }
}
