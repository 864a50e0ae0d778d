package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rates that change during a trial, its figures for each second, and its early end. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class BenchStagesTest {
    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(300, "m"));
    }

    @Test
    void aTrialGoesThroughItsStagesAndEachSecondIsARow() throws Exception {
        Path series = folder.resolve("seconds.csv");
        Invocation ended = run("--stages", "2s:200-800,4s:800", "--series", series.toString(), "--json");

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode result = ResultSchema.parse(ended.out());
        assertThat(result.at("/plan/stages/0/toRecordsPerSecond").asDouble()).isEqualTo(800);
        assertThat(result.at("/plan/stages/1/seconds").asDouble()).isEqualTo(4);
        assertThat(result.at("/plan/rounds").asInt()).isEqualTo(1);
        assertThat(result.at("/arms/0/settings/rateRecordsPerSecond").asDouble())
                .isCloseTo(700, within(1e-6));

        List<CSVRecord> rows = rows(series);
        assertThat(rows).hasSizeBetween(4, 7);
        assertThat(number(rows.get(0), "due_records_per_second")).isBetween(200.0, 600.0);
        assertThat(number(rows.get(rows.size() - 1), "due_records_per_second")).isCloseTo(800, within(20.0));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.get("arm")).isEqualTo("lz4");
            assertThat(number(row, "failed_records")).isZero();
            assertThat(number(row, "p99_ms")).isGreaterThanOrEqualTo(number(row, "p50_ms"));
            assertThat(number(row, "wire_bytes_per_second")).isPositive();
        });
    }

    @Test
    void aTrialThatTheUserEndsIsKeptAndMarked() throws Exception {
        LiveRun run = LiveRun.start(broker.arguments(
                        source, "--rate", "500", "--trial", "60s", "--rounds", "1", "--consume", "after", "--json"))
                .awaitProgress("round 1, lz4");
        Thread.sleep(4_000);
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.INTERRUPTED);
        JsonNode result = ResultSchema.parse(ended.out());
        JsonNode arm = result.at("/arms/0");
        assertThat(result.at("/plan/interrupted").asBoolean()).isTrue();
        assertThat(arm.at("/valid").asBoolean()).as("%s", arm.at("/problems")).isTrue();
        assertThat(arm.at("/interruptedAfterSeconds").asDouble()).isBetween(2.0, 30.0);
        assertThat(arm.at("/metrics/records-per-second/estimate").asDouble()).isBetween(400.0, 600.0);
        assertThat(arm.at("/latencies/acknowledge/n").asLong()).isGreaterThan(500);
        assertThat(result.at("/notes").toString()).contains("lz4: its trial was interrupted after", "not compared");
    }

    @Test
    void whatMissesADemandForSecondsInARowEndsTheRunAndKeepsItsFigures() throws Exception {
        Path json = folder.resolve("x.json");
        Invocation ended = run(
                "--stages",
                "80s:500",
                "--abort-unless",
                "p50<0.001ms",
                "--codecs",
                "lz4,zstd",
                "--output",
                json.toString());

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(ended.out()).contains("p50<0.001ms was missed for 5 seconds in a row", "Throughput");
        JsonNode result = ResultSchema.parse(Files.readString(json));
        String arm = result.at("/plan/aborted/arm").asText();
        assertThat(result.at("/plan/aborted/value").asDouble()).isGreaterThan(0.001);
        for (JsonNode one : result.at("/arms")) {
            assertThat(one.at("/valid").asBoolean())
                    .isEqualTo(one.at("/label").asText().equals(arm));
        }
        assertThat(broker.topics()).isEmpty();
    }

    private Invocation run(String... more) {
        List<String> args = new ArrayList<>(List.of("bench", source, "--partitions", "2", "--budget", "500ms"));
        args.addAll(List.of("--bootstrap-server", broker.address()));
        args.addAll(List.of(more));
        if (!args.contains("--codecs")) {
            args.addAll(List.of("--codecs", "lz4"));
        }
        return LiveRun.start(args).end();
    }

    private static List<CSVRecord> rows(Path file) throws Exception {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
            return parser.getRecords();
        }
    }

    private static double number(CSVRecord row, String column) {
        return Double.parseDouble(row.get(column));
    }
}
