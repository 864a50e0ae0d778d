package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.environment.child.TerminalSignals;
import dev.squeeze.kit.kafka.CodecProbe;
import dev.squeeze.kit.serving.AccessToken;
import dev.squeeze.kit.serving.ListenAddress;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "gateway",
        header = "Accept records over HTTP and write them to Kafka through a bounded queue.",
        description = {
            "",
            "POST /topics/TOPIC writes the body as one record or, with 'Content-Type: application/x-ndjson', each of"
                    + " its lines as one, all or none. Headers: 'Kafka-Key: ...', 'Kafka-Header: NAME=VALUE' (may be"
                    + " repeated), 'Kafka-Timestamp: MILLIS', 'Kafka-Tombstone: true'; bytes beyond ASCII are written"
                    + " as %%C3%%A4. If the queue is full, the response is 429 with Retry-After. GET /health (it runs),"
                    + " GET /ready (it can deliver), GET /metrics (Prometheus).",
            "Prints its address and runs until Ctrl-C or SIGTERM. Then it stops accepting requests, delivers the"
                    + " accepted records and reports the totals; exit code 1 if a record that was answered with 202 was"
                    + " not delivered."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze gateway --embedded --topic events",
            "  squeeze gateway --bootstrap-server kafka1:9092 --producer-property compression.type=zstd",
            "  squeeze gateway --bootstrap-server kafka1:9092 --listen 0.0.0.0:8443 --token-file token.txt \\",
            "      --tls-keystore server.p12 --tls-password-file password.txt",
            "  curl -d '{\"id\":1}' -H 'Kafka-Key: 1' http://127.0.0.1:8080/topics/events"
        })
public final class GatewayCommand implements Callable<Integer> {
    private static final Duration MAX_DRAIN = Duration.ofHours(1);

    /** Producer properties that the gateway sets itself or does not support. */
    private static final Set<String> FIXED =
            Set.of("bootstrap.servers", "client.id", "key.serializer", "value.serializer", "transactional.id");

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    GatewayCluster cluster = new GatewayCluster();

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:8080",
            description = "Address to listen on; port 0 picks a free port (default: ${DEFAULT-VALUE}).")
    String listen = "";

    @Option(
            names = "--ack",
            paramLabel = "WHEN",
            defaultValue = "queued",
            description = "queued: answer 202 once a request is in the queue. broker: answer 200 once the broker has"
                    + " acknowledged all its records, or 502 if it did not (default: ${DEFAULT-VALUE}).")
    Acknowledge acknowledge = Acknowledge.QUEUED;

    @Option(
            names = "--producer-property",
            paramLabel = "KEY=VALUE",
            description = "A property of Kafka's producer, such as compression.type=zstd; may be given more than once.")
    Map<String, String> producerProperties = new TreeMap<>();

    @Option(
            names = "--queue-records",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Maximum number of records waiting for the producer (default: ${DEFAULT-VALUE}).")
    int queueRecords;

    @Option(
            names = "--queue-bytes",
            paramLabel = "BYTES",
            defaultValue = "64MiB",
            description = "Maximum memory for bodies being read and records waiting (default: ${DEFAULT-VALUE}).")
    ByteCount queueBytes = new ByteCount(64 * ByteCount.MIB);

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "4",
            description = "Threads that pass records to the producer and compress them (default: ${DEFAULT-VALUE}).")
    int workers;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            defaultValue = "1MiB",
            description = "Maximum size of a body (default: ${DEFAULT-VALUE}). Larger records also need"
                    + " --producer-property max.request.size=BYTES.")
    ByteCount maxBody = new ByteCount(ByteCount.MIB);

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "Maximum number of connections; at the limit, idle ones are closed for new ones, which wait if none"
                            + " is idle (default: ${DEFAULT-VALUE}).")
    int maxConnections;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "Maximum time for a body to arrive (default: ${DEFAULT-VALUE}). A body that arrives more slowly"
                            + " than --max-body per this time is refused earlier if other requests need its room.")
    Duration requestTimeout = Duration.ofSeconds(10);

    @Option(
            names = "--idle-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Maximum time that a connection stays open without a request (default: ${DEFAULT-VALUE}).")
    Duration idleTimeout = Duration.ofSeconds(30);

    @Option(
            names = "--drain-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Maximum time for delivering accepted records on shutdown (default: ${DEFAULT-VALUE}).")
    Duration drainTimeout = Duration.ofSeconds(30);

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with a token that clients must send as 'Authorization: Bearer TOKEN'; only /health and /ready"
                            + " work without it.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--allow-anyone",
            description =
                    "Allow listening beyond this machine without a token: anyone who reaches the address can write to"
                            + " the topics.")
    boolean allowAnyone;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description =
                    "Without a token, also answer requests to this host name; may be given more than once. Addresses,"
                            + " localhost and the host of --listen are always answered. All other names are refused, to"
                            + " block web pages whose name was made to resolve to this machine.")
    Set<String> allowedHosts = new TreeSet<>();

    @Option(
            names = "--tls-keystore",
            paramLabel = "FILE",
            description = "Serve HTTPS with the certificate in this PKCS12 or JKS keystore.")
    @Nullable
    Path tlsKeystore;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "File with the keystore's password.")
    @Nullable
    Path tlsPasswordFile;

    @Option(
            names = "--of-bench",
            hidden = true,
            description = "Answer requests of the parent process on standard input, and exit with it.")
    boolean ofBench;

    public GatewayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (ofBench) {
            TerminalSignals.ignore(failure -> terminal.err().println("Ctrl-C is not ignored: " + failure));
        }
        GatewayOptions options = options();
        CodecProbe.require(producerProperties);
        terminal.stop().allow(drainTimeout);
        GatewayTotals totals;
        try (LiveSession session = cluster.open(terminal)) {
            totals = new GatewayRun(options, listen, drainTimeout, terminal).on(session, ofBench);
        }
        totals.requireDelivered();
        return ExitCode.DONE;
    }

    /** Checks all flags before any work is done. */
    private GatewayOptions options() {
        GivenFlags.of(spec).check(GatewayFlagRules.ALL);
        cluster.check(producerProperties);
        producerProperties.keySet().stream().filter(FIXED::contains).findFirst().ifPresent(key -> {
            throw new UsageException("--producer-property " + key + " is set by the gateway itself: leave it out");
        });
        ClientProperties.requireProducers(producerProperties.keySet());
        ClientProperties.requireProducerTakes(producerProperties);
        Range.requireBetween("--drain-timeout", drainTimeout, Duration.ZERO, MAX_DRAIN);
        InetSocketAddress address = ListenAddress.parse("--listen", listen);
        return new GatewayOptions(
                address,
                acknowledge,
                allowedHosts,
                cluster.names(),
                producerProperties,
                new GatewayOptions.Queue(queueRecords, queueBytes.bytes(), workers),
                new GatewayOptions.Limits(
                        Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, maxBody.bytes())),
                        maxConnections,
                        requestTimeout,
                        idleTimeout),
                Optional.ofNullable(tokenFile).map(AccessToken::read),
                Optional.ofNullable(tlsKeystore)
                        .map(file -> TlsKeystore.read(file, Objects.requireNonNull(tlsPasswordFile))));
    }
}
