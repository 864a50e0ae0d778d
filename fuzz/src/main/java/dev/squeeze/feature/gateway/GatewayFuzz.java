package dev.squeeze.feature.gateway;

import static dev.squeeze.fuzz.Expectations.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.ScriptedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Any bytes on a connection to the gateway's real server. Each answer is HTTP, none says 500, a refusal says why in JSON, and
 * what was set aside for a request is given back whatever became of it.
 */
public final class GatewayFuzz implements FuzzTarget {
    private static final int MAX_BODY_BYTES = 2_048;
    private static final int QUEUE_RECORDS = 1_000;
    /** Shorter than what one input may take, so that a missing answer is reported as such. */
    private static final int READ_TIMEOUT_MILLIS = 800 * Integer.getInteger("squeeze.fuzz.timeout", 10);

    private static final long START_SECONDS = 60;
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})[^\\r\\n]*\\r\\n");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ScriptedBroker broker = new ScriptedBroker();
    private final WorkerQueue queue = new WorkerQueue(QUEUE_RECORDS, 64L * MAX_BODY_BYTES);
    private final TopicDirectory topics;
    private final Readiness readiness;
    private final IngestHandler handler;
    private final IngestServer server;
    private final InetSocketAddress address;

    public GatewayFuzz() throws Exception {
        GatewayOptions options = new GatewayOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Acknowledge.QUEUED,
                Set.of(),
                Set.of(),
                Map.of(),
                new GatewayOptions.Queue(QUEUE_RECORDS, 64L * MAX_BODY_BYTES, 1),
                new GatewayOptions.Limits(MAX_BODY_BYTES, 100, Duration.ofSeconds(5), Duration.ofSeconds(5)),
                Optional.empty(),
                Optional.empty());
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        topics = new TopicDirectory(cluster, Set.of());
        readiness = new Readiness(cluster);
        // Once queried, the topic is known, and requests do not wait for the cluster.
        long begin = System.nanoTime();
        while (topics.state(ScriptedBroker.TOPIC)
                        .get(START_SECONDS, TimeUnit.SECONDS)
                        .presence()
                != TopicDirectory.Presence.PRESENT) {
            require(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(START_SECONDS), "no topic to write to");
            Thread.sleep(100);
        }
        handler = new IngestHandler(options, queue, topics, new GatewayCounts(), readiness, () -> "metrics 1\n");
        server = IngestServer.start(options, handler);
        address = new InetSocketAddress(
                server.address().getHost(), server.address().getPort());
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(
                seed(
                        "POST /topics/topic HTTP/1.1",
                        "Host: localhost",
                        "Kafka-Key: k%41",
                        "Content-Length: 5",
                        "",
                        "hello"),
                seed(
                        "POST /topics/topic HTTP/1.1",
                        "Host: localhost",
                        "Kafka-Header: n=v",
                        "Kafka-Timestamp: 17",
                        "Content-Type: application/x-ndjson",
                        "Transfer-Encoding: chunked",
                        "",
                        "3",
                        "a\nb",
                        "0",
                        "",
                        ""),
                seed(
                        "POST /topics/topic HTTP/1.0",
                        "Kafka-Tombstone: true",
                        "Kafka-Key: k",
                        "Content-Length: 0",
                        "",
                        ""),
                seed("GET /health HTTP/1.1", "Host: localhost", "", "GET /metrics HTTP/1.1", "Host: localhost", "", ""),
                seed(
                        "PUT /topics/%2e HTTP/1.1",
                        "Host: localhost", "Expect: 100-continue", "Content-Length: 9000", "", "x"));
    }

    private static byte[] seed(String... lines) {
        return InputBytes.utf8(String.join("\r\n", lines));
    }

    @Override
    public void parse(byte[] input) throws Exception {
        String answer;
        try (Socket socket = new Socket()) {
            // Thousands of connections a minute: none of them is to linger in the system's table.
            socket.setSoLinger(true, 0);
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.connect(address);
            answer = exchange(socket, input);
        }
        check(answer);
        drain();
    }

    private static String exchange(Socket socket, byte[] input) throws IOException {
        try {
            socket.getOutputStream().write(input);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer and no end of the connection", e);
        } catch (SocketException e) {
            // The server may hang up on what is no HTTP while it is still being sent.
            return "";
        }
    }

    private static void check(String answer) throws IOException {
        require(answer.isEmpty() || answer.startsWith("HTTP/1."), "an answer that is no HTTP: " + answer);
        Matcher status = STATUS.matcher(answer);
        while (status.find()) {
            int code = Integer.parseInt(status.group(1));
            require(code != 500, "the gateway failed: " + answer);
            int body = answer.indexOf("\r\n\r\n", status.end());
            int end = body < 0 ? -1 : answer.indexOf('\n', body + 4);
            boolean json = body > 0 && answer.substring(status.start(), body).contains("application/json");
            // The answer to HEAD has no body: what follows it is the next answer.
            if (json && end > 0 && !answer.startsWith("HTTP/1.", body + 4)) {
                JsonNode said = JSON.readTree(answer.substring(body + 4, end));
                require(code < 300 || said.has("error") || said.has("status"), "a refusal that does not say why");
            }
        }
    }

    /** Takes what was accepted out of the queue, as workers would, until nothing is set aside any more. */
    private void drain() throws InterruptedException {
        long begin = System.nanoTime();
        while (queue.records() > 0 || queue.bytes() > 0 || handler.waiting() > 0) {
            if (queue.records() > 0) {
                queue.take().ifPresent(queue::handedOver);
            } else {
                require(
                        System.nanoTime() - begin < SETTLE_NANOS,
                        queue.bytes() + " bytes and " + handler.waiting() + " requests were never given back");
                Thread.sleep(1);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.stop();
        topics.close();
        readiness.close();
        broker.close();
    }
}
