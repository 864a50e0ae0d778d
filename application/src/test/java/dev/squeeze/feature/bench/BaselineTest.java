package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.feature.bench.ComparisonInfo.Outcome;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live run compared with an earlier one. */
class BaselineTest {
    @TempDir
    Path folder;

    @Test
    @Tag("live")
    void aRunIsComparedWithAnEarlierOneAndAThresholdOnTheChangeDecidesTheExitCode() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        String first = folder.resolve("first.json").toString();
        assertThat(run(broker, "--codecs", "lz4", "--output", first).code()).isEqualTo(ExitCode.DONE);
        Path file = Path.of(first);
        String named = Files.readString(file);
        assertThat(named).contains("\"lz4\"");
        // The arm's name before lz4's fast compressor got a separate name.
        Files.writeString(file, named.replace("\"lz4\"", "\"lz4:9\""));

        Invocation again = run(
                broker,
                "--codecs",
                "lz4,none",
                "--baseline",
                first,
                "--threshold",
                "ratio>-50%",
                "--threshold",
                "records/s<-99%",
                "--json");

        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        JsonNode document = again.document();
        assertThat(document.at("/baseline/name").asText()).isEqualTo(first);
        assertThat(document.at("/baseline/missing")).hasSize(1);
        assertThat(document.at("/baseline/conditionDifferences")).isEmpty();
        assertThat(document.at("/baseline/changes"))
                .isNotEmpty()
                .allSatisfy(change -> assertThat(change.get("arm").asText()).isEqualTo("lz4"));
        assertThat(document.at("/thresholds")).hasSize(4);
        assertThat(document.at("/thresholds/0/met").asBoolean()).isTrue();
        assertThat(document.at("/thresholds/1/met").asBoolean())
                .as("an arm that the earlier run does not have")
                .isFalse();
        assertThat(document.at("/thresholds/2/met").asBoolean()).isFalse();
        assertThat(document.at("/comparability/level").asText()).isEqualTo("not-comparable");
        assertThat(document.at("/comparability/reasons/0").asText())
                .isEqualTo("a single round gives no intervals (raise --rounds)");
        assertThat(document.at("/notes").toString())
                .as("--budget bounds the warm-up where --rounds is given")
                .doesNotContain("budget");
    }

    /** Throughput of a closed loop is not compared with that at a rate, and 0 before and now is no change. */
    @Test
    @Tag("live")
    void onlyFiguresOfTheSameKindOfLoadAreCompared() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        String closed = folder.resolve("closed.json").toString();
        assertThat(run(broker, "--codecs", "lz4", "--rate", "max", "--output", closed)
                        .code())
                .isEqualTo(ExitCode.DONE);

        Invocation paced = run(
                broker,
                "--codecs",
                "lz4",
                "--rate",
                "500",
                "--baseline",
                closed,
                "--threshold",
                "retries<+10%",
                "--threshold",
                "p99<+900%",
                "--json");

        JsonNode document = ResultSchema.parse(paced.out());
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.at("/baseline/changes").findValuesAsText("metric"))
                .contains("ratio", "retries")
                .doesNotContain("records-per-second", "ack-p99");
        assertThat(document.at("/baseline/conditionDifferences/0").asText())
                .startsWith("different load of lz4: closed loop, 1 producer of 1 thread,");
        assertThat(document.at("/thresholds/0/met").asBoolean()).isTrue();
        assertThat(document.at("/thresholds/1/met").asBoolean()).isFalse();
        assertThat(paced.code()).as(paced.err()).isEqualTo(ExitCode.THRESHOLD_MISSED);
    }

    private static Invocation run(BrokerForTests broker, String... more) {
        return broker.bench("sample:access-log", more);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lz4:9 | lz4 | true",
                "zstd | zstd:3 | true",
                "gzip:-1 | gzip:6 | true",
                "lz4:9, batch.size=16384 | lz4, batch.size=16384 | true",
                "client=sarama, lz4:9 | client=sarama, lz4 | true",
                "lz4:8 | lz4 | false",
                "zstd:9 | lz4 | false",
                "lz4, linger.ms=9 | lz4, linger.ms=5 | false"
            })
    void armsAreTheSameWhoseCodecAndLevelAre(String then, String now, boolean same) {
        assertThat(ArmNames.areSame(then, now)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({
        // A significant change beyond the threshold, one within run-to-run variation, and one within the threshold.
        "-0.06, -0.08, -0.04, false",
        "-0.06, -0.30, 0.20, true",
        "-0.03, -0.04, -0.02, true",
        "0.30, 0.20, 0.40, true"
    })
    void onlyAChangeThatIsKnownMissesAThreshold(double change, double low, double high, boolean met) {
        BaselineInfo.ChangeInfo info = new BaselineInfo.ChangeInfo(
                "zstd", "records-per-second", 100, 94, change, OptionalDouble.of(low), OptionalDouble.of(high));

        assertThat(info.meets(Threshold.parse("records/s>-5%"))).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({
        // Intervals that reach 0 are wide, but still intervals of several rounds.
        "10, -2, 22, 15, 14, 16, false, -0.32, ",
        "10, 9, 11, 5, -1, 11, false, -1.0, 0.11",
        "10, 9, 11, 30, 28, 32, true, 1.67, 2.39"
    })
    void anIntervalThatReachesZeroIsStillOne(
            double before,
            double low,
            double high,
            double now,
            double lowNow,
            double highNow,
            boolean known,
            double lowChange,
            @Nullable Double highChange) {
        BaselineInfo.ChangeInfo change = BaselineComparison.change(
                        figure(now, lowNow, highNow), figure(before, low, high))
                .orElseThrow();

        assertThat(change.isSignificant()).isEqualTo(known);
        assertThat(change.low()).hasValueCloseTo(lowChange, within(0.05));
        assertThat(change.high().isPresent()).isEqualTo(highChange != null);
        assertThat(change.meets(Threshold.parse("p99<+1%"))).isEqualTo(!known);
    }

    private static Figure figure(double estimate, double low, double high) {
        return new Figure(
                "zstd", "ack-p99", "zstd: p99", Observed.of(new ConfidenceInterval(estimate, low, high, 3, false)));
    }

    @Test
    void aSingleRoundDecidesByItself() {
        BaselineInfo.ChangeInfo single = new BaselineInfo.ChangeInfo(
                "zstd", "records-per-second", 100, 94, -0.06, OptionalDouble.empty(), OptionalDouble.empty());

        assertThat(single.meets(Threshold.parse("records/s>-5%"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1.31, 1.24, 1.38, true, DIFFERENT",
        "1.004, 1.001, 1.007, false, BELOW_MIN_EFFECT",
        "1.001, 0.995, 1.008, false, BELOW_MIN_EFFECT",
        "1.05, 0.90, 1.23, false, NOT_DETECTED",
        "1.71, 0.01, 347.58, false, INCONCLUSIVE"
    })
    void whatAComparisonComesTo(double ratio, double low, double high, boolean difference, Outcome expected) {
        ComparisonInfo comparison =
                new ComparisonInfo("a", "b", "records-per-second", ratio, low, high, 0.99, 3, difference);

        assertThat(comparison.outcome(0.02)).isEqualTo(expected);
    }
}
