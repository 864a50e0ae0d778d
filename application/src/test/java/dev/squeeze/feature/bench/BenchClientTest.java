package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.ClientDrivers;
import dev.squeeze.Invocation;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other client libraries in a live comparison. */
@Tag("live")
class BenchClientTest {
    private static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    Path folder;

    @Test
    void everyClientIsAnArmWhoseRecordsAreComparedWithWhatWasSent() throws Exception {
        for (ClientProfile client : ClientProfile.values()) {
            ClientDrivers.require(client);
        }
        Path series = folder.resolve("seconds.csv");

        JsonNode document = BROKER.bench(
                        "sample:access-log",
                        "--client",
                        "java,librdkafka,franz-go,sarama",
                        "--rate",
                        "2000",
                        "--linger",
                        "50",
                        "--codecs",
                        "zstd",
                        "--client-property",
                        "sarama:Producer.Flush.Messages=10",
                        "--series",
                        series.toString(),
                        "--json")
                .document();

        assertThat(document.at("/arms")).hasSize(4);
        for (JsonNode arm : document.at("/arms")) {
            String client = arm.at("/levels/client").asText();
            assertThat(arm.at("/problems")).as(client).isEmpty();
            assertThat(arm.at("/valid").asBoolean()).as(client).isTrue();
            assertThat(arm.at("/latencies/acknowledge/n").asLong()).as(client).isPositive();
            assertThat(metric(arm, Metric.PRODUCER_CPU)).as(client).isPositive();
            assertThat(metric(arm, Metric.RATIO)).as(client).isGreaterThan(1.2);
            assertThat(metric(arm, Metric.RECORDS_PER_BATCH))
                    .as("%s: its own setting lets sarama send ten records at once", client)
                    .isBetween(1.0, client.equals("sarama") ? 20.0 : 250.0);
            assertThat(arm.at("/clients").findValuesAsText("client"))
                    .isEqualTo(client.equals("java") ? List.of() : List.of(client));
            arm.at("/clients")
                    .forEach(library ->
                            assertThat(library.path("version").asText()).matches("\\d+\\.\\d+.*"));
            assertThat(Files.readAllLines(series))
                    .as("a second with the latencies of %s", client)
                    .anySatisfy(row -> {
                        String[] cells = row.split(",");
                        assertThat(cells[1]).contains(client);
                        assertThat(Double.parseDouble(cells[10])).isPositive();
                    });
        }
    }

    private static double metric(JsonNode arm, Metric metric) {
        return arm.at("/metrics/" + metric.key() + "/estimate").asDouble(-1);
    }

    @Test
    void aDriverOfOnesOwnIsRunByItsPathAndGetsKafkasNames() throws Exception {
        String program = ClientDrivers.require(ClientProfile.LIBRDKAFKA).get(0);
        Path own = Files.writeString(folder.resolve("own"), "#!/bin/sh\nexec " + program + "\n");
        assertThat(own.toFile().setExecutable(true)).isTrue();

        JsonNode document = BROKER.bench(
                        "sample:access-log",
                        "--client",
                        "exec:" + own,
                        "--codecs",
                        "none",
                        "--client-property",
                        "exec:" + own + ":queue.buffering.max.messages=50000",
                        "--json")
                .document();

        assertThat(document.at("/arms/0/valid").asBoolean())
                .as("%s", document.at("/arms/0/problems"))
                .isTrue();
        assertThat(metric(document.at("/arms/0"), Metric.PRODUCER_CPU)).isPositive();
    }

    /** Dies when the load starts, and while its progress is queried. */
    @ParameterizedTest
    @ValueSource(strings = {"", "read start; "})
    void aDriverThatDiesEndsTheRunWithItsWords(String until) throws Exception {
        Path own = Files.writeString(
                folder.resolve("dying"),
                "#!/bin/sh\necho '{\"type\":\"hello\",\"protocol\":1,\"client\":\"dying\"}'\nread produce\n"
                        + "echo '{\"type\":\"ready\"}'\n" + until + "echo no memory left >&2\nexit 5\n");
        assertThat(own.toFile().setExecutable(true)).isTrue();

        Invocation run =
                BROKER.bench("sample:access-log", "--client", "exec:" + own, "--codecs", "none", "--rate", "1000");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("exit code 5", "no memory left").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({"sarama, Producer.MaxMessageBytes", "franz-go, ProducerBatchMaxBytes"})
    void recordsThatALibraryRefusesForTheirSizeAreNotSent(String client, String setting) throws Exception {
        ClientDrivers.require(ClientProfile.parse(client));
        String large = Files.writeString(
                        folder.resolve("large.txt"), ("a".repeat(100) + "\n").repeat(50) + "b".repeat(20_000))
                .toString();

        BROKER.bench(large, "--client", "java," + client, "--codecs", "none")
                .expectRefusal(2, client + " refuses records", "16,384 bytes); 1 of the 51", "--batch-size 20KiB");

        Invocation run = BROKER.bench(
                large, "--client", client, "--codecs", "none", "--client-property", client + ":" + setting + "=30000");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(BROKER.bench(large, "--client", client, "--codecs", "none", "--batch-size", "20KiB")
                        .code())
                .isZero();
    }

    @Test
    void whatALibraryRefusesIsSaidOnce() throws Exception {
        ClientDrivers.require(ClientProfile.LIBRDKAFKA);
        Invocation run = BROKER.bench(
                Files.writeString(folder.resolve("large.txt"), ("a".repeat(2_000) + "\n").repeat(9))
                        .toString(),
                "--client",
                "librdkafka",
                "--codecs",
                "none",
                "--topic-config",
                "max.message.bytes=1000",
                "--json");

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.document().at("/arms/0/problems/0").asText())
                .matches("[0-9,]+ records? (was|were) not accepted: librdkafka: Broker: Message size too large");
    }

    @Test
    void whatAClientCannotDoIsRefusedBeforeAnythingRuns() {
        Invocation.of("bench", "sample:access-log", "--client", "kafkajs").expectRefusal(2, "kafkajs", "librdkafka");
        Invocation.of(
                        "bench",
                        "sample:access-log",
                        "--client",
                        "sarama",
                        "--producer-property",
                        "buffer.memory=1000000")
                .expectRefusal(2, "sarama has no equivalent of buffer.memory");
        Invocation.of("bench", "sample:access-log", "--client", "librdkafka", "--codecs", "zstd:19")
                .expectRefusal(2, "levels in librdkafka are 1 to 12");
        Invocation.of("bench", "sample:access-log", "--client", "java", "--client-property", "sarama:Version=3.0.0")
                .expectRefusal(2, "--client-property");
        Invocation.of("bench", "sample:access-log", "--client", "sarama", "--find-max")
                .expectRefusal(2, "--find-max searches with Java's producer", "--client");
        Invocation.of(
                        "bench",
                        "sample:access-log",
                        "--client",
                        "exec:/bin/true",
                        "--rate",
                        "1000",
                        "--trial",
                        "20s",
                        "--abort-unless",
                        "p99<1s")
                .expectRefusal(2, "--abort-unless", "may report latencies only at the end");
    }
}
