package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.experiment.Design;
import dev.squeeze.engine.experiment.LimitingFactor;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.feature.advise.Caveat;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.calibrate.CalibrateFixtures;
import dev.squeeze.feature.copy.CopyFixtures;
import dev.squeeze.feature.doctor.Check;
import dev.squeeze.feature.doctor.Confidence;
import dev.squeeze.feature.doctor.DoctorFixtures;
import dev.squeeze.feature.doctor.Severity;
import dev.squeeze.feature.explain.ExplainFixtures;
import dev.squeeze.feature.inspect.InspectFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.plan.Wave;
import dev.squeeze.feature.published.ExperimentFixtures;
import dev.squeeze.feature.published.Holding;
import dev.squeeze.feature.published.StageOutcome;
import dev.squeeze.feature.recompress.RecompressFixtures;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.feature.survey.SurveyOrder;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.ReadNotice;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultSchemaTest {
    /** Objects whose names are data. */
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

    static Stream<Result> results() {
        return Stream.of(
                MeasureFixtures.complete(),
                MeasureFixtures.troubled(),
                AdviseFixtures.change(),
                AdviseFixtures.tiered(),
                AdviseFixtures.leaveIt(),
                AdviseFixtures.onTopic(),
                AdviseFixtures.stored(),
                AdviseFixtures.compared(),
                AdviseFixtures.troubled(),
                BenchFixtures.complete(),
                AdviseFixtures.verified(),
                BenchFixtures.troubled(),
                BenchFixtures.searches(),
                BenchFixtures.manyArms(),
                DoctorFixtures.ill(),
                DoctorFixtures.bySeverity(),
                DoctorFixtures.manyNotes(),
                DoctorFixtures.healthy(),
                ExplainFixtures.complete(),
                ExplainFixtures.troubled(),
                InspectFixtures.mixed(),
                InspectFixtures.sampled(),
                InspectFixtures.unknown(),
                CopyFixtures.compared(),
                CopyFixtures.broken(),
                RecompressFixtures.joined(),
                RecompressFixtures.interrupted(),
                CalibrateFixtures.complete(),
                CalibrateFixtures.broken(),
                ExperimentFixtures.complete(),
                ExperimentFixtures.interrupted(),
                PlanFixtures.inWaves(),
                PlanFixtures.checked(),
                SurveyFixtures.complete(),
                SurveyFixtures.cutShort());
    }

    @Tag("live")
    @Test
    @Timeout(240)
    void theDocumentOfARealRunIsOfTheForm() {
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
            "500ms",
            "--budget",
            "4s",
            "--threshold",
            "ratio>0.5",
            "--profile",
            "--json"
        };
        int code = Squeeze.run(line, new PrintWriter(out), new PrintWriter(err), InputStream.nullInputStream());

        JsonNode document = ResultSchema.parse(out.toString());
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.get("arms")).as(err.toString()).hasSize(2).allSatisfy(arm -> assertThat(arm.get("problems"))
                .isEmpty());
        assertThat(document.get("profiles")).isNotEmpty();
        assertThat(code).isZero();
    }

    @Test
    void theSchemaIsItselfValid() {
        assertThat(ResultSchema.ownFaults()).isEmpty();
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
                        "retentionBytes",
                        "observedSeconds",
                        "why",
                        "moneyToday",
                        "workload",
                        "brokenOff",
                        "stored",
                        "storedIn",
                        "gatheredMillis",
                        "fetchedBytes",
                        "storedBytesPerRecord",
                        "kafka",
                        "bare",
                        "change",
                        "clientVersion",
                        "sentRatio",
                        "topicCodec",
                        "compared",
                        "keep",
                        "ladder",
                        "recommended",
                        "rateSeconds",
                        "robustness",
                        "objectStore",
                        "broker",
                        "limitedBy",
                        "localRetention",
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
                        "brokerHeapBytes",
                        "service",
                        "address",
                        "acknowledge",
                        "queueRecords",
                        "heapBytes",
                        "refusedByStatus",
                        "budgetSeconds",
                        "maxLatencySeconds",
                        "drift",
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
                        "worth",
                        "problem",
                        "gcCpuSeconds",
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
                        "document"))
                .containsAll(mayBeMissing);
    }

    @Test
    void aDocumentOfAnotherKindOrVersionIsAFault() {
        ObjectNode document = (ObjectNode) json(MeasureFixtures.complete());
        document.put("kind", "advise");
        assertThat(ResultSchema.faults(document)).isNotEmpty();
        document.put("kind", "measure").put("schemaVersion", 3);
        assertThat(ResultSchema.faults(document)).isNotEmpty();
        document.put("schemaVersion", 2);
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
                        .containsAll(texts(object.path("required")));
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

    @Test
    void theSchemaKnowsEveryValueOfEveryClosedSet() {
        // All but the one that stands for a caveat of a document that was read.
        assertThat(AdviseFixtures.everyCaveat()).hasSize(Caveat.class.getPermittedSubclasses().length - 1);
        assertThat(allowed("caveat", "kind"))
                .containsExactlyInAnyOrderElementsOf(
                        AdviseFixtures.everyCaveat().stream().map(Caveat::kind).toList());
        assertThat(allowed("notice", "kind")).containsExactlyInAnyOrderElementsOf(words(ReadNotice.Kind.values()));
        assertThat(allowed("skipped", "reason"))
                .containsExactlyInAnyOrderElementsOf(words(SkippedSetting.Reason.values()));
        assertThat(allowed("request", "objective")).containsExactlyInAnyOrderElementsOf(words(Objective.values()));
        assertThat(allowed("plannedChange", "wave")).containsExactlyInAnyOrderElementsOf(words(Wave.values()));
        assertThat(allowed("rolloutProgress", "state"))
                .containsExactlyInAnyOrderElementsOf(words(PlannedChange.State.values()));
        assertThat(allowed("surveyScope", "order")).containsExactlyInAnyOrderElementsOf(words(SurveyOrder.values()));
        assertThat(allowed("topicAppraisal", "outcome"))
                .containsExactlyInAnyOrderElementsOf(words(TopicAppraisal.Outcome.values()));
        assertThat(texts(ResultSchema.document().at("/$defs/metricKey/enum")))
                .containsExactlyInAnyOrderElementsOf(words(Metric.values()));
        assertThat(Arrays.stream(Metric.values()).map(Metric::unit).distinct())
                .containsExactlyInAnyOrderElementsOf(allowed("figure", "unit"));
        assertThat(allowed("benchPlan", "design")).containsExactlyInAnyOrderElementsOf(words(Design.values()));
        assertThat(allowed("loadSettings", "consume"))
                .containsExactlyInAnyOrderElementsOf(words(ConsumerSettings.When.values()));
        assertThat(texts(ResultSchema.document().at("/$defs/check/enum")))
                .containsExactlyElementsOf(
                        Arrays.stream(Check.values()).map(Check::id).toList());
        assertThat(allowed("publishedFinding", "holding")).containsExactlyElementsOf(words(Holding.values()));
        assertThat(allowed("publishedFigure", "bound")).containsExactlyElementsOf(words(Holding.Bound.values()));
        assertThat(allowed("stage", "outcome")).containsExactlyElementsOf(words(StageOutcome.values()));
        assertThat(texts(ResultSchema.document().at("/$defs/role/enum")))
                .containsExactlyElementsOf(words(CostRole.values()));
        assertThat(allowed("workload", "client")).containsExactlyElementsOf(words(ClientProfile.values()));
        assertThat(allowed("finding", "severity")).containsExactlyElementsOf(words(Severity.values()));
        assertThat(allowed("doctor", "failOn")).containsExactlyElementsOf(words(Severity.values()));
        assertThat(allowed("confidence", "level")).containsExactlyElementsOf(words(Confidence.Level.values()));
        assertThat(allowed("limitingFactor", "part"))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(LimitingFactor.Part.values())
                        .map(LimitingFactor.Part::words)
                        .toList());
    }

    @Test
    void theSchemaKnowsEveryCodecOfTheGridAndNoOther() {
        Pattern codec = Pattern.compile(
                ResultSchema.document().at("/$defs/codec/pattern").asText());

        assertThat(CodecGrid.all().codecs())
                .allSatisfy(known -> assertThat(known.toString()).matches(codec));
        assertThat(List.of("zstd", "zstd:0", "lz4:18", "gzip:10", "none:1", "snappy:1", "brotli"))
                .allSatisfy(unknown -> assertThat(unknown).doesNotMatch(codec));
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
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            forEachObject(array.get(0), path + "[0]", visitor);
        }
    }

    /** The names in an object that its definition gives; none where they are data. */
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

    private static List<String> allowed(String definition, String property) {
        return texts(ResultSchema.document().at("/$defs/" + definition + "/properties/" + property + "/enum"));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
