package dev.squeeze.feature.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.OutputFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("live")
@Timeout(900)
@SuppressWarnings("NullAway.Init")
class CalibrateCommandTest {
    /** One calibration for all tests, since it takes a minute. */
    @TempDir
    static Path calibrated;

    private static Path file;
    private static Invocation calibration;

    @TempDir
    Path folder;

    @BeforeAll
    static void calibrate() {
        file = calibrated.resolve("calibration.json");
        calibration = Invocation.of(
                "calibrate", "--rounds", "1", "--trial", "200ms", "--budget", "10s", "--calibration", file.toString());
    }

    @Test
    void costsOfARealBrokerAndItsClientsAreWrittenWhereTheyAreLookedFor() throws Exception {
        assertThat(calibration.code()).as(calibration.err()).isEqualTo(ExitCode.DONE);
        assertThat(calibration.out()).contains("CPU by role", "zstd:3, moderate rate", "of the cores");
        JsonNode document = ResultSchema.parse(Files.readString(file));
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.get("loads")).hasSizeGreaterThan(15).allSatisfy(load -> {
            assertThat(load.at("/perSecond/records").asDouble()).isPositive();
            assertThat(load.get("measuredCores")).hasSize(5);
        });
        // On any machine, the fixed cost of a role is below one core.
        JsonNode roles = document.at("/machine/roles");
        assertThat(roles).hasSize(5).allSatisfy(role -> assertThat(
                        role.at("/nanos/second").asDouble())
                .isLessThan(1e9));
        assertThat(document.at("/machine/saturation").asDouble()).isBetween(0.05, 1.1);
        assertThat(document.at("/machine/saturationCompressing").asDouble()).isBetween(0.05, 1.1);
        assertThat(calibration.out().replaceAll("\\s+", " "))
                .containsPattern("% of the cores \\(\\d+ to \\d+, \\d+ loads\\) without a codec");
    }

    @Test
    void aVerificationPredictsCpuTimesFromItAndRunsSomeOfItsLoadsAgain() throws Exception {
        Path json = folder.resolve("advice.json");
        Invocation run = Invocation.of(
                        "advise",
                        "sample:access-log",
                        "--producers",
                        "2",
                        "--rate",
                        "1000",
                        "--codecs",
                        "zstd:1",
                        "--budget",
                        "1s",
                        // These flags allow no other linger.ms, so only today's settings and the recommended ones run
                        // live.
                        "--current",
                        "linger.ms=10",
                        "--max-latency",
                        "20ms",
                        "--calibration",
                        file.toString(),
                        "--verify",
                        "--verify-budget",
                        "12s",
                        "--output",
                        json.toString())
                .expectDone();

        JsonNode verification = ResultSchema.parse(Files.readString(json)).path("verification");
        JsonNode drift = verification.path("drift");
        assertThat(drift.path("loads").asInt()).isEqualTo(5);
        assertThat(drift.path("work").asDouble()).isBetween(0.05, 20.0);
        assertThat(drift.path("wakeUp").asDouble()).isBetween(0.05, 20.0);
        assertThat(drift.path("references"))
                .hasSize(25)
                .allSatisfy(
                        one -> assertThat(one.path("wakeUpShare").asDouble()).isBetween(0.0, 1.0))
                .anySatisfy(
                        one -> assertThat(one.path("wakeUpShare").asDouble()).isPositive());
        assertThat(verification.path("runs").findValuesAsText("metric"))
                .contains("producer-cpu", "broker-cpu", "consumer-cpu", "highest-rate");
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("Change since calibration: CPU per unit of work", "5 of the calibration's loads");
    }

    /**
     * A complete calibration of another client would take as long again; VerifyClientTest checks the figures behind it.
     */
    @Test
    void aCalibrationOfAnotherClientPredictsItsProducersAndNoOthers() throws Exception {
        Path franzGo = Files.writeString(
                folder.resolve("franz-go.json"), OutputFormat.JSON.render(CalibrateFixtures.ofAnotherClient()));
        assertThat(advised(franzGo, "franz-go").expectDone().out().replaceAll("\\s+", " "))
                .contains("CPU is predicted with " + franzGo);
        assertThat(advised(file, "franz-go").err())
                .contains("is a calibration of --client java", "squeeze calibrate --client franz-go");
    }

    private static Invocation advised(Path calibration, String client) {
        return Invocation.of(
                "advise",
                "sample:access-log",
                "--client",
                client,
                "--rate",
                "2000",
                "--codecs",
                "zstd:3",
                "--budget",
                "1s",
                "--details",
                "--calibration",
                calibration.toString());
    }

    @Test
    void interruptedItWritesNoFileAndLeavesNoBroker() throws Exception {
        Path none = folder.resolve("calibration.json");
        var before = LiveRun.brokers();
        LiveRun run = LiveRun.start(java.util.List.of("calibrate", "--budget", "10s", "--calibration", none.toString()))
                .awaitProgress("warming up, ");
        TimeUnit.MILLISECONDS.sleep(300);
        run.interrupt();

        Invocation ended = run.end();

        assertThat(ended.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.err()).contains("nothing was written to " + none);
        assertThat(none).doesNotExist();
        assertThat(LiveRun.brokersSince(before)).isEmpty();
    }

    @Test
    void mistakesAreReportedBeforeAnythingIsMeasured() {
        assertThat(Invocation.of("calibrate", "--budget", "5s").err())
                .contains("--budget must be at least 10s, got 5s");
        assertThat(Invocation.of("calibrate", "--rounds", "0").err()).contains("--rounds must be at least 1, got 0");
        assertThat(Invocation.of("calibrate", "--trial", "10h").err())
                .contains("--trial must be between 200ms and 1m, got 10h");
        assertThat(Invocation.of(
                                "calibrate",
                                "--calibration",
                                folder.resolve("no/where.json").toString())
                        .err())
                .contains("--calibration", "there is no folder");
    }
}
