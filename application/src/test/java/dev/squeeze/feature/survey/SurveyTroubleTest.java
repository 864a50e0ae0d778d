package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.engine.workers.Worker;
import dev.squeeze.engine.workers.WorkerIdentity;
import dev.squeeze.engine.workers.WorkerPlan;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.source.TopicAccess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A single topic with an unexpected failure affects neither the survey of other topics nor its workers. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class SurveyTroubleTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<String> TOPICS = List.of("deadly", "t0", "t1", "t2");
    private static final int WORKERS = 4;

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @BeforeAll
    static void produce() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<byte[]> values = Records.jsonLines(400, "m")
                    .lines()
                    .map(line -> line.getBytes(StandardCharsets.UTF_8))
                    .toList();
            long begin = System.currentTimeMillis() - 40L * values.size();
            for (String topic : TOPICS) {
                broker.create(topic, 1, Map.of());
                for (int i = 0; i < values.size(); i++) {
                    producer.send(new ProducerRecord<>(topic, 0, begin + i * 40L, null, values.get(i)));
                }
            }
        }
    }

    private static SurveyTopic topic(String name, int partitions) {
        return new SurveyTopic(
                new TopicOnCluster(
                        name,
                        partitions,
                        1,
                        1,
                        OptionalInt.empty(),
                        new Answer.Given<>(Map.of()),
                        Set.of(),
                        new Answer.Given<>(1)),
                OptionalLong.empty());
    }

    private static Survey survey(SurveyListener listener) {
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        return new Survey(
                cluster,
                new TopicAccess(cluster.connection(), TIMEOUT, 1 << 20, TopicAccess.DEFAULT_RATE, 1),
                new GivenBasis(1 << 20, 1, GivenWorkload.NOTHING, 100, PriceList.read("aws")),
                CpuCosts.ofReference(ClientProfile.JAVA),
                Instant.now(),
                listener);
    }

    private static SurveyListener into(Map<String, TopicAppraisal> done, Optional<RuntimeException> thrown) {
        return new SurveyListener() {
            @Override
            public void done(TopicAppraisal appraisal) {
                done.put(appraisal.topic(), appraisal);
                thrown.ifPresent(failure -> {
                    throw failure;
                });
            }

            @Override
            public boolean stopRequested() {
                return false;
            }
        };
    }

    @Test
    void aTopicThatCannotBeAppraisedIsARowAndTheOthersGoOn() {
        Map<String, TopicAppraisal> done = new ConcurrentHashMap<>();

        // A topic cannot have zero partitions, so its workload cannot be computed.
        Optional<String> ended = survey(into(done, Optional.empty()))
                .run(List.of(topic("t0", 1), topic("deadly", 0), topic("t1", 1), topic("t2", 1)), 1);

        assertThat(ended).isEmpty();
        assertThat(done).containsOnlyKeys(TOPICS);
        assertThat(done.get("deadly")).satisfies(row -> {
            assertThat(row.outcome()).isEqualTo(TopicAppraisal.Outcome.NOT_APPRAISED);
            assertThat(row.reason().orElseThrow())
                    .startsWith("unexpected: java.lang.IllegalArgumentException: partitions");
        });
        assertThat(done.get("t2").outcome()).isNotEqualTo(TopicAppraisal.Outcome.NOT_APPRAISED);
    }

    @Test
    void whatIsNoTopicsFaultEndsTheSurvey() {
        Map<String, TopicAppraisal> done = new ConcurrentHashMap<>();
        Survey survey = survey(into(done, Optional.of(new ClusterException("the disk is full"))));

        assertThatThrownBy(() -> survey.run(List.of(topic("t0", 1), topic("t1", 1)), 1))
                .isInstanceOf(ClusterException.class);
        assertThat(done).hasSize(1);
    }

    @Test
    void aTopicThatEndsTheWorkOfWorkersEndsNotThatOfAll() {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> workers = new ArrayList<>();
        try {
            for (int i = 0; i < WORKERS; i++) {
                RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
                WorkerPlan plan = new WorkerPlan(
                        cluster,
                        cluster,
                        Optional.empty(),
                        new ControlTopics("frail"),
                        WorkerIdentity.own(),
                        Optional.empty(),
                        TIMEOUT);
                Worker worker = new Worker(plan, List.of(new FrailKind()), line -> {}, over::get);
                Thread thread = DaemonThreads.create(worker::run, "frail-worker-" + i);
                thread.start();
                workers.add(thread);
            }
            Invocation ended = LiveRun.start(List.of(
                            "survey",
                            "--bootstrap-server",
                            broker.address(),
                            "--exclude",
                            "squeeze-.*",
                            "--parallel",
                            "1",
                            "--workers",
                            String.valueOf(WORKERS),
                            "--worker-group",
                            "frail",
                            "--worker-timeout",
                            "10s",
                            "--json"))
                    .end();

            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
            JsonNode document = ResultSchema.parse(ended.out());
            Map<String, String> reasons = new HashMap<>();
            document.get("topics")
                    .forEach(topic -> reasons.put(
                            topic.get("topic").asText(), topic.get("reason").asText()));
            assertThat(reasons)
                    .containsOnlyKeys(TOPICS)
                    .containsEntry("deadly", "3 workers were lost, or failed, while they had it")
                    .containsEntry("t0", "seen");
        } finally {
            over.set(true);
            workers.forEach(SurveyTroubleTest::join);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers at once, except for one topic that ends its work. */
    private static final class FrailKind implements WorkKind {
        @Override
        public String name() {
            return SurveyTask.KIND;
        }

        @Override
        public Work open(JsonNode task, WorkPlace place) {
            return new Work() {
                @Override
                public void order(String order, JsonNode body) {
                    SurveyTopic topic =
                            SurveyTask.Topic.of(body.path(SurveyWork.TOPIC)).topic();
                    if (topic.name().equals("deadly")) {
                        DaemonThreads.start(() -> breakLater(place), "frail-work");
                    } else {
                        ObjectNode answer = JsonNodeFactory.instance.objectNode();
                        answer.set(SurveyWork.APPRAISAL, ResultJson.tree(TopicAppraisal.none(topic, "seen")));
                        place.answer(SurveyWork.APPRAISED + topic.name(), answer);
                    }
                }

                @Override
                public ObjectNode progress() {
                    return JsonNodeFactory.instance.objectNode();
                }

                @Override
                public void close() {}
            };
        }

        /** Waits until the worker has answered everything else it has. */
        private static void breakLater(WorkPlace place) {
            try {
                TimeUnit.SECONDS.sleep(1);
                place.answer(
                        SurveyWork.BROKEN,
                        JsonNodeFactory.instance.objectNode().put(SurveyWork.REASON, "out of memory"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void topicsThatEndEarlyAreToldWithTheirReasonWhenTheClusterGoes() throws Exception {
        try (BrokerForTests other = new BrokerForTests()) {
            List<String> words = new ArrayList<>();
            other.create("a", 1, Map.of());
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", other.address()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                for (int i = 0; i < 2_000; i++) {
                    producer.send(new ProducerRecord<>("a", null, i * 100L, null, Records.randomBytes(500)));
                }
            }
            words.addAll(List.of("survey", "--bootstrap-server", other.address(), "--max-rate", "20KiB/s"));
            LiveRun run = LiveRun.start(words).awaitProgress("surveying");
            TimeUnit.MILLISECONDS.sleep(500);
            other.kill();
            Invocation ended = run.end();

            assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err()).contains("squeeze: the survey ended early: the cluster no longer answers");
            assertThat(ended.out()).contains("1 not reached", "The survey ended early");
        }
    }
}
