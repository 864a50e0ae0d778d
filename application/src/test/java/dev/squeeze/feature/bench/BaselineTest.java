package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.feature.bench.ComparisonInfo.Outcome;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live run against an earlier one. */
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
        // As arms were named before lz4's fast compressor got a name of its own.
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
        assertThat(document.at("/comparability/reasons/0").asText()).startsWith("a single round shows no spread");
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
        // A change beyond the bound, known; one that repeating may show; one within the bound.
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
