package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.ControlC;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A survey whose topics are read by workers: its result, and how it continues if one of them, or the survey itself, is
 * killed.
 */
@Tag("live")
@Timeout(240)
@SuppressWarnings("NullAway.Init")
class SurveyWorkersTest {
    private static final int TOPICS = 5;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @TempDir
    Path folder;

    @BeforeAll
    static void produce() {
        List<byte[]> values = Records.jsonLines(1_500, "m")
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            long begin = System.currentTimeMillis() - 40L * values.size();
            for (int topic = 0; topic < TOPICS; topic++) {
                broker.create("t" + topic, 1, Map.of());
                for (int i = 0; i < values.size(); i++) {
                    producer.send(new ProducerRecord<>("t" + topic, 0, begin + i * 40L, null, values.get(i)));
                }
            }
        }
        broker.create("nothing", 1, Map.of());
    }

    private static List<String> survey(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "survey",
                "--bootstrap-server",
                broker.address(),
                "--consumer-groups",
                "30",
                "--exclude",
                "squeeze-.*"));
        words.addAll(List.of(more));
        return words;
    }

    /** Appraisals by topic, without values that vary between measurements: CPU time, and what depends on it. */
    private static Map<String, JsonNode> appraisals(JsonNode document) {
        Map<String, JsonNode> topics = new TreeMap<>();
        document.get("topics").forEach(topic -> {
            ObjectNode copy = topic.deepCopy();
            copy.remove(List.of("proposal", "reason", "outcome", "notes"));
            if (copy.get("seen") instanceof ObjectNode seen) {
                seen.remove("activeShare");
            }
            topics.put(topic.get("topic").asText(), copy);
        });
        return topics;
    }

    private static Set<String> surveyed(JsonNode document) {
        return appraisals(document).keySet();
    }

    private static Set<String> all() {
        Set<String> names = new TreeSet<>(Set.of("nothing"));
        for (int topic = 0; topic < TOPICS; topic++) {
            names.add("t" + topic);
        }
        return names;
    }

    @Test
    void topicsOfAWorkerThatIsKilledGoToTheOtherAndEachIsWhatOneProcessFinds() throws Exception {
        JsonNode alone = ResultSchema.parse(
                LiveRun.start(survey("--json")).end().expectDone().out());
        Invocation ended;
        Process victim;
        try (Workers workers = new Workers()) {
            victim = workers.startProcess(folder, broker.address(), "shared");
            LiveRun run = LiveRun.start(
                            survey("--workers", "2", "--worker-group", "shared", "--max-rate", "400KiB/s", "--json"))
                    .awaitProgress("-" + victim.pid() + "-");
            workers.start(1, broker.address(), "shared");
            run.awaitProgress("-" + ProcessHandle.current().pid() + "-");
            Workers.signal(victim, "-KILL");
            ended = run.end();
        }
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        JsonNode document = ResultSchema.parse(ended.out());
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(appraisals(document)).isEqualTo(appraisals(alone));
        assertThat(document.get("pending")).isEmpty();
        assertThat(document.at("/workers/incidents").toString())
                .contains("-" + victim.pid() + "-", "sent no heartbeat", "went to others");
        int appraised = 0;
        for (JsonNode member : document.at("/workers/members")) {
            appraised += member.get("topics").asInt();
        }
        assertThat(document.at("/workers/members")).hasSize(2);
        assertThat(appraised).isEqualTo(all().size());
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-shared-"));
    }

    @Test
    void aSurveyThatIsKilledGoesOnFromWhatItKept() throws Exception {
        Path kept = folder.resolve("kept.json");
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "crash");
            List<String> words = survey("--workers", "1", "--worker-group", "crash", "--max-rate", "100KiB/s");
            words.addAll(List.of("--output", kept.toString(), "--parallel", "1"));
            List<String> command = new ArrayList<>(
                    ControlC.java("-Xmx256m", "-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze"));
            command.addAll(words);
            Process killed = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said.txt").toFile())
                    .start();
            try {
                awaitTopics(kept);
            } finally {
                killed.destroyForcibly().waitFor();
            }
            JsonNode half = ResultSchema.parse(Files.readString(kept));
            assertThat(half.get("pending")).isNotEmpty();
            Invocation ended = LiveRun.start(
                            survey("--workers", "1", "--worker-group", "crash", "--resume", kept.toString(), "--json"))
                    .end();

            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
            JsonNode whole = ResultSchema.parse(ended.out());
            assertThat(surveyed(whole)).isEqualTo(all());
            assertThat(whole.at("/scope/resumedFrom")).isEqualTo(half.at("/run/startedAt"));
            int takenOver = whole.at("/scope/resumed").asInt();
            assertThat(takenOver).isPositive();
            assertThat(whole.at("/workers/members/0/topics").asInt()).isEqualTo(all().size() - takenOver);
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-crash-"));
    }

    private static void awaitTopics(Path kept) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (System.nanoTime() < deadlineNanos) {
            if (Files.exists(kept)
                    && ResultSchema.parse(Files.readString(kept))
                            .at("/topics/0/outcome")
                            .asText("not-appraised")
                            .matches("change|leave-it")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(kept).as("what the survey keeps on the way").exists();
    }

    @Test
    void withoutAWorkerTheWayToStartOneIsShown() {
        Invocation ended = LiveRun.start(survey("--workers", "1", "--worker-group", "nobody", "--worker-timeout", "5s"))
                .end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err())
                .contains("no worker joined group nobody within 5 s", "squeeze worker --bootstrap-server");
        assertThat(ended.out()).contains(TOPICS + 1 + " not reached", "--resume FILE.json");
        Invocation.of(survey("--worker-group", "x").toArray(String[]::new))
                .expectRefusal(ExitCode.USAGE, "--worker-group belongs to --workers");
    }
}
