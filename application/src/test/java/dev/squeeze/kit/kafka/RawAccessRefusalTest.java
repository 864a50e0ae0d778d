package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** If communication fails, the broker and the reason are reported within the time limit. */
@Tag("live")
@Timeout(60)
class RawAccessRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(4);
    /** Allowance in addition to the time limit, for everything but waiting. */
    private static final Duration GRACE = Duration.ofSeconds(4);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void anAddressWhereNobodyListensIsTold() throws Exception {
        int port;
        try (ServerSocket socket = listen()) {
            port = socket.getLocalPort();
        }
        refuses(Map.of("bootstrap.servers", "127.0.0.1:" + port), "127.0.0.1:" + port, "cannot connect (");
    }

    @Test
    void aNameThatNoMachineHasAndAnAddressThatIsNoneAreTold() {
        refuses(Map.of("bootstrap.servers", "no-such-machine.invalid:9092"), "no-such-machine.invalid:9092");
        refuses(Map.of("bootstrap.servers", "127.0.0.1"), "127.0.0.1", "the port is missing");
        refuses(Map.of(), "bootstrap.servers");
    }

    @Test
    void aListenerThatNeverAnswersIsToldWithinTheTimeLimit() throws Exception {
        try (ServerSocket socket = listen()) {
            refuses(
                    Map.of("bootstrap.servers", "127.0.0.1:" + socket.getLocalPort()),
                    "127.0.0.1:" + socket.getLocalPort(),
                    "does not answer");
        }
    }

    @Test
    void aListenerOfTlsIsRecognised() throws Exception {
        try (ServerSocket socket =
                SSLContext.getDefault().getServerSocketFactory().createServerSocket(0, 5, loopback())) {
            answer(socket);
            refuses(
                    Map.of("bootstrap.servers", "127.0.0.1:" + socket.getLocalPort()),
                    "it speaks TLS and the client does not",
                    "security.protocol");
        }
    }

    @Test
    void aBrokerThatAsksForALoginServesThoseWhoHaveOneAndNamesWhatTheOthersLack() throws Exception {
        try (SecuredBroker broker = SecuredBroker.start(folder)) {
            try (Admin admin = Admin.create(broker.connection("admin"))) {
                admin.createTopics(List.of(new NewTopic("guarded", 1, (short) 1)))
                        .all()
                        .get();
                admin.createAcls(List.of(mayDescribe("guarded", "guest"))).all().get();
            }
            refuses(broker.connection("guest", "wrong"), "refused the login", "sasl.jaas.config");
            refuses(Map.of("bootstrap.servers", broker.address()), broker.address(), "security.protocol");
            serves(broker.connection("admin"));
            grantsNothing(broker.connection("guest"));
            tellsThatItWentAway(broker);
        }
    }

    private static void serves(Map<String, Object> settings) {
        PartitionId partition = new PartitionId("guarded", 0);
        List<SendOutcome> outcomes = new ArrayList<>();
        try (RawClient client = open(settings)) {
            assertThat(new RawFetcher(client).offsets(List.of(partition)))
                    .containsEntry(partition, new OffsetRange(0, 0));
            send(new RawProducer(client, RawProducerOptions.oneByOne(Acks.ALL)), outcomes);
        }
        assertThat(outcomes).containsExactly(new SendOutcome.Stored(0));
    }

    private static void grantsNothing(Map<String, Object> settings) {
        List<SendOutcome> outcomes = new ArrayList<>();
        try (RawClient client = open(settings)) {
            assertThatThrownBy(() -> client.topic("hidden"))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("topic hidden of ")
                    .hasMessageContaining("no permission; grant");
            assertThatThrownBy(() -> new RawFetcher(client).fetch(new PartitionId("guarded", 0), 0, 100))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("partition guarded-0 from offset 0: TOPIC_AUTHORIZATION_FAILED");
            send(new RawProducer(client, RawProducerOptions.oneByOne(Acks.ALL)), outcomes);
        }
        assertThat(outcomes).singleElement().isInstanceOfSatisfying(SendOutcome.Refused.class, refused -> assertThat(
                        refused.message())
                .contains("the batch for guarded-0: TOPIC_AUTHORIZATION_FAILED", "Write"));
    }

    private static void tellsThatItWentAway(SecuredBroker broker) throws IOException {
        List<SendOutcome> outcomes = new ArrayList<>();
        try (RawClient client = open(broker.connection("admin"))) {
            RawProducer producer = new RawProducer(client, RawProducerOptions.oneByOne(Acks.ALL));
            send(producer, outcomes);
            broker.close();
            send(producer, outcomes);
            assertThat(producer.requestsInFlight()).isZero();
        }
        assertThat(outcomes.get(0)).isEqualTo(new SendOutcome.Stored(5));
        assertThat(outcomes).hasSize(2).last().isInstanceOfSatisfying(SendOutcome.Refused.class, refused -> {
            assertThat(refused.error()).isEqualTo("NETWORK_EXCEPTION");
            assertThat(refused.message()).contains(broker.address());
        });
    }

    private static void send(RawProducer producer, List<SendOutcome> outcomes) {
        producer.send(
                new PartitionId("guarded", 0),
                KafkaBatches.batch(Compression.zstd().build(), RecordShapes.lines(1, 5)),
                (to, outcome) -> outcomes.add(outcome));
        producer.flush();
    }

    private static AclBinding mayDescribe(String topic, String user) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
    }

    private static void refuses(Map<String, Object> settings, String... parts) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> {
                    try (RawClient client = open(settings)) {
                        client.topic("any");
                    }
                })
                .isInstanceOfSatisfying(
                        RawAccessException.class,
                        e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("a bound, not a speed")
                .isLessThan(LIMIT.plus(GRACE));
    }

    private static RawClient open(Map<String, Object> settings) {
        return RawClient.open(settings, RawClientOptions.DEFAULTS.withTimeLimit(LIMIT));
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, loopback());
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByName("127.0.0.1");
    }

    /** Accepts connections until the socket is closed. */
    private static void answer(ServerSocket server) {
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read();
                } catch (IOException e) {
                    // The handshake with a client without TLS fails, which is the expected response.
                    continue;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
