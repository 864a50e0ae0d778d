package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.experiment.Design;
import dev.squeeze.engine.experiment.LimitingFactor;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.feature.advise.Caveat;
import dev.squeeze.feature.advise.CaveatFixtures;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.doctor.Check;
import dev.squeeze.feature.doctor.Confidence;
import dev.squeeze.feature.doctor.Severity;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.plan.Wave;
import dev.squeeze.feature.published.Holding;
import dev.squeeze.feature.published.StageOutcome;
import dev.squeeze.feature.survey.SurveyOrder;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.feature.watch.Verdict;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.ReadNotice;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The words that the schema allows match the program's enums. */
class SchemaVocabularyTest {
    @Test
    void theSchemaKnowsEveryValueOfEveryClosedSet() {
        assertThat(CaveatFixtures.every()).extracting(Object::getClass).hasSameElementsAs(CaveatFixtures.classes());
        assertThat(allowed("caveat", "kind"))
                .containsExactlyInAnyOrderElementsOf(
                        CaveatFixtures.every().stream().map(Caveat::kind).toList());
        assertThat(allowed("notice", "kind")).containsExactlyInAnyOrderElementsOf(words(ReadNotice.Kind.values()));
        assertThat(allowed("skipped", "reason"))
                .containsExactlyInAnyOrderElementsOf(words(SkippedSetting.Reason.values()));
        assertThat(allowed("request", "objective")).containsExactlyInAnyOrderElementsOf(words(Objective.values()));
        assertThat(allowed("plannedChange", "wave")).containsExactlyInAnyOrderElementsOf(words(Wave.values()));
        assertThat(allowed("rolloutProgress", "state"))
                .containsExactlyInAnyOrderElementsOf(words(PlannedChange.State.values()));
        assertThat(allowed("watchedComparison", "verdict"))
                .containsExactlyInAnyOrderElementsOf(words(Verdict.values()));
        assertThat(allowed("watchedChange", "verdict")).containsExactlyInAnyOrderElementsOf(words(Verdict.values()));
        assertThat(allowed("mark", "kind")).containsExactlyInAnyOrderElementsOf(words(Mark.Kind.values()));
        assertThat(allowed("surveyScope", "order")).containsExactlyInAnyOrderElementsOf(words(SurveyOrder.values()));
        assertThat(allowed("topicAppraisal", "outcome"))
                .containsExactlyInAnyOrderElementsOf(words(TopicAppraisal.Outcome.values()));
        assertThat(ResultSchema.texts(ResultSchema.document().at("/$defs/metricKey/enum")))
                .containsExactlyInAnyOrderElementsOf(words(Metric.values()));
        assertThat(Arrays.stream(Metric.values()).map(Metric::unit).distinct())
                .containsExactlyInAnyOrderElementsOf(allowed("figure", "unit"));
        assertThat(allowed("benchPlan", "design")).containsExactlyInAnyOrderElementsOf(words(Design.values()));
        assertThat(allowed("loadSettings", "consume"))
                .containsExactlyInAnyOrderElementsOf(words(ConsumerSettings.When.values()));
        assertThat(ResultSchema.texts(ResultSchema.document().at("/$defs/check/enum")))
                .containsExactlyElementsOf(
                        Arrays.stream(Check.values()).map(Check::id).toList());
        assertThat(allowed("publishedFinding", "holding")).containsExactlyElementsOf(words(Holding.values()));
        assertThat(allowed("publishedFigure", "bound")).containsExactlyElementsOf(words(Holding.Bound.values()));
        assertThat(allowed("stage", "outcome")).containsExactlyElementsOf(words(StageOutcome.values()));
        assertThat(ResultSchema.texts(ResultSchema.document().at("/$defs/role/enum")))
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

    private static List<String> allowed(String definition, String property) {
        return ResultSchema.texts(
                ResultSchema.document().at("/$defs/" + definition + "/properties/" + property + "/enum"));
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
