package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.HttpTarget;
import dev.squeeze.engine.load.LoadedService;
import dev.squeeze.engine.load.WorkerGateway;
import dev.squeeze.feature.gateway.Acknowledge;
import dev.squeeze.feature.gateway.GatewayOptions;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.document.ServiceInfo;
import dev.squeeze.kit.serving.AccessToken;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for benchmarks over HTTP: the user's service, or a gateway that bench starts for each arm. */
@HelpGroup.In(HelpGroup.SERVICE)
final class ServiceArguments {
    private static final int DEFAULT_CONNECTIONS = 48;
    private static final int DEFAULT_QUEUE_RECORDS = 1_000;
    private static final ByteCount DEFAULT_QUEUE_BYTES = new ByteCount(64 * ByteCount.MIB);
    private static final ByteCount DEFAULT_HEAP = new ByteCount(512 * ByteCount.MIB);
    private static final ByteCount MAX_BODY = new ByteCount(8 * ByteCount.MIB);
    /** Each gateway is a JVM that keeps running. */
    private static final int MAX_GATEWAYS = 16;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description = "Send to this HTTP service, one record per request (POST, body = value, the headers of"
                    + " 'squeeze gateway'), such as http://host:8080/topics/events. The brokers behind it are not"
                    + " measured.")
    @Nullable
    URI target;

    @Option(names = "--target-path", paramLabel = "PATH", description = "Path of the requests, if --target has none.")
    @Nullable
    String targetPath;

    @Option(
            names = "--target-token-file",
            paramLabel = "FILE",
            description = "File with the token that is sent as 'Authorization: Bearer TOKEN'.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--gateway",
            description =
                    "Send over HTTP to 'squeeze gateway', which is started for each arm in its own JVM, with the arm's"
                            + " producer settings; --threads sets its workers. Its CPU is reported separately from the"
                            + " client's.")
    boolean gateway;

    @Option(
            names = "--gateway-ack",
            paramLabel = "WHEN",
            description = "When the gateway answers: queued or broker (default: queued).")
    @Nullable
    Acknowledge gatewayAck;

    @Option(
            names = "--gateway-queue",
            paramLabel = "N",
            description = "Records that may wait in a gateway before it refuses requests (default: 1000).")
    @Nullable
    Integer gatewayQueue;

    @Option(
            names = "--gateway-heap",
            paramLabel = "BYTES",
            description = "Maximum Java heap of each gateway (default: 512MiB).")
    @Nullable
    ByteCount gatewayHeap;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections to the service, with one request at a time on each (default: 48).")
    @Nullable
    Integer connections;

    boolean areGiven() {
        return target != null || gateway;
    }

    /** Whether the target is the user's service, of which only responses are visible. */
    boolean isForeign() {
        return target != null;
    }

    /** Finds mistakes before any work is done. */
    void check(FactorArguments factors, List<Arm> arms) {
        if (target != null) {
            checkTarget(target);
        } else if (gateway) {
            checkGateway(factors, arms);
        }
    }

    private void checkTarget(URI address) {
        if (targetPath != null
                && !(address.getPath() == null || address.getPath().length() < 2)) {
            throw new UsageException("--target has a path already: leave --target-path out");
        }
        if (path().length() < 2) {
            throw new UsageException(
                    "give the path of the service's requests: --target http://HOST:PORT/topics/NAME, or --target-path");
        }
        httpTarget(address);
    }

    private void checkGateway(FactorArguments factors, List<Arm> arms) {
        for (String key : factors.producerProperties.keySet()) {
            if (Secrets.isSecret(key)) {
                throw new UsageException("--producer-property " + key
                        + " would show on the gateway's command line: put it into a file for" + " --command-config");
            }
        }
        arms.forEach(arm -> GatewayOptions.requireAcknowledged(arm.settings().producerProperties()));
        int gateways = (int) arms.stream()
                .map(arm -> arm.settings().producerProperties() + " "
                        + arm.settings().threads())
                .distinct()
                .count();
        if (gateways > MAX_GATEWAYS) {
            throw new UsageException("these arms need " + gateways + " gateways, each in its own JVM; at most "
                    + MAX_GATEWAYS + " can run: give fewer values, or --one-at-a-time");
        }
        fleetOptions();
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

    /** The user's service; no connection is opened yet. */
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
                MAX_BODY,
                gatewayHeap == null ? DEFAULT_HEAP : gatewayHeap);
    }

    /** The gateway that each worker starts, if workers send; empty without {@code --gateway}. */
    Optional<WorkerGateway> ofWorkers() {
        return gateway ? Optional.of(fleetOptions().ofWorkers()) : Optional.empty();
    }

    /** The description for the document. */
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
                Optional.of(options.acknowledge().key()),
                OptionalInt.of(options.queueRecords()),
                OptionalLong.of(options.heap().bytes()));
    }
}
