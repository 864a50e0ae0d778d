package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The CSV has the same content as the JSON. */
class AdviseCsvTest {
    private static List<CSVRecord> rows(Recommendation advice) {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(new StringReader(AdviseCsv.write(advice)), format)) {
            return parser.getRecords();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<CSVRecord> rows(Recommendation advice, String what) {
        return rows(advice).stream().filter(row -> row.get("what").equals(what)).toList();
    }

    private static double share(CSVRecord row) {
        return Double.parseDouble(row.get("share_of_saving"));
    }

    private static void isTheOnlyRecommendedRow(Recommendation advice) {
        Prediction recommended = advice.recommended();
        ProducerSettings settings = recommended.settings();
        assertThat(rows(advice).stream().filter(row -> Boolean.parseBoolean(row.get("recommended"))))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("codec"))
                            .isEqualTo(settings.codec().type().label());
                    assertThat(row.get("batch_size")).isEqualTo(Integer.toString(settings.batchSizeBytes()));
                    assertThat(row.get("linger_ms")).isEqualTo(Integer.toString(settings.lingerMillis()));
                    assertThat(row.get("producer_cores")).isNotEmpty();
                });
    }

    @ParameterizedTest
    @EnumSource
    void whateverIsOptimizedTheRecommendationIsARow(Objective objective) {
        isTheOnlyRecommendedRow(AdviceCase.usual().optimizing(objective).advise());
        isTheOnlyRecommendedRow(AdviceCase.usual()
                .optimizing(objective)
                .today("lz4", 65_536, 20)
                .advise());
    }

    @Test
    void settingsThatDidBetterInALiveRunAreARow() {
        isTheOnlyRecommendedRow(AdviceCase.usual().followingARunnerUp().advise());
    }

    /** Savings are counted from sending uncompressed, even if today's settings compress. */
    @Test
    void sharesOfTheSavingAreThoseOfTheLadder() {
        Recommendation advice = AdviceCase.usual().today("lz4", 16_384, 5).advise();
        Ladder ladder = advice.ladder().orElseThrow();

        assertThat(ladder.shareOfToday()).isBetween(0.3, 0.97);
        assertThat(rows(advice, "today")).singleElement().satisfies(row -> assertThat(share(row))
                .isCloseTo(ladder.shareOfToday(), within(1e-5)));
        assertThat(rows(advice, "rung"))
                .extracting(AdviseCsvTest::share)
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-5 ? 0 : Double.compare(a, b))
                .containsExactlyElementsOf(
                        ladder.rungs().stream().map(Ladder.Rung::shareOfSaving).toList());
    }

    /** Counted as on the ladder: sending uncompressed saves nothing. */
    @Test
    void settingsOffTheLadderHaveTheirShareToo() {
        Recommendation advice = AdviceCase.usual().today("lz4", 16_384, 5).advise();

        assertThat(rows(advice, "candidate"))
                .filteredOn(row -> row.get("codec").equals("none")
                        && row.get("batch_size").equals("16384")
                        && row.get("linger_ms").equals("5"))
                .singleElement()
                .satisfies(row -> assertThat(share(row)).isCloseTo(0, within(0.01)));
        assertThat(rows(advice, "candidate"))
                .allSatisfy(row -> assertThat(share(row)).isLessThanOrEqualTo(1));
    }

    /** If no settings meet the limits, the closest ones are recommended. */
    @Test
    void whatIsBeyondALimitIsSaidToBe() {
        Recommendation advice =
                AdviceCase.usual().today("none", 16_384, 100).withinLatency(0.1).advise();

        isTheOnlyRecommendedRow(advice);
        assertThat(rows(advice)).isNotEmpty().allSatisfy(row -> assertThat(row.get("within_limits"))
                .isEqualTo("false"));
    }
}
