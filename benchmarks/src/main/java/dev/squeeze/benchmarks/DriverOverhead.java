package dev.squeeze.benchmarks;

import dev.squeeze.engine.drivers.DriverLoad;
import dev.squeeze.engine.drivers.DriverPace;
import dev.squeeze.engine.drivers.DriverProcess;
import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.drivers.DriverResult;
import dev.squeeze.engine.drivers.DriverSettings;
import dev.squeeze.engine.drivers.RecordsFile;
import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.stats.PairedComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Overhead of a driver compared with a plain loop on the same library: the same records through both, unthrottled, in
 * paired rounds.
 */
@Command(
        name = "driver-overhead",
        mixinStandardHelpOptions = true,
        description =
                "Sends the same records to one embedded broker with each driver and with a plain loop on its library"
                        + " (clients/overhead), in alternating rounds; then has each driver send at a rate.")
public final class DriverOverhead implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final Duration LATE = Duration.ofMillis(2);
    private static final long NO_TIMESTAMP = -1;
    private static final long BUILD_SECONDS = 600;
    private static final int PARTITIONS = 12;

    @Parameters(paramLabel = "SOURCE", description = "A file, or sample:NAME.")
    String source = "";

    @Option(names = "--clients", split = ",", defaultValue = "librdkafka,franz-go,sarama")
    List<String> clients = List.of();

    @Option(names = "--num-records", defaultValue = "800000", description = "Of a run (default: ${DEFAULT-VALUE}).")
    long records;

    @Option(names = "--bytes", defaultValue = "100", description = "Largest value (default: ${DEFAULT-VALUE}).")
    int bytes;

    @Option(names = "--codec", defaultValue = "none", description = "none, snappy, lz4 or zstd at its default level.")
    String codec = "";

    @Option(names = "--rounds", defaultValue = "10", description = "That count (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "1", description = "Rounds before them (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--rate",
            defaultValue = "200000",
            description = "Records/s afterwards (default: ${DEFAULT-VALUE}).")
    double rate;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    private final Path root =
            Path.of(System.getProperty("squeeze.root", ".")).toAbsolutePath().normalize();
    private final Table table =
            new Table(1, "client", "figure", "driver", "loop", "driver/loop", "95 % interval", "rounds");
    private final Table paced =
            new Table(1, "client", "wanted records/s", "sent", "late by 2 ms", "latest, ms", "cores", "failed");

    private int topics;

    /** A run, from its first record to its last acknowledgement. */
    private record Run(double recordsPerSecond, double cpuMicrosPerRecord) {}

    public static void main(String[] args) {
        System.exit(CommandLines.run(new DriverOverhead(), args));
    }

    @Override
    public Integer call() throws Exception {
        Path folder = Folders.emptied(root.resolve("benchmarks/target/driver-overhead"));
        Environment environment = Environment.current();
        Payload payload = SourceRecords.payload(source, seed, environment.cores());
        Path file = folder.resolve("records");
        RecordsFile.write(file, small(payload));
        build(folder);
        System.out.printf(
                "# Drivers against their libraries' own loops%n%n%s, values of at most %d B; %s; %,d records a run;"
                        + " %d rounds after %d; seed %d;%n%s%n%n",
                RunHeader.records(source, payload),
                bytes,
                codec,
                records,
                rounds,
                warmUp,
                seed,
                RunHeader.machine(environment));
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            for (String name : clients) {
                ClientProfile client = ClientProfile.parse(name);
                compare(cluster, client, file, folder);
                pace(cluster, client, file);
            }
        }
        System.out.print(table.render());
        System.out.print("\n" + paced.render());
        return 0;
    }

    private List<BatchRecord> small(Payload payload) {
        List<BatchRecord> made = new ArrayList<>();
        for (BatchRecord record : payload.records()) {
            byte[] value = record.value();
            if (value != null) {
                made.add(new BatchRecord(
                        null,
                        Arrays.copyOf(value, Math.min(bytes, value.length)),
                        BatchRecord.NO_HEADERS,
                        NO_TIMESTAMP));
            }
        }
        return made;
    }

    private void build(Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("go", "build", "-C", root.resolve("clients").toString(), "-trimpath", "-o"));
        command.add(folder.resolve("loops") + "/");
        clients.forEach(client -> command.add("./overhead/" + client));
        ChildProgram.runToEnd(command, folder.resolve("build.log"), BUILD_SECONDS);
    }

    private void compare(EmbeddedCluster cluster, ClientProfile client, Path file, Path folder) throws Exception {
        PairedRounds<Run> runs = PairedRounds.run(
                client.label(),
                warmUp,
                rounds,
                seed,
                () -> onTopic(cluster, topic -> driver(cluster, client, topic, file)),
                () -> onTopic(cluster, topic -> loop(cluster, client, topic, file, folder)));
        row(client, runs, "records/s", "%,.0f", Run::recordsPerSecond);
        row(client, runs, "CPU, us a record", "%.3f", Run::cpuMicrosPerRecord);
    }

    private void row(
            ClientProfile client, PairedRounds<Run> runs, String figure, String format, ToDoubleFunction<Run> value) {
        double[] driver = runs.ours().stream().mapToDouble(value).toArray();
        double[] loop = runs.theirs().stream().mapToDouble(value).toArray();
        PairedComparison compared = PairedComparison.of(driver, loop, 1);
        table.row(
                client.label(),
                figure,
                Table.number(format, Arrays.stream(driver).average().orElse(0)),
                Table.number(format, Arrays.stream(loop).average().orElse(0)),
                Table.number("%.3f", compared.ratio().estimate()),
                Table.number(
                        "%.3f to %.3f", compared.ratio().low(), compared.ratio().high()),
                String.valueOf(driver.length));
    }

    private interface OnTopic<T> {
        T run(String topic) throws Exception;
    }

    private <T> T onTopic(EmbeddedCluster cluster, OnTopic<T> work) throws Exception {
        TopicSpec spec = new TopicSpec("overhead-" + topics++, PARTITIONS, 1, LoadTopics.NEEDED);
        try (TopicLease topic = TopicLease.create(cluster, spec, false, TIMEOUT)) {
            return work.run(topic.topic());
        }
    }

    private DriverLoad load(
            EmbeddedCluster cluster,
            ClientProfile client,
            String topic,
            Path file,
            DriverPace pace,
            OptionalLong limit) {
        return new DriverLoad(
                cluster.bootstrap(),
                List.of(topic),
                DriverSettings.translated(client, Map.of("compression.type", codec)),
                file,
                0,
                1,
                pace,
                1,
                limit,
                LATE,
                TIMEOUT);
    }

    private Run driver(EmbeddedCluster cluster, ClientProfile client, String topic, Path file) {
        try (DriverProcess driver =
                DriverProcess.start(new DriverPrograms(System.err::println, () -> false).command(client))) {
            driver.load(load(cluster, client, topic, file, new DriverPace.Unthrottled(), OptionalLong.of(records)));
            Duration before = driver.cpu().orElseThrow();
            long begin = System.nanoTime();
            driver.start(Instant.now());
            DriverResult result = driver.finish();
            long nanos = System.nanoTime() - begin;
            if (result.counts().acknowledged() != records) {
                throw new IllegalStateException(client.label() + " failed to send: " + result.errors());
            }
            return run(nanos, driver.cpu().orElseThrow().minus(before));
        }
    }

    private Run loop(EmbeddedCluster cluster, ClientProfile client, String topic, Path file, Path folder)
            throws IOException {
        Process process = new ProcessBuilder(
                        folder.resolve("loops").resolve(client.label()).toString(),
                        cluster.bootstrap(),
                        topic,
                        file.toString(),
                        String.valueOf(records),
                        codec)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = process.inputReader()) {
            require("ready", lines.readLine());
            Duration before = cpu(process);
            long begin = System.nanoTime();
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            require("done", lines.readLine());
            long nanos = System.nanoTime() - begin;
            return run(nanos, cpu(process).minus(before));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void require(String wanted, String line) {
        if (!wanted.equals(line)) {
            throw new IllegalStateException("the loop ended without '" + wanted + "'");
        }
    }

    private static Duration cpu(Process process) {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    private Run run(long nanos, Duration cpu) {
        return new Run(records * 1e9 / nanos, cpu.toNanos() / 1e3 / records);
    }

    private void pace(EmbeddedCluster cluster, ClientProfile client, Path file) throws Exception {
        onTopic(cluster, topic -> {
            try (DriverProcess driver =
                    DriverProcess.start(new DriverPrograms(System.err::println, () -> false).command(client))) {
                long limit = (long) (5 * rate);
                driver.load(
                        load(cluster, client, topic, file, new DriverPace.Even(rate, 0, 1), OptionalLong.of(limit)));
                Duration before = driver.cpu().orElseThrow();
                long begin = System.nanoTime();
                driver.start(Instant.now());
                DriverResult result = driver.finish();
                double seconds = (System.nanoTime() - begin) / 1e9;
                paced.row(
                        client.label(),
                        Table.number("%,.0f", rate),
                        Table.number("%,.0f", result.counts().acknowledged() / seconds),
                        Table.number("%.2f %%", 100.0 * result.counts().late() / limit),
                        Table.number("%.1f", result.counts().maxLateNanos() / 1e6),
                        Table.number(
                                "%.2f", driver.cpu().orElseThrow().minus(before).toNanos() / 1e9 / seconds),
                        String.valueOf(result.counts().failed()));
                return result;
            }
        });
    }
}
