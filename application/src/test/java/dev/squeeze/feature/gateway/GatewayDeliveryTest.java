package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.feature.copy.FailsOnKey;
import dev.squeeze.feature.copy.FailsOnce;
import dev.squeeze.kit.cli.ExitCode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records that were answered with 2xx are delivered, whatever other clients send and whatever happens to other topics.
 */
@Tag("live")
@Timeout(120)
class GatewayDeliveryTest {
    private static final String FAR_FUTURE = "9999999999999";

    @RegisterExtension
    static final BrokerForTests BROKER = new BrokerForTests();

    @Test
    void aTimestampThatTheTopicDoesNotTakeIsRefusedAndHarmsNobody() throws Exception {
        BROKER.create("timestamps", 1, Map.of("message.timestamp.before.max.ms", "3600000"));
        RunningGateway gateway = RunningGateway.start(BROKER.address());
        try (GatewayClients good = GatewayClients.start(gateway, "timestamps", 4)) {
            good.awaitTaken(50);
            for (int i = 0; i < 30; i++) {
                refused(
                        gateway.post("timestamps", "late", "Kafka-Timestamp", FAR_FUTURE),
                        "message.timestamp.after.max.ms");
                refused(gateway.post("timestamps", "old", "Kafka-Timestamp", "1"), "message.timestamp.before.max.ms");
            }
            good.awaitTaken(50);
            good.end();
            expectAll(gateway.stop(), good, "timestamps");
        }
    }

    @Test
    void aTopicThatSetsTheTimeItselfTakesAnyTimestamp() throws Exception {
        BROKER.create("appended", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--ack", "broker");

        assertThat(gateway.post("appended", "x", "Kafka-Timestamp", FAR_FUTURE).statusCode())
                .isEqualTo(200);

        assertThat(gateway.stop().code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aRecordWithoutAKeyIsRefusedForACompactedTopicAndHarmsNobody() throws Exception {
        BROKER.create("compacted", 1, Map.of("cleanup.policy", "compact,delete"));
        RunningGateway gateway = RunningGateway.start(BROKER.address());
        try (GatewayClients good = GatewayClients.start(gateway, "compacted", 4, "Kafka-Key", "k")) {
            good.awaitTaken(50);
            for (int i = 0; i < 30; i++) {
                refused(gateway.post("compacted", "keyless"), "Kafka-Key");
            }
            good.awaitTaken(50);
            good.end();
            expectAll(gateway.stop(), good, "compacted");
        }
    }

    @Test
    void aRecordThatIsLargerThanItsTopicTakesUncompressedIsRefused() throws Exception {
        BROKER.create("small", 1, Map.of("max.message.bytes", "1000"));
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--ack", "broker");
        // 61 bytes of a batch and 9 of a record: length, attributes, time, offset, key, value's length, headers.
        int largest = 1000 - 61 - 9;

        HttpResponse<String> answer = gateway.post("small", new byte[largest + 1]);
        assertThat(gateway.post("small", new byte[largest]).statusCode()).isEqualTo(200);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body()).contains("max.message.bytes", "too-large");
        assertThat(gateway.stop().err()).contains("accepted 1 records, acknowledged 1, failed 0");
    }

    /**
     * The topic's settings change after the gateway has read them, so invalid records are accepted and rejected by the
     * broker.
     */
    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void recordsThatWereRefusedOnlyBecauseOfANeighbourAreSentAgain(String idempotence) throws Exception {
        String topic = "neighbours-" + idempotence;
        BROKER.create(topic, 1, Map.of());
        RunningGateway gateway = RunningGateway.start(
                BROKER.address(),
                "--producer-property",
                "enable.idempotence=" + idempotence,
                "--producer-property",
                "linger.ms=20");
        int bad = 60;
        try (GatewayClients good = GatewayClients.start(gateway, topic, 8, "Kafka-Key", "k")) {
            good.awaitTaken(50);
            alter(topic, "cleanup.policy", "compact");
            for (int i = 0; i < bad; i++) {
                assertThat(gateway.post(topic, "keyless").statusCode()).isEqualTo(202);
            }
            good.awaitTaken(50);
            good.end();

            Invocation end = gateway.stop();

            assertThat(end.err())
                    .contains(bad + " records were answered with 202 but not delivered", "InvalidRecordException (")
                    .contains(
                            "acknowledged " + String.format("%,d", good.taken().size()) + ", failed " + bad);
            assertThat(end.code()).isEqualTo(ExitCode.FAILED);
            expectExactly(good.taken(), topic);
        }
    }

    @Test
    void clientsThatWaitForTheBrokerGetTheAnswerOfTheirOwnRecord() throws Exception {
        BROKER.create("asking", 1, Map.of());
        RunningGateway gateway =
                RunningGateway.start(BROKER.address(), "--ack", "broker", "--producer-property", "linger.ms=20");
        try (GatewayClients good = GatewayClients.start(gateway, "asking", 8)) {
            good.awaitTaken(20);
            alter("asking", "message.timestamp.after.max.ms", "1000");
            String soon = String.valueOf(System.currentTimeMillis() + 1_800_000);
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> answer = gateway.post("asking", "bad", "Kafka-Timestamp", soon);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(502);
                assertThat(answer.body()).contains("InvalidTimestampException");
            }
            good.awaitTaken(20);
            good.end();

            assertThat(good.otherAnswers()).isEmpty();
            assertThat(gateway.stop().err()).contains("failed 20;");
            expectExactly(good.taken(), "asking");
        }
    }

    @Test
    void aTopicThatIsDeletedUnderLoadStopsItsOwnRecordsAloneAndIsNotCreatedAgain() throws Exception {
        BROKER.create("doomed", 3, Map.of());
        BROKER.create("kept", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(BROKER.address());
        try (GatewayClients doomed = GatewayClients.start(gateway, "doomed", 4);
                GatewayClients kept = GatewayClients.start(gateway, "kept", 4)) {
            doomed.awaitTaken(50);
            kept.awaitTaken(50);

            BROKER.delete(Set.of("doomed"));

            awaitAnswer(gateway, "doomed", 404);
            kept.awaitTaken(200);
            kept.end();
            doomed.end();
            assertThat(BROKER.topics()).doesNotContain("doomed");
            Invocation end = gateway.stop();
            assertThat(end.err()).doesNotContain("--drain-timeout");
            expectExactly(kept.taken(), "kept");
            assertThat(BROKER.topics()).doesNotContain("doomed");
        }
    }

    @Test
    void whatWasAcceptedForADeletedTopicDoesNotGoIntoANewOneOfItsName() throws Exception {
        BROKER.create("again", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--producer-property", "linger.ms=1000");
        assertThat(gateway.post("again", "first").statusCode()).isEqualTo(202);
        awaitMetric(gateway, "squeeze_gateway_acknowledged_records_total 1\n");
        assertThat(gateway.post("again", "of the old topic").statusCode()).isEqualTo(202);
        BROKER.delete(Set.of("again"));
        createAgain("again");
        awaitMetric(gateway, "squeeze_gateway_failed_records_total 1\n");

        // The gateway may still know the old topic and accept the first of these for it; they are delivered anyway.
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            if (gateway.post("again", "new " + i).statusCode() == 202) {
                taken.add("new " + i);
            }
        }

        Invocation end = gateway.stop();
        assertThat(end.err()).contains("UnknownTopic").contains("failed 1;");
        assertThat(taken).isNotEmpty();
        expectExactly(taken, "again");
    }

    @Test
    void anErrorWhileARecordIsSentFailsThatRecordAndNoWorker() throws Exception {
        BROKER.create("errors", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(
                BROKER.address(),
                "--ack",
                "broker",
                "--workers",
                "1",
                "--producer-property",
                "partitioner.class=" + FailsOnKey.class.getName());

        HttpResponse<String> failed = gateway.post("errors", "a", "Kafka-Key", FailsOnKey.KEY);
        HttpResponse<String> next = gateway.post("errors", "b");

        assertThat(failed.statusCode()).isEqualTo(502);
        assertThat(failed.body()).contains("OutOfMemoryError");
        assertThat(next.statusCode()).isEqualTo(200);
        assertThat(gateway.stop().err()).contains("acknowledged 1, failed 1");
    }

    @Test
    void anErrorInTheProducersNetworkThreadDoesNotEndDelivery() throws Exception {
        BROKER.create("network", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(
                BROKER.address(), "--producer-property", "interceptor.classes=" + FailsOnce.class.getName());
        FailsOnce.armed.set(true);

        assertThat(gateway.post("network", "its acknowledgement meets the error")
                        .statusCode())
                .isEqualTo(202);
        awaitCondition(() -> !FailsOnce.armed.get());
        assertThat(gateway.post("network", "b").statusCode()).isEqualTo(202);

        awaitMetric(gateway, "squeeze_gateway_acknowledged_records_total 1\n");
        assertThat(gateway.stop().err()).contains("accepted 2 records, acknowledged 1, failed 1");
    }

    @Test
    void clientsThatWaitForADeletedTopicAreAnswered() throws Exception {
        BROKER.create("awaited", 2, Map.of());
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--ack", "broker");
        try (GatewayClients clients = GatewayClients.start(gateway, "awaited", 4)) {
            clients.awaitTaken(20);

            BROKER.delete(Set.of("awaited"));

            awaitAnswer(gateway, "awaited", 404);
            clients.end();
            assertThat(clients.otherAnswers()).allMatch(answer -> answer.startsWith("404") || answer.startsWith("502"));
        }
        assertThat(gateway.stop().code()).isEqualTo(ExitCode.DONE);
        assertThat(BROKER.topics()).doesNotContain("awaited");
    }

    private static void refused(HttpResponse<String> answer, String... words) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(words);
    }

    private static void expectAll(Invocation end, GatewayClients clients, String topic) {
        assertThat(end.code()).as(end.err()).isEqualTo(ExitCode.DONE);
        assertThat(end.err()).contains("failed 0");
        expectExactly(clients.taken(), topic);
    }

    /** Expects each record exactly once, and no others. */
    private static void expectExactly(Set<String> taken, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = BROKER.read(topic, 0);
        Set<String> stored = records.stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(records).as("each once").hasSize(stored.size());
        assertThat(stored).containsExactlyInAnyOrderElementsOf(taken);
    }

    private static void alter(String topic, String name, String value) throws Exception {
        try (var admin = BROKER.admin()) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static void createAgain(String topic) throws InterruptedException {
        for (int i = 0; ; i++) {
            try {
                BROKER.create(topic, 1, Map.of());
                return;
            } catch (RuntimeException e) {
                if (i == 50) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    private static void awaitAnswer(RunningGateway gateway, String topic, int status) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (gateway.post(topic, "asked").statusCode() == status) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("never answered with " + status);
    }

    private static void awaitCondition(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 200 && !condition.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static void awaitMetric(RunningGateway gateway, String line) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (gateway.get("/metrics").body().contains(line)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("no " + line + gateway.get("/metrics").body());
    }
}
