package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.SleepsOnce;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a run does on a cluster, and what remains there. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class BenchClusterTest {
    private static final int RECORDS = 300;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(RECORDS, "m"));
    }

    @Test
    void onlyTopicsWithOurPrefixAreCreatedAndAllAreDeleted() throws Exception {
        LiveRun run = LiveRun.start(broker.arguments(source, "--topics", "2", "--threshold", "ratio>1"));
        Set<String> seen = new TreeSet<>();
        run.awaitProgress("round 1, ");
        while (seen.size() < 2) {
            seen.addAll(broker.topics());
            TimeUnit.MILLISECONDS.sleep(20);
        }
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        assertThat(ended.out()).containsPattern("(?m)^ +ratio>1 +lz4 .* met$");
        assertThat(seen).allSatisfy(topic -> assertThat(topic).startsWith("squeeze-bench-"));
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void aThresholdThatIsMissedIsExitCodeThree() {
        Invocation ended = broker.bench(source, "--threshold", "ratio>1000", "--threshold", "records-per-second>0");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(ended.out())
                .containsPattern("(?m)^  ratio>1000 +lz4 .* MISSED$")
                .containsPattern("(?m)^  records-per-second>0 +lz4 .* met$");
    }

    @Test
    void controlCInTheMiddlePrintsWhatIsThereAndLeavesNoTopic() throws Exception {
        Path json = folder.resolve("x.json");
        LiveRun run = LiveRun.start(broker.arguments(source, "--rounds", "40", "--output", json.toString()))
                .awaitProgress("round 2, ");
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).contains("The run was interrupted", "Throughput");
        assertThat(ResultSchema.parse(Files.readString(json))
                        .at("/plan/interrupted")
                        .asBoolean())
                .isTrue();
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void controlCWithBrokersOfOurOwnLeavesNoProcessAndNoFolder() throws Exception {
        Map<Long, Path> before = LiveRun.brokers();
        LiveRun run = LiveRun.start(LiveRun.shortest(source, "--rounds", "40")).awaitProgress("warming up, ");
        Map<Long, Path> brokers = LiveRun.brokersSince(before);
        assertThat(brokers).hasSize(1);
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).contains("The run was interrupted").doesNotContain("Throughput");
        assertThat(LiveRun.brokersSince(before)).isEmpty();
        assertThat(brokers.values()).allSatisfy(left -> assertThat(left).doesNotExist());
    }

    @Test
    void aSearchThatIsInterruptedPrintsWhatItKnowsAndLeavesNoTopic() throws Exception {
        List<String> args = new ArrayList<>(List.of("bench", source, "--find-max", "--trial", "2s", "--codecs", "lz4"));
        args.addAll(List.of("--partitions", "2", "--bootstrap-server", broker.address()));
        LiveRun run = LiveRun.start(args).awaitProgress("searching, ");
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).contains("The run was interrupted", "Highest sustained rate");
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void aConsumerReadsKeysValuesTimestampsAndOrderOfTheSource() throws Exception {
        Invocation ended = broker.bench(
                source,
                "--keep-topics",
                "--rounds",
                "2",
                "--key-field",
                "/user/id",
                "--timestamp-field",
                "/at",
                "--rate",
                "3000",
                "--topic-config",
                "compression.type=producer");
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        Set<String> kept = broker.topics();
        try {
            assertThat(kept).as("that of the last trial").hasSize(1);
            holdsTheSourceOverAndOver(kept.iterator().next());
        } finally {
            broker.delete(kept);
        }
    }

    private void holdsTheSourceOverAndOver(String topic) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        Map<String, Integer> positions = new HashMap<>();
        for (String line : Files.readAllLines(Path.of(source))) {
            positions.put(line, lines.size());
            lines.add(ResultSchema.parse(line));
        }
        Set<Integer> found = new TreeSet<>();
        for (int partition = 0; partition < 2; partition++) {
            List<Integer> order = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : broker.read(topic, partition)) {
                String value = new String(record.value(), StandardCharsets.UTF_8);
                assertThat(positions).containsKey(value);
                int position = positions.getOrDefault(value, -1);
                JsonNode line = lines.get(position);
                assertThat(new String(record.key(), StandardCharsets.UTF_8))
                        .isEqualTo(line.at("/user/id").asText());
                assertThat(record.timestamp()).isEqualTo(line.at("/at").asLong());
                order.add(position);
            }
            List<Integer> once = new ArrayList<>(new TreeSet<>(order));
            assertThat(found).doesNotContainAnyElementsOf(once);
            found.addAll(once);
            // The second round starts at a different position of the source.
            int first = once.indexOf(order.get(0));
            for (int i = 0; i < order.size(); i++) {
                assertThat(order.get(i))
                        .as("place %d of partition %d", i, partition)
                        .isEqualTo(once.get((first + i) % once.size()));
            }
        }
        assertThat(found).hasSize(RECORDS);
    }

    @Test
    void anOpenLoopKeepsItsRateAndLatencyEndToEndNeedsAcknowledgements() {
        Invocation ended = broker.bench(source, "--rate", "2000", "--acks", "all,0", "--json");
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode arms = ResultSchema.parse(ended.out()).at("/arms");

        // Half a second, or longer on a busy machine: late records count too.
        assertThat(arms).hasSize(2).allSatisfy(arm -> assertThat(
                        arm.at("/latencies/acknowledge/n").asLong())
                .isBetween(990L, 1_600L));
        assertThat(arms.at("/0/latencies/end-to-end/n").asLong()).isBetween(800L, 1_600L);
        assertThat(arms.at("/1/latencies").has("end-to-end")).isFalse();
        assertThat(arms.at("/1/metrics").has("e2e-p50")).isFalse();
    }

    @Test
    void aStallIsChargedToEveryRecordThatItDelayed() {
        Invocation ended = broker.bench(
                source,
                "--rate",
                "2000",
                "--trial",
                "2s",
                "--json",
                "--producer-property",
                "interceptor.classes=" + SleepsOnce.class.getName());
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode arm = ResultSchema.parse(ended.out()).at("/arms/0");

        assertThat(arm.at("/metrics/ack-max/estimate").asDouble()).isGreaterThanOrEqualTo(SleepsOnce.MILLIS);
        // 1000 of 4000 records were due during the stall and waited from 0 to 500 ms: a tenth waited for 300 or more.
        assertThat(millisAt(arm.at("/latencies/acknowledge"), 90)).isGreaterThan(250);
        assertThat(millisAt(arm.at("/latencies/end-to-end"), 90)).isGreaterThan(250);
        assertThat(millisAt(arm.at("/latencies/send"), 90))
                .as("one call alone took long")
                .isLessThan(150);
    }

    private static double millisAt(JsonNode distribution, double percentile) {
        for (JsonNode one : distribution.at("/percentiles")) {
            if (one.at("/percentile").asDouble() == percentile) {
                return one.at("/millis").asDouble();
            }
        }
        throw new AssertionError("no percentile " + percentile + " in " + distribution);
    }
}
