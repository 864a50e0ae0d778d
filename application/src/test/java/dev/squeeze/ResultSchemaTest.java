package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultSchemaTest {
    /** Objects whose property names are data. */
    private static final Set<String> MAPS = Set.of(
            "levels",
            "producerProperties",
            "consumerProperties",
            "topicConfigs",
            "metrics",
            "latencies",
            "thresholds",
            "refusedByStatus",
            "sourceSettings",
            "nanos",
            "codecFactor",
            "coldCodec",
            "measuredCores",
            "fittedCores");

    static Collection<Result> results() {
        return GoldenRenderingTest.RESULTS.values();
    }

    @Tag("live")
    @Test
    @Timeout(240)
    void theDocumentOfARealRunIsOfTheForm(@TempDir Path folder) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] line = {
            "bench",
            "sample:access-log",
            "--codecs",
            "none,lz4",
            "--rounds",
            "2",
            "--trial",
            "1s",
            "--budget",
            "500ms",
            "--rate",
            "20000",
            "--threshold",
            "ratio>0.5",
            "--profile-output",
            folder.resolve("profiles").toString(),
            "--json"
        };
        int code = Squeeze.run(line, new PrintWriter(out), new PrintWriter(err), InputStream.nullInputStream());

        JsonNode document = ResultSchema.parse(out.toString());
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.get("arms")).as(err.toString()).hasSize(2).allSatisfy(arm -> assertThat(arm.get("problems"))
                .isEmpty());
        assertThat(document.get("profiles")).isNotEmpty();
        for (String arm : List.of("none", "lz4")) {
            assertThat(folder.resolve("profiles/" + arm + "-client.jfr")).isNotEmptyFile();
            assertThat(folder.resolve("profiles/" + arm + "-broker-1.jfr")).isNotEmptyFile();
            assertThat(Files.readString(folder.resolve("profiles/" + arm + ".html")))
                    .contains("class=\"flame\"", "client: application", "KafkaProducer.send");
        }
        assertThat(code).isZero();
    }

    @Test
    void theSchemaIsItselfValidAndNamesItsVersion() {
        assertThat(ResultSchema.ownFaults()).isEmpty();
        assertThat(ResultSchema.document().get("$id").asText())
                .isEqualTo("urn:squeeze:result:" + Result.SCHEMA_VERSION);
    }

    @ParameterizedTest
    @MethodSource("results")
    void everyResultIsOfTheForm(Result result) {
        assertThat(ResultSchema.faults(json(result))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("results")
    void anUnknownPropertyAnywhereIsAFault(Result result) {
        List<String> accepted = new ArrayList<>();
        JsonNode document = shortJson(result);
        forEachObject(document, "$", (object, path) -> {
            object.put("surprise", 1);
            if (ResultSchema.faults(document).isEmpty()) {
                accepted.add(path);
            }
            object.remove("surprise");
        });

        assertThat(accepted).isEmpty();
        assertThat(ResultSchema.faults(document)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("results")
    void onlyWhatMayBeAbsentCanBeMissing(Result result) {
        Set<String> mayBeMissing = new TreeSet<>();
        JsonNode document = shortJson(result);
        forEachObject(document, "$", (object, path) -> {
            for (String name : properties(object, path)) {
                JsonNode value = object.remove(name);
                if (ResultSchema.faults(document).isEmpty()) {
                    mayBeMissing.add(name);
                }
                object.set(name, value);
            }
        });

        assertThat(Set.of(
                        "loadAverageBefore",
                        "discriminatorField",
                        "formed",
                        "otherRates",
                        "types",
                        "withoutGain",
                        "aborted",
                        "stages",
                        "checked",
                        "owner",
                        "progress",
                        "shareOfCodec",
                        "recordsPerBatch",
                        "recordsPerSecond",
                        "contention",
                        "ratio",
                        "oldest",
                        "newest",
                        "sample",
                        "reading",
                        "byteShare",
                        "storedBytesOfAll",
                        "storedBytes",
                        "seen",
                        "proposal",
                        "clusterId",
                        "retention",
                        "rate",
                        "partitions",
                        "producers",
                        "replicationFactor",
                        "consumerGroups",
                        "activeShare",
                        "compactedShare",
                        "recordsPerTransaction",
                        "codecChange",
                        "keptShare",
                        "retentionBytes",
                        "observedSeconds",
                        "why",
                        "moneyToday",
                        "workload",
                        "stored",
                        "storedIn",
                        "speed",
                        "gatheredMillis",
                        "fetchedBytes",
                        "storedBytesPerRecord",
                        "kafka",
                        "bare",
                        "change",
                        "client",
                        "clientVersion",
                        "sentRatio",
                        "topicCodec",
                        "compared",
                        "keep",
                        "ladder",
                        "recommended",
                        "rateSeconds",
                        "givenSettings",
                        "maxMessageBytes",
                        "topicCompression",
                        "robustness",
                        "sharedRecords",
                        "objectStore",
                        "broker",
                        "limitedBy",
                        "localRetention",
                        "localRetentionBytes",
                        "floorBytesPerRecord",
                        "key",
                        "otherField",
                        "further",
                        "roughRatio",
                        "roughMebibytesPerSecond",
                        "shareOfTime",
                        "heldBy",
                        "maxLatencyMillis",
                        "maxProducerCores",
                        "leaveIt",
                        "name",
                        "description",
                        "brokers",
                        "bootstrap",
                        "busyShare",
                        "control",
                        "stolenShare",
                        "workers",
                        "brokerHeapBytes",
                        "service",
                        "address",
                        "acknowledge",
                        "queueRecords",
                        "heapBytes",
                        "refusedByStatus",
                        "interruptedAfterSeconds",
                        "clients",
                        "consumerCpu",
                        "serviceCpu",
                        "driversCpu",
                        "budgetSeconds",
                        "maxLatencySeconds",
                        "drift",
                        "producer",
                        "failure",
                        "numRecords",
                        "rateRecordsPerSecond",
                        "low",
                        "high",
                        "sustainedRecordsPerSecond",
                        "failedRecordsPerSecond",
                        "limit",
                        "reason",
                        "value",
                        "unread",
                        "failOn",
                        "topic",
                        "estimatedSaving",
                        "problem",
                        "gcCpuSeconds",
                        "unstableOffsets",
                        "keepsLess",
                        "jitCpuSeconds",
                        "uncompressedBytes",
                        "clientCpuSecondsPerMillion",
                        "readCpuSecondsPerMillion",
                        "brokerCpuSeconds",
                        "brokerCpuSecondsPerMillion",
                        "clockSecondsPerMillion",
                        "diskBytes",
                        "verification",
                        "forecasts",
                        "baseline",
                        "comparability",
                        "resumedFrom",
                        "minEffect",
                        "disturbed",
                        "repeated",
                        "measuredMoney",
                        "predictedMoney",
                        "measuredLow",
                        "measuredHigh",
                        "publishedIn",
                        "standsIn",
                        "year",
                        "link",
                        "source",
                        "relativeTo",
                        "publishedQuotient",
                        "bound",
                        "place",
                        "measured",
                        "quotient",
                        "because",
                        "machine",
                        "document",
                        "wireGigabytesToday",
                        "storedBytesOfRecord",
                        "compressionType",
                        "ownCompressionType",
                        "commandConfig",
                        "otherCodec",
                        "moreCores",
                        "bytesMoney",
                        "brokerCpu",
                        "bytes",
                        "codecAfter",
                        "codecBefore",
                        "comparison",
                        "coresAfter",
                        "coresBefore",
                        "depth",
                        "money",
                        "producerId",
                        "promise",
                        "recompressedShare",
                        "compressNanos",
                        "decompressNanos",
                        "evidence",
                        "expectedDepth",
                        "folder",
                        "formats",
                        "ladders",
                        "found",
                        "promised",
                        "total",
                        "until",
                        "span",
                        "spanMillis"))
                .containsAll(mayBeMissing);
    }

    @Test
    void aDocumentOfAnotherKindOrVersionIsAFault() {
        ObjectNode document = (ObjectNode) json(MeasureFixtures.complete());
        document.put("kind", "advise");
        assertThat(ResultSchema.faults(document)).isNotEmpty();
        document.put("kind", "measure").put("schemaVersion", Result.SCHEMA_VERSION + 1);
        assertThat(ResultSchema.faults(document)).isNotEmpty();
        document.put("schemaVersion", Result.SCHEMA_VERSION);
        assertThat(ResultSchema.faults(document)).isEmpty();
    }

    @Test
    void everyObjectIsClosedAndEveryPropertyDescribed() {
        JsonNode definitions = ResultSchema.document().get("$defs");
        assertThat(definitions).hasSizeGreaterThan(20);
        definitions.properties().forEach(definition -> {
            JsonNode object = definition.getValue();
            assertThat(object.path("description").asText())
                    .as(definition.getKey())
                    .isNotBlank();
            if (object.has("properties")) {
                assertThat(object.path("additionalProperties").isBoolean())
                        .as(definition.getKey())
                        .isTrue();
                assertThat(object.get("additionalProperties").asBoolean()).isFalse();
                assertThat(object.path("properties").fieldNames())
                        .toIterable()
                        .containsAll(ResultSchema.texts(object.path("required")));
                object.get("properties").properties().forEach(property -> assertThat(
                                property.getValue().path("description").asText())
                        .as(definition.getKey() + "." + property.getKey())
                        .isNotBlank());
            }
        });
    }

    @Test
    void everyPropertyOfTheSchemaIsWrittenBySomeResult() {
        Set<String> described = new TreeSet<>();
        ResultSchema.document()
                .get("$defs")
                .forEach(
                        definition -> definition.path("properties").fieldNames().forEachRemaining(described::add));
        Set<String> written = new TreeSet<>();
        results()
                .forEach(result ->
                        forEachObject(json(result), "$", (object, path) -> written.addAll(properties(object, path))));

        assertThat(described).isEqualTo(written);
    }

    private interface Visitor {
        void visit(ObjectNode object, String path);
    }

    private static void forEachObject(JsonNode node, String path, Visitor visitor) {
        if (node instanceof ObjectNode object) {
            visitor.visit(object, path);
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> forEachObject(object.get(name), path + "." + name, visitor));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                forEachObject(array.get(i), path + "[" + i + "]", visitor);
            }
        }
    }

    /** The property names that an object's definition lists; empty if the names are data. */
    private static List<String> properties(ObjectNode object, String path) {
        List<String> names = new ArrayList<>();
        if (!MAPS.contains(path.substring(path.lastIndexOf('.') + 1))) {
            object.fieldNames().forEachRemaining(names::add);
        }
        return names;
    }

    private static JsonNode shortJson(Result result) {
        return ShortDocument.of(
                json(result), 1, document -> ResultSchema.faults(document).isEmpty());
    }

    private static JsonNode json(Result result) {
        return ResultSchema.parse(OutputFormat.JSON.render(result));
    }
}
