package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.ClientDrivers;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.engine.predict.ClientProfile;
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

/** Workers can send everything that bench can: stages, a search, gateways, and other clients. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class WorkerLoadsTest {
    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(1_000, "m"));
    }

    private JsonNode bench(String group, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("bench", source, "--workers", "2", "--worker-group", group, "--json"));
        words.addAll(List.of("--bootstrap-server", broker.address(), "--partitions", "2"));
        words.addAll(List.of(more));
        try (Workers workers = new Workers()) {
            workers.start(2, broker.address(), group);
            Invocation ended = LiveRun.start(words).end();
            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            return ResultSchema.parse(ended.out());
        }
    }

    @Test
    void workersGoThroughStagesTogetherAndEachSecondIsARowWithTheirLatencies() throws Exception {
        Path series = folder.resolve("seconds.csv");
        JsonNode result = bench(
                "stages",
                "--codecs",
                "lz4",
                "--stages",
                "2s:200-800,4s:800",
                "--series",
                series.toString(),
                "--consume",
                "concurrent",
                "--consumers",
                "3");

        JsonNode arm = result.at("/arms/0");
        assertThat(arm.at("/valid").asBoolean()).isTrue();
        assertThat(arm.at("/metrics/records-per-second/estimate").asDouble()).isBetween(650.0, 820.0);
        assertThat(arm.at("/metrics/consumer-records-per-second/estimate").asDouble())
                .isPositive();
        assertThat(arm.at("/metrics/consumer-cpu/estimate").asDouble()).isPositive();
        assertThat(result.at("/cluster/workers/shares")).hasSize(2);
        List<CSVRecord> rows = rows(series);
        assertThat(rows).hasSizeBetween(4, 8);
        assertThat(number(rows.get(rows.size() - 1), "due_records_per_second")).isCloseTo(800, within(20.0));
        assertThat(rows.subList(1, rows.size())).allSatisfy(row -> {
            assertThat(number(row, "p99_ms")).isGreaterThanOrEqualTo(number(row, "p50_ms"));
            assertThat(number(row, "wire_bytes_per_second")).isPositive();
        });
    }

    private static List<CSVRecord> rows(Path file) throws Exception {
        try (CSVParser parser = CSVParser.parse(
                Files.readString(file, StandardCharsets.UTF_8),
                CSVFormat.DEFAULT
                        .builder()
                        .setHeader()
                        .setSkipHeaderRecord(true)
                        .get())) {
            return parser.getRecords();
        }
    }

    private static double number(CSVRecord row, String column) {
        return Double.parseDouble(row.get(column));
    }

    @Test
    void theHighestRateOfWorkersIsFoundAndWhatEachDidAtItIsShown() throws Exception {
        JsonNode result = bench(
                "search",
                "--find-max",
                "--trial",
                "2s",
                "--budget",
                "25s",
                "--codecs",
                "lz4",
                "--max-latency",
                "5s",
                "--bracket",
                "50");

        JsonNode search = result.at("/searches/0");
        assertThat(search.at("/problems")).isEmpty();
        assertThat(search.at("/closedLoopRecordsPerSecond").asDouble()).isPositive();
        assertThat(search.at("/steps")).isNotEmpty();
        assertThat(result.at("/cluster/workers/shares"))
                .as("what each did at the rate that was found")
                .hasSize(2);
    }

    @Test
    void eachWorkerSendsThroughAGatewayOfItsOwn() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        JsonNode result = bench(
                "gateways",
                "--gateway",
                "--connections",
                "5",
                "--rate",
                "300",
                "--codecs",
                "lz4",
                "--trial",
                "500ms",
                "--budget",
                "500ms",
                "--rounds",
                "1",
                "--consume",
                "after",
                "--consumer-groups",
                "2");

        JsonNode arm = result.at("/arms/0");
        assertThat(arm.at("/problems")).isEmpty();
        assertThat(arm.at("/metrics/consumer-records-per-second/estimate").asDouble())
                .isPositive();
        assertThat(arm.at("/metrics/service-cpu/estimate").asDouble()).isPositive();
        assertThat(result.at("/cluster/service/connections").asInt()).isEqualTo(5);
        assertThat(result.at("/cluster/workers/shares").findValuesAsText("producers"))
                .containsExactly("2", "3");
        assertThat(result.at("/cluster/workers/shares"))
                .allSatisfy(
                        share -> assertThat(share.at("/serviceCpu").asDouble()).isPositive());
        assertThat(ProcessHandle.current().children().filter(child -> !before.contains(child)))
                .as("gateways end with the run")
                .isEmpty();
    }

    @Test
    void otherClientsSendFromWorkersThroughTheirDrivers() throws Exception {
        for (ClientProfile client : ClientProfile.values()) {
            ClientDrivers.require(client);
        }
        JsonNode result = bench(
                "clients",
                "--client",
                "java,librdkafka,franz-go,sarama",
                "--rate",
                "1000",
                "--trial",
                "1s",
                "--budget",
                "4s",
                "--rounds",
                "1",
                "--codecs",
                "zstd",
                "--client-property",
                "sarama:Producer.Flush.Messages=10");

        assertThat(result.at("/arms")).hasSize(4);
        for (JsonNode arm : result.at("/arms")) {
            String client = arm.at("/levels/client").asText();
            assertThat(arm.at("/problems")).as(client).isEmpty();
            assertThat(arm.at("/latencies/acknowledge/n").asLong()).as(client).isPositive();
            assertThat(arm.at("/metrics/producer-cpu/estimate").asDouble())
                    .as(client)
                    .isPositive();
        }
        for (JsonNode share : result.at("/cluster/workers/shares")) {
            boolean driven = !share.at("/arm").asText().contains("java");
            assertThat(share.has("driversCpu")).as(share.toString()).isEqualTo(driven);
        }
    }
}
