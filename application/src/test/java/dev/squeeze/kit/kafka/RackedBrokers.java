package dev.squeeze.kit.kafka;

import dev.squeeze.TestPorts;
import dev.squeeze.kit.environment.child.ChildJvm;
import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/** Real brokers, each with a rack of its own. */
public final class RackedBrokers implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 20;

    private final List<Process> processes = new ArrayList<>();
    private final List<Integer> ports;

    private RackedBrokers(List<Integer> ports) {
        this.ports = ports;
    }

    /**
     * Starts one broker for each rack.
     *
     * @param more additional settings of every broker
     */
    public static RackedBrokers start(Path folder, List<String> racks, Map<String, String> more) throws IOException {
        int first = TestPorts.free(2 * racks.size());
        List<Integer> ports =
                IntStream.range(first, first + 2 * racks.size()).boxed().toList();
        RackedBrokers brokers = new RackedBrokers(ports.subList(0, racks.size()));
        String clusterId = Uuid.randomUuid().toString();
        for (int i = 0; i < racks.size(); i++) {
            Path own = Files.createDirectory(folder.resolve("broker-" + (i + 1)));
            try (Writer writer = Files.newBufferedWriter(own.resolve(BrokerMain.SETTINGS_FILE))) {
                Properties settings = settings(own, i, racks, ports);
                settings.putAll(more);
                settings.store(writer, null);
            }
            brokers.processes.add(launch(own, clusterId));
        }
        for (Process process : brokers.processes) {
            awaitReady(process);
        }
        return brokers;
    }

    private static Properties settings(Path folder, int index, List<String> racks, List<Integer> ports) {
        int brokers = racks.size();
        String voters = IntStream.range(0, brokers)
                .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(brokers + i))
                .collect(Collectors.joining(","));
        Properties settings = new Properties();
        settings.setProperty("node.id", String.valueOf(index + 1));
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty(
                "listeners",
                "PLAINTEXT://127.0.0.1:" + ports.get(index) + ",CONTROLLER://127.0.0.1:" + ports.get(brokers + index));
        settings.setProperty("controller.listener.names", BrokerMain.CONTROLLER_LISTENER);
        settings.setProperty("controller.quorum.voters", voters);
        settings.setProperty("log.dirs", folder.resolve(BrokerMain.DATA_FOLDER).toString());
        settings.setProperty("broker.rack", racks.get(index));
        settings.setProperty("controlled.shutdown.enable", "false");
        settings.setProperty("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        return settings;
    }

    private static Process launch(Path folder, String clusterId) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of(
                "-Dslf4j.provider=org.slf4j.jul.JULServiceProvider",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                folder.toString(),
                clusterId));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("console.log").toFile())
                .start();
    }

    private static void awaitReady(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (!BrokerMain.READY.equals(line)) {
            throw new AssertionError("a broker with a rack did not start: " + line);
        }
    }

    public String address() {
        return "127.0.0.1:" + ports.get(0);
    }

    /** A broker ends when its standard input is closed. */
    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            process.getOutputStream().close();
        }
        for (Process process : processes) {
            try {
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
