package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench --raw}: prepared batches on a real broker. */
@Timeout(180)
class BenchRawTest {
    private static final int BATCH_BYTES = 16 << 10;

    @Tag("live")
    @Test
    void batchesAreCutSoThatCompressedTheyComeToTheBatchSize() {
        JsonNode document = raw("--codecs", "none,zstd:3,gzip", "--acks", "1", "--partitions", "4");

        assertThat(document.at("/plan/mode").asText()).isEqualTo("raw");
        assertThat(document.at("/arms")).hasSize(3);
        for (JsonNode arm : document.at("/arms")) {
            assertThat(arm.at("/valid").asBoolean()).as(arm.toString()).isTrue();
            assertThat(estimate(arm, "batch-bytes")).isBetween(0.9 * BATCH_BYTES, 1.02 * BATCH_BYTES);
            assertThat(estimate(arm, "records-per-second")).isPositive();
            assertThat(estimate(arm, "broker-cpu")).isPositive();
            assertThat(estimate(arm, "consumer-records-per-second")).isPositive();
        }
        assertThat(estimate(document.at("/arms/0"), "ratio")).isBetween(0.999, 1.001);
        assertThat(estimate(document.at("/arms/1"), "ratio")).isGreaterThan(5);
        assertThat(document.at("/arms/0/levels").has("linger.ms")).isFalse();
    }

    @Tag("live")
    @Test
    void severalConnectionsSendToSeveralTopicsAndReplicasAndAreReadBesideThem() {
        // On a busy machine a short trial may end before anything was acknowledged in it; it is run again then.
        JsonNode document = besideEachOther();
        for (int again = 0; again < 2 && timed(document) == 0; again++) {
            document = besideEachOther();
        }

        assertThat(document.at("/arms")).hasSize(2);
        for (JsonNode arm : document.at("/arms")) {
            assertThat(arm.at("/problems")).as(arm.toString()).isEmpty();
            assertThat(estimate(arm, "ratio")).isGreaterThan(3);
        }
        assertThat(timed(document)).as(document.at("/arms/1").toString()).isPositive();
    }

    private JsonNode besideEachOther() {
        return raw(
                "--codecs",
                "lz4",
                "--acks",
                "0,all",
                "--producers",
                "3",
                "--topics",
                "2",
                "--partitions",
                "3",
                "--replication-factor",
                "2",
                "--consume",
                "concurrent");
    }

    /**
     * Producers at full speed may outrun the consumer so far that none of its records can be timed, which is then
     * reported.
     */
    private static double timed(JsonNode document) {
        JsonNode acknowledged = document.at("/arms/1");
        return acknowledged.at("/latencies/end-to-end/n").asDouble()
                + estimate(acknowledged, Metric.E2E_UNMATCHED.key());
    }

    @Tag("live")
    @Test
    void aBatchThatTheTopicRefusesIsAFailureThatNamesTheRemedy() {
        Invocation run = Invocation.of(arguments(
                "--codecs",
                "none",
                "--topic-config",
                "max.message.bytes=4096",
                "--partitions",
                "2",
                "--bootstrap-server",
                BrokerForTests.shared().address()));

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ResultSchema.parse(run.out()).at("/arms/0/problems").toString())
                .contains("MESSAGE_TOO_LARGE", "max.message.bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--linger 20",
                "--rate 1000",
                "--threads 2",
                "--idempotence false",
                "--producer-property buffer.memory=1000000",
                "--vary buffer.memory=1000000,2000000",
                "--find-max"
            })
    void whatOnlyAProducerHasIsRefused(String given) {
        String[] arguments = ("bench --raw sample:access-log " + given).split(" ");

        Invocation.of(arguments).expectRefusal(ExitCode.USAGE, "--raw", given.split(" ")[0]);
    }

    private static JsonNode raw(String... more) {
        Invocation run = Invocation.of(arguments(more));
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.DONE);
        return ResultSchema.parse(run.out());
    }

    private static String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "bench",
                "--raw",
                "sample:access-log",
                "--rounds",
                "1",
                "--trial",
                "500ms",
                "--budget",
                "500ms",
                "--json"));
        arguments.addAll(List.of(more));
        return arguments.toArray(new String[0]);
    }

    private static double estimate(JsonNode arm, String metric) {
        return arm.at("/metrics/" + metric + "/estimate").asDouble();
    }
}
