package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.HttpTarget;
import dev.squeeze.engine.load.LoadedService;
import dev.squeeze.feature.gateway.AccessToken;
import dev.squeeze.feature.gateway.Acknowledge;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.document.ServiceInfo;
import dev.squeeze.kit.unit.ByteCount;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What bench sends to over HTTP: a service of the user's, or a gateway of our own for each arm. */
final class ServiceArguments {
    private static final int DEFAULT_CONNECTIONS = 48;
    private static final int DEFAULT_QUEUE_RECORDS = 1_000;
    private static final ByteCount DEFAULT_QUEUE_BYTES = new ByteCount(64 * ByteCount.MIB);
    private static final ByteCount DEFAULT_HEAP = new ByteCount(512 * ByteCount.MIB);
    private static final ByteCount MOST_BODY = new ByteCount(8 * ByteCount.MIB);
    /** Each is a JVM that stays. */
    private static final int MOST_GATEWAYS = 16;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description = "Send to this HTTP service, a record a request (POST, body = value, the headers of 'squeeze"
                    + " gateway'), such as http://host:8080/topics/events. What lies behind it is not looked at.")
    @Nullable
    URI target;

    @Option(
            names = "--target-path",
            paramLabel = "PATH",
            description = "Path of the requests, where --target has none.")
    @Nullable
    String targetPath;

    @Option(
            names = "--target-token-file",
            paramLabel = "FILE",
            description = "Holds a word that is shown to the service as 'Authorization: Bearer WORD'.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--gateway",
            description = "Send over HTTP to 'squeeze gateway', one in a JVM of its own for each arm, with the arm's"
                    + " producer settings; --threads are its workers. Its CPU is told apart from the client's.")
    boolean gateway;

    @Option(
            names = "--gateway-ack",
            paramLabel = "WHEN",
            description = "queued or broker: when the gateway answers (default: queued).")
    @Nullable
    Acknowledge gatewayAck;

    @Option(
            names = "--gateway-queue",
            paramLabel = "N",
            description = "Most records that wait in a gateway; then it refuses (default: 1000).")
    @Nullable
    Integer gatewayQueue;

    @Option(
            names = "--gateway-heap",
            paramLabel = "BYTES",
            description = "The largest Java heap of each gateway (default: 512MiB).")
    @Nullable
    ByteCount gatewayHeap;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections to the service, a request at a time on each (default: 48).")
    @Nullable
    Integer connections;

    boolean areGiven() {
        return target != null || gateway;
    }

    /** Whether only answers are seen, and neither topics nor settings are ours. */
    boolean isForeign() {
        return target != null;
    }

    /** Finds mistakes before any work is done. */
    void check(BenchCommand bench) {
        if (target != null && gateway) {
            throw new IllegalArgumentException(
                    "--target is a service of yours and --gateway one of our own: leave one of them out");
        }
        onlyWith("--target", target != null, "--target-path", targetPath != null);
        onlyWith("--target", target != null, "--target-token-file", tokenFile != null);
        onlyWith("--gateway", gateway, "--gateway-ack", gatewayAck != null);
        onlyWith("--gateway", gateway, "--gateway-queue", gatewayQueue != null);
        onlyWith("--gateway", gateway, "--gateway-heap", gatewayHeap != null);
        onlyWith("--target or --gateway", areGiven(), "--connections", connections != null);
        if (!areGiven()) {
            return;
        }
        if (bench.raw) {
            throw new IllegalArgumentException("--raw sends batches to brokers, not records over HTTP: leave it out");
        }
        if (target != null) {
            checkTarget(bench, target);
        } else {
            checkGateway(bench);
        }
    }

    private void checkTarget(BenchCommand bench, URI address) {
        if (targetPath != null
                && !(address.getPath() == null || address.getPath().length() < 2)) {
            throw new IllegalArgumentException("--target has a path already: leave --target-path out");
        }
        if (path().length() < 2) {
            throw new IllegalArgumentException(
                    "say where the service takes records: --target http://HOST:PORT/topics/NAME, or --target-path");
        }
        if (bench.profile) {
            throw new IllegalArgumentException("--profile looks into processes of our own: leave it or --target out");
        }
        if (bench.live.keepTopics
                || !bench.live.hosts.jmx.isEmpty()
                || bench.live.brokers != null
                || bench.live.embedded) {
            throw new IllegalArgumentException(
                    "--keep-topics, --jmx, --brokers and --embedded are about a cluster, and of"
                            + " --target only the answers are seen: leave them out");
        }
        requireOnlyRate(bench.factors);
        httpTarget(address);
    }

    private void checkGateway(BenchCommand bench) {
        requireOneProducer(bench.factors);
        for (String key : bench.factors.producerProperties.keySet()) {
            if (Secrets.isSecret(key)) {
                throw new IllegalArgumentException("--producer-property " + key
                        + " would show on the gateway's command line: put it into a file for" + " --command-config");
            }
        }
        int gateways = (int) bench.arms(100).stream()
                .map(arm -> arm.settings().producerProperties() + " "
                        + arm.settings().threads())
                .distinct()
                .count();
        if (gateways > MOST_GATEWAYS) {
            throw new IllegalArgumentException("these arms need " + gateways + " gateways, each a JVM of its own, and "
                    + MOST_GATEWAYS + " are the most: give fewer values, or --one-at-a-time");
        }
        fleetOptions();
    }

    /** @throws IllegalArgumentException for what a service of the user's decides by itself */
    private static void requireOnlyRate(FactorArguments factors) {
        boolean others = !factors.codecs.equals(FactorArguments.DEFAULT_CODECS)
                || !factors.batchSizes.equals(List.of(FactorArguments.DEFAULT_BATCH_SIZE))
                || !factors.lingers.equals(List.of(FactorArguments.DEFAULT_LINGER_MILLIS))
                || !factors.acks.equals(List.of("all"))
                || !factors.idempotence.isEmpty()
                || !factors.producers.equals(List.of(1))
                || !factors.threads.equals(List.of(1))
                || !factors.topics.equals(List.of(1))
                || !factors.varied.isEmpty()
                || !factors.producerProperties.isEmpty()
                || !factors.consumerProperties.isEmpty()
                || !factors.topicConfigs.isEmpty()
                || factors.consume != null;
        if (others) {
            throw new IllegalArgumentException(
                    "the service at --target has its own producer and topics: of the settings of"
                            + " arms only --rate is left; give --gateway for a service with yours");
        }
    }

    /** @throws IllegalArgumentException where a gateway would need more than its one producer */
    private static void requireOneProducer(FactorArguments factors) {
        if (!factors.producers.equals(List.of(1))) {
            throw new IllegalArgumentException(
                    "a gateway has one producer, and --threads workers: leave --producers out");
        }
    }

    private static void onlyWith(String owner, boolean ownerGiven, String flag, boolean given) {
        if (given && !ownerGiven) {
            throw new IllegalArgumentException(flag + " belongs to " + owner);
        }
    }

    private int connections() {
        return connections == null ? DEFAULT_CONNECTIONS : connections;
    }

    private String path() {
        return targetPath != null
                ? targetPath
                : target == null || target.getRawPath() == null ? "" : target.getRawPath();
    }

    private HttpTarget httpTarget(URI address) {
        return new HttpTarget(
                address, path(), connections(), Optional.ofNullable(tokenFile).map(AccessToken::word));
    }

    /** The user's service, not connected to yet. */
    LoadedService foreign() {
        URI address = target;
        if (address == null) {
            throw new IllegalStateException("no --target");
        }
        return new LoadedService(httpTarget(address), Optional.empty());
    }

    GatewayFleet.Options fleetOptions() {
        return new GatewayFleet.Options(
                connections(),
                gatewayAck == null ? Acknowledge.QUEUED : gatewayAck,
                gatewayQueue == null ? DEFAULT_QUEUE_RECORDS : gatewayQueue,
                DEFAULT_QUEUE_BYTES,
                MOST_BODY,
                gatewayHeap == null ? DEFAULT_HEAP : gatewayHeap);
    }

    /** For the document. */
    ServiceInfo info() {
        if (target != null) {
            return new ServiceInfo(
                    false,
                    Optional.of(httpTarget(target).toString()),
                    connections(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalLong.empty());
        }
        GatewayFleet.Options options = fleetOptions();
        return new ServiceInfo(
                true,
                Optional.empty(),
                options.connections(),
                Optional.of(options.acknowledge().name().toLowerCase(Locale.ROOT)),
                OptionalInt.of(options.queueRecords()),
                OptionalLong.of(options.heap().bytes()));
    }
}
