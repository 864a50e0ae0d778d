package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything other than fields: headers, other keys, dictionaries, and arrays of similar values. */
@Tag("slow")
class HeadersAndKeysTest {
    @TempDir
    Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode explained(String file, String... more) {
        List<String> words = new ArrayList<>(List.of("explain", file, "--json", "--budget", "3s"));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new)).expectDone().document();
    }

    private static Optional<JsonNode> suggestion(JsonNode document, String kind) {
        return StreamSupport.stream(document.get("suggestions").spliterator(), false)
                .filter(each -> each.get("kind").asText().equals(kind))
                .findFirst();
    }

    @Test
    void headersBeyondThoseThatAreMeasuredOneByOneAreMeasuredTogether() {
        Random random = new Random(1);
        List<List<BatchRecord>> batches = new ArrayList<>();
        for (int batch = 0; batch < 64; batch++) {
            List<BatchRecord> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Header[] headers = new Header[25];
                for (int h = 0; h < headers.length; h++) {
                    byte[] value = new byte[h == 0 ? 16 : 4];
                    random.nextBytes(value);
                    headers[h] = new RecordHeader("h" + h, value);
                }
                records.add(new BatchRecord(null, bytes("{\"n\":" + i + "}"), headers, 0));
            }
            batches.add(records);
        }
        ValueFormatGuess format = ValueFormatGuess.of("test", "segment", List.of(), batches.get(0), Optional.empty());
        Workload workload = Workload.of(1_000, 200, false, 1);
        FieldMeasurement measurement = new FieldMeasurement(
                MeasuredBatches.once(batches),
                format,
                ProducerSettings.KAFKA_DEFAULTS.codec(),
                BatchClosing.NEVER,
                1,
                2);
        FieldMeasurement.Costs costs = measurement
                .measure(
                        Duration.ofSeconds(2),
                        false,
                        sizes -> new FieldMoney(
                                workload, ExplainFixtures.complete().prices(), 20, sizes.rawBytesPerRecord(), 200),
                        () -> false,
                        done -> {})
                .orElseThrow();

        List<FieldCost> headers = costs.fields().stream()
                .filter(field -> field.kind() == ValueKind.HEADER)
                .toList();
        assertThat(headers).hasSize(21);
        assertThat(headers.stream().mapToInt(FieldCost::fields).sum()).isEqualTo(25);
        FieldCost further =
                headers.stream().filter(field -> field.fields() > 1).findFirst().orElseThrow();
        assertThat(further.path()).isEqualTo("(5 further headers)");
        // Name of two or three characters, four bytes, and a byte for each of the two lengths.
        assertThat(further.storedBytesPerRecord().estimate()).isBetween(5 * 8.0, 5 * 9.0);
        assertThat(headers.stream()
                        .filter(field -> field.fields() == 1)
                        .findFirst()
                        .orElseThrow()
                        .path())
                .isEqualTo("(header) h0");
    }

    /** A hundred customers, each with an incompressible text. */
    private static String customers(int records) {
        Random random = new Random(4);
        List<String> profiles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            profiles.add(new UUID(random.nextLong(), random.nextLong()) + "/"
                    + new UUID(random.nextLong(), random.nextLong()));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < records; i++) {
            int customer = random.nextInt(100);
            text.append("{\"customer\":\"c")
                    .append(customer)
                    .append("\",\"profile\":\"")
                    .append(profiles.get(customer))
                    .append("\",\"n\":")
                    .append(random.nextInt(1_000_000))
                    .append("}\n");
        }
        return text.toString();
    }

    @Test
    void aKeyThatMakesRecordsOfABatchAlikeIsSuggested() {
        String file = Records.write(folder, "customers.jsonl", customers(12_000));
        JsonNode document = explained(
                file, "--rate", "5000/s", "--partitions", "20", "--current", "compression.type=zstd,linger.ms=500");

        JsonNode key = suggestion(document, "key").orElseThrow(() -> new AssertionError(document.get("suggestions")));
        assertThat(key.get("fields").get(0).asText()).isIn("customer", "profile");
        assertThat(key.at("/savedBytesPerRecord/low").asDouble()).isPositive();
        assertThat(key.get("breaks").asText()).contains("order", "partitions");
    }

    @Test
    void aDictionaryIsWorthMuchWhereBatchesHoldOneRecordAndIsTriedWithZstdAlone() {
        JsonNode bound = suggestion(explainedOneByOne("zstd"), "dictionary-bound")
                .orElseThrow(() -> new AssertionError("no dictionary"));

        // Each record is a batch: field names and the customer's text are in the dictionary.
        assertThat(bound.at("/savedBytesPerRecord/low").asDouble()).isGreaterThan(40);
        assertThat(suggestion(explainedOneByOne("gzip"), "dictionary-bound")).isEmpty();
    }

    /**
     * Records that arrive slowly in one partition; a dictionary is tried in addition to the budget, however small that
     * is.
     */
    private JsonNode explainedOneByOne(String codec) {
        return Invocation.of(
                        "explain",
                        Records.write(folder, "customers.jsonl", customers(3_000)),
                        "--json",
                        "--budget",
                        "500ms",
                        "--rate",
                        "200/s",
                        "--partitions",
                        "1",
                        "--producers",
                        "1",
                        "--current",
                        "compression.type=" + codec + ",linger.ms=0")
                .expectDone()
                .document();
    }

    @Test
    void theFloorOfAnArrayCountsEachOfItsValues() {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            text.append("{\"ids\":[");
            for (int id = 0; id < 3; id++) {
                UUID uuid =
                        new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63);
                text.append(id == 0 ? "\"" : ",\"").append(uuid).append('"');
            }
            text.append("]}\n");
        }
        JsonNode document = explained(Records.write(folder, "ids.jsonl", text.toString()), "--rate", "5MiB/s");
        JsonNode ids = document.get("fields").get(0);

        assertThat(ids.get("path").asText()).isEqualTo("ids[]");
        assertThat(ids.get("floorBytesPerRecord").asDouble()).isBetween(3 * 15.2, 3 * 15.3);
    }
}
