package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.HttpTarget;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadedService;
import dev.squeeze.engine.load.WorkerGateway;
import dev.squeeze.feature.gateway.Acknowledge;
import dev.squeeze.feature.gateway.GatewayOptions;
import dev.squeeze.feature.gateway.GatewayProcess;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.environment.child.ChildJvm;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/**
 * The gateways of a benchmark, one for each arm, each in its own JVM so that its CPU time is reported separately. A
 * gateway is started for the first trial of its arm and keeps running: with a new JVM for every trial, JIT compilation
 * would dominate.
 */
public final class GatewayFleet implements Function<LoadSettings, LoadedService>, AutoCloseable {
    private final ClusterTarget cluster;
    private final Map<String, String> clientSettings;
    private final Options options;
    private final Map<Kind, Member> members = new LinkedHashMap<>();

    /**
     * Settings that all gateways share.
     *
     * @param connections connections to each gateway
     * @param acknowledge when a request is answered
     * @param queueRecords see {@link GatewayOptions.Queue}
     * @param queueBytes see {@link GatewayOptions.Queue}
     * @param bodyBytes maximum size of a body
     * @param heap maximum Java heap
     */
    public record Options(
            int connections,
            Acknowledge acknowledge,
            int queueRecords,
            ByteCount queueBytes,
            ByteCount bodyBytes,
            ByteCount heap) {
        /** The options as a task for workers. */
        WorkerGateway ofWorkers() {
            return new WorkerGateway(
                    connections, acknowledge.name(), queueRecords, queueBytes.bytes(), bodyBytes.bytes(), heap.bytes());
        }

        /** @param connections number of connections of one worker */
        static Options of(WorkerGateway task, int connections) {
            return new Options(
                    connections,
                    Acknowledge.valueOf(task.acknowledge()),
                    task.queueRecords(),
                    new ByteCount(task.queueBytes()),
                    new ByteCount(task.bodyBytes()),
                    new ByteCount(task.heapBytes()));
        }
    }

    private record Kind(Map<String, String> producerProperties, int workers) {}

    private record Member(GatewayProcess process, LoadedService service) {}

    /** @param clientSettings client settings for the cluster, which may include secrets */
    public GatewayFleet(ClusterTarget cluster, Map<String, String> clientSettings, Options options) {
        this.cluster = cluster;
        this.clientSettings = Map.copyOf(clientSettings);
        this.options = options;
    }

    /**
     * Returns the gateway with the settings' producer properties and as many workers as they have threads, starting it
     * if needed.
     */
    @Override
    public LoadedService apply(LoadSettings settings) {
        Kind kind = new Kind(settings.producerProperties(), settings.threads());
        Member known = members.get(kind);
        if (known != null) {
            return known.service();
        }
        GatewayProcess process = start(settings);
        HttpTarget target =
                new HttpTarget(process.address(), HttpTarget.DEFAULT_PATH, options.connections(), Optional.empty());
        LoadedService service = new LoadedService(target, Optional.of(process));
        members.put(kind, new Member(process, service));
        return service;
    }

    /**
     * All users of this machine can see a command line, so client settings are passed in a file that only its owner may
     * read.
     */
    private GatewayProcess start(LoadSettings settings) {
        boolean answersEarly = options.acknowledge() == Acknowledge.QUEUED;
        if (clientSettings.isEmpty()) {
            return GatewayProcess.start(command(settings, List.of()), answersEarly, settings.threads());
        }
        try {
            // Files.createTempFile gives access to the owner only.
            Path file = Files.createTempFile("squeeze-gateway-", ".properties");
            try {
                Properties properties = new Properties();
                properties.putAll(clientSettings);
                try (Writer writer = Files.newBufferedWriter(file)) {
                    properties.store(writer, null);
                }
                List<String> flags = List.of("--command-config", file.toString());
                return GatewayProcess.start(command(settings, flags), answersEarly, settings.threads());
            } finally {
                // The gateway is listening, so it has read the file.
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new ClusterException(
                    "the client settings for the gateway cannot be written to java.io.tmpdir: " + e.getMessage(), e);
        }
    }

    /** Process ids of the gateways, in the order in which they were started. */
    public List<Long> pids() {
        return members.values().stream().map(member -> member.process().pid()).toList();
    }

    private List<String> command(LoadSettings settings, List<String> clientFlags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + options.heap().bytes());
        // The JVM's default for a service with at least two processors and 2 GB, set here whatever this machine has.
        command.add("-XX:+UseG1GC");
        command.add("-XX:-UsePerfData");
        command.add("-Xlog:disable");
        command.add("-Xlog:all=warning:stderr");
        command.add("-XX:+DisplayVMOutputToStderr");
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(ChildJvm.moreOptions());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("dev.squeeze.Squeeze");
        command.addAll(List.of("gateway", "--of-bench", "--listen", "127.0.0.1:0"));
        command.addAll(List.of("--bootstrap-server", cluster.bootstrap()));
        command.addAll(clientFlags);
        command.addAll(List.of("--ack", options.acknowledge().key()));
        command.addAll(List.of("--workers", String.valueOf(settings.threads())));
        command.addAll(List.of("--queue-records", String.valueOf(options.queueRecords())));
        command.addAll(List.of("--queue-bytes", options.queueBytes().bytes() + "B"));
        command.addAll(List.of("--max-body", options.bodyBytes().bytes() + "B"));
        command.addAll(List.of("--max-connections", String.valueOf(options.connections() * 2 + 10)));
        command.addAll(List.of("--drain-timeout", "1s"));
        // Connections are idle between two trials of an arm; closing one just as it is reused would lose a request.
        command.addAll(List.of("--idle-timeout", "10m"));
        settings.producerProperties()
                .forEach((key, value) -> command.addAll(List.of("--producer-property", key + "=" + value)));
        return command;
    }

    @Override
    public void close() {
        members.values().forEach(member -> member.service().close());
        members.values().forEach(member -> member.process().close());
    }
}
