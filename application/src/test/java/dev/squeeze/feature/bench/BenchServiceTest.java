package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.squeeze.BrokerForTests;
import dev.squeeze.ControlC;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import dev.squeeze.feature.gateway.RunningGateway;
import dev.squeeze.kit.cli.ExitCode;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sending over HTTP through the real entry point: to the user's service, and to gateways that bench starts. */
@Tag("live")
@Timeout(180)
class BenchServiceTest {
    private static final String TARGET = "bench-service-target";
    private static final double TRIAL_SECONDS = 0.5;
    private static final String[] SHORT = {"--trial", "500ms", "--budget", "500ms", "--rounds", "1", "--json"};

    private static @Nullable Invocation gatewayForEachArm;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aServiceGetsEveryRecordThatIsCountedAndNothingIsGuessedOfIt() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        broker.create(TARGET, 2, Map.of());
        RunningGateway gateway = RunningGateway.start(broker.address(), "--ack", "broker");

        Invocation run = bench(
                "--target",
                gateway.address() + "/topics/" + TARGET,
                "--connections",
                "4",
                "--rate",
                "200",
                "--threshold",
                "refused<=0",
                "--threshold",
                "p99<0.000001ms");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        JsonNode document = run.document();
        JsonNode metrics = document.at("/arms/0/metrics");
        assertThat(document.at("/thresholds/0/met").asBoolean()).isTrue();
        assertThat(document.at("/cluster/service/own").asBoolean()).isFalse();
        // At the given rate, or more slowly on a slow machine, but not faster.
        assertThat(metrics.at("/records-per-second/estimate").asDouble()).isBetween(1.0, 300.0);
        assertThat(metrics.has("client-cpu")).isTrue();
        assertThat(metrics.has("ratio")).isFalse();
        assertThat(metrics.has("broker-cpu")).isFalse();
        assertThat(metrics.has("wire-mib-per-second")).isFalse();
        assertThat(document.get("notes").toString()).contains("Only the responses of this service are visible");
        String end = gateway.stop().err();
        List<Integer> read =
                List.of(broker.read(TARGET, 0).size(), broker.read(TARGET, 1).size());
        int accepted = read.get(0) + read.get(1);
        assertThat(end)
                .as("records of each partition %s, end offsets %s", read, broker.endOffsets(TARGET))
                .contains("acknowledged " + String.format(Locale.ROOT, "%,d", accepted));
        // The window is not shorter than requested.
        assertThat(metrics.at("/records-per-second/estimate").asDouble() * TRIAL_SECONDS)
                .isLessThanOrEqualTo(accepted);
        // More of them than records in the topic where the machine was too slow: one that was due and never sent
        // counts with the time that it waited.
        assertThat(document.at("/arms/0/latencies/acknowledge/n").asInt()).isPositive();
    }

    @Test
    void refusalsAreCountedByStatusAndAreNoFailureOfTheRun() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(requests.incrementAndGet() % 2 == 0 ? 429 : 200, -1);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort();

            Invocation run = bench("--target", address, "--target-path", "/in", "--connections", "2", "--rate", "100");

            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
            JsonNode arm = run.document().at("/arms/0");
            assertThat(arm.at("/refusedByStatus/429").asLong()).isPositive();
            assertThat(arm.at("/metrics/refused/estimate").asDouble()).isBetween(0.3, 0.7);
            server.removeContext("/");
            Invocation nothing = bench("--target", address + "/gone", "--connections", "2", "--rate", "100");
            assertThat(nothing.code()).isEqualTo(ExitCode.FAILED);
            assertThat(nothing.out() + nothing.err()).contains("accepted no record and answered 404");
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    /**
     * One run with a gateway for each arm, shared by {@link #aGatewayOfItsOwnForEachArmIsVerifiedAndItsCpuIsSeparate}
     * and {@link #theLockThatWorkersQueueForIsNamedWithWhoHoldsItAndItsShare}. At this rate, such a slow codec keeps
     * all workers busy.
     */
    private static synchronized Invocation gatewayForEachArm() {
        Invocation run = gatewayForEachArm;
        if (run == null) {
            List<ProcessHandle> before = ProcessHandle.current().children().toList();
            List<String> args = new ArrayList<>(List.of("bench", "sample:json-documents", "--gateway"));
            args.addAll(List.of("--codecs", "none,gzip:9", "--connections", "8", "--threads", "4"));
            args.addAll(List.of("--rate", "300", "--partitions", "3", "--profile"));
            args.addAll(List.of(SHORT));
            run = Invocation.of(args.toArray(String[]::new));
            // The broker that tests share may be running.
            assertThat(ProcessHandle.current().children()).isSubsetOf(before);
            gatewayForEachArm = run;
        }
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    @Test
    void aGatewayOfItsOwnForEachArmIsVerifiedAndItsCpuIsSeparate() {
        JsonNode document = gatewayForEachArm().document();
        assertThat(document.at("/cluster/service/acknowledge").asText()).isEqualTo("queued");
        assertThat(document.get("arms")).hasSize(2);
        for (JsonNode arm : document.get("arms")) {
            assertThat(arm.get("problems")).isEmpty();
            assertThat(arm.get("metrics").fieldNames())
                    .toIterable()
                    .contains(
                            "service-cpu",
                            "service-worker-cpu",
                            "broker-cpu",
                            "client-cpu",
                            "records-per-batch",
                            "ratio");
            assertThat(arm.get("metrics").has("producer-cpu")).isFalse();
        }
        assertThat(document.at("/arms/1/metrics/ratio/estimate").asDouble())
                .isGreaterThan(document.at("/arms/0/metrics/ratio/estimate").asDouble());
        assertThat(document.at("/profiles/1/roles").findValuesAsText("process"))
                .contains("client", "service", "brokers");
        assertThat(document.at("/arms/1/metrics/service-cores/estimate").asDouble())
                .isPositive();
        assertThat(document.at("/arms/1/metrics/broker-cores/estimate").asDouble())
                .isPositive();
    }

    @Test
    void theLockThatWorkersQueueForIsNamedWithWhoHoldsItAndItsShare() {
        assertThat(gatewayForEachArm().document().at("/profiles/1/roles"))
                .filteredOn(role -> role.get("process").asText().equals("service")
                        && role.get("role").asText().equals("worker"))
                .singleElement()
                .satisfies(workers -> assertThat(workers.get("monitors"))
                        .filteredOn(monitor -> monitor.get("method").asText().endsWith("RecordAccumulator.append"))
                        .singleElement()
                        .satisfies(monitor -> {
                            assertThat(monitor.get("monitor").asText()).isEqualTo("java.util.ArrayDeque");
                            assertThat(monitor.get("heldBy").asText()).isEqualTo("worker");
                            assertThat(monitor.get("shareOfTime").asDouble()).isBetween(0.01, 1.0);
                        }));
    }

    @Test
    void gatewaysWriteToTheUsersClusterAndItsTopicsAreGoneAfterwards() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        Set<String> before = broker.topics();
        Invocation run = bench(
                "--gateway",
                "--bootstrap-server",
                broker.address(),
                "--command-property",
                "client.id=squeeze-test",
                "--codecs",
                "zstd",
                "--connections",
                "4",
                "--rate",
                "200",
                "--partitions",
                "2");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        JsonNode document = run.document();
        assertThat(document.at("/cluster/embedded").asBoolean()).isFalse();
        assertThat(document.at("/arms/0/problems")).isEmpty();
        assertThat(document.at("/arms/0/metrics/ratio/estimate").asDouble()).isGreaterThan(1);
        assertThat(broker.topics()).isEqualTo(before);
    }

    /** A terminal sends Ctrl-C to the gateways too, which must serve until the trial has ended. */
    @Test
    void controlCKeepsWhatWasMeasuredThroughAGateway() throws Exception {
        Path json = folder.resolve("x.json");
        List<String> command = ControlC.java("-Xmx512m", "-cp", System.getProperty("java.class.path"));
        command.addAll(List.of("dev.squeeze.Squeeze", "bench", records(), "--gateway", "--codecs", "zstd"));
        command.addAll(List.of("--bootstrap-server", BrokerForTests.shared().address(), "--partitions", "2"));
        command.addAll(List.of("--connections", "4", "--rate", "200", "--trial", "60s", "--rounds", "1"));
        command.addAll(List.of("--budget", "500ms", "--output", json.toString()));
        Process bench = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        StringBuilder progress = new StringBuilder();
        try (BufferedReader lines = bench.errorReader()) {
            boolean sent = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                progress.append(line).append('\n');
                if (!sent && line.startsWith("round 1, zstd")) {
                    sent = true;
                    TimeUnit.SECONDS.sleep(4);
                    for (ProcessHandle gateway : bench.descendants().toList()) {
                        ControlC.to(gateway.pid());
                    }
                    ControlC.to(bench.pid());
                }
            }
            assertThat(bench.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            bench.descendants().forEach(ProcessHandle::destroyForcibly);
            bench.destroyForcibly();
        }

        assertThat(bench.exitValue()).as("%s", progress).isEqualTo(ExitCode.INTERRUPTED);
        JsonNode arm = ResultSchema.parse(Files.readString(json)).at("/arms/0");
        assertThat(arm.at("/problems")).isEmpty();
        assertThat(arm.at("/interruptedAfterSeconds").asDouble()).isBetween(1.0, 30.0);
        assertThat(arm.at("/metrics/records-per-second/estimate").asDouble()).isBetween(100.0, 300.0);
    }

    /** An arm's gateway keeps running from one trial to the next, and its counts continue. */
    @Test
    void theFirstSecondOfATrialHasTheBytesOfThatSecondAlone() throws Exception {
        Path series = folder.resolve("seconds.csv");

        Invocation run = Invocation.of(
                "bench",
                records(),
                "--gateway",
                "--codecs",
                "none",
                "--bootstrap-server",
                BrokerForTests.shared().address(),
                "--partitions",
                "2",
                "--connections",
                "4",
                "--rate",
                "400",
                "--trial",
                "2s",
                "--rounds",
                "3",
                "--budget",
                "500ms",
                "--series",
                series.toString());

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        List<String> rows = Files.readAllLines(series);
        int wire = List.of(rows.get(0).split(",")).indexOf("wire_bytes_per_second");
        int payload = List.of(rows.get(0).split(",")).indexOf("payload_bytes_per_second");
        assertThat(rows.subList(1, rows.size())).hasSizeGreaterThan(5).allSatisfy(row -> {
            String[] cells = row.split(",");
            assertThat(Double.parseDouble(cells[wire])).isLessThan(4 * Double.parseDouble(cells[payload]));
        });
    }

    @Test
    void whatDoesNotGoTogetherIsSaidBeforeAnythingStarts() throws Exception {
        String file = records();
        refused(file, "--target http://127.0.0.1:1", "--target-path");
        refused(file, "--target http://127.0.0.1:1/in --codecs zstd", "--rate", "--gateway");
        refused(file, "--target http://127.0.0.1:1/in --gateway", "leave --gateway out");
        refused(file, "--target ftp://127.0.0.1/in", "http://");
        refused(file, "--connections 4", "--gateway");
        refused(file, "--gateway --raw", "--raw");
        refused(file, "--gateway --producers 2", "--threads");
        refused(file, "--gateway --producer-property sasl.jaas.config=x", "--command-config");
        refused(file, "--target http://127.0.0.1:1/in --profile", "--profile");
    }

    private static void refused(String file, String flags, String... parts) {
        String[] args = ("bench " + file + " " + flags).split(" ", -1);
        Invocation.of(args).expectRefusal(ExitCode.USAGE, parts);
    }

    private Invocation bench(String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of("bench", records()));
        args.addAll(List.of(more));
        args.addAll(List.of(SHORT));
        return Invocation.of(args.toArray(String[]::new));
    }

    private String records() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            lines.append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"visitor\",\"page\":\"/products/")
                    .append(i % 7)
                    .append("\"}\n");
        }
        return Files.writeString(folder.resolve("records.jsonl"), lines).toString();
    }
}
