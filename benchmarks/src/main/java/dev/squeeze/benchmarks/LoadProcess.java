package dev.squeeze.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A process that sends without workers, and its counterpart in the parent. It runs a trial for each line that it reads,
 * which contains the topic's name, and answers with the figures. At both ends of a window it has the parent query the
 * brokers, and waits until that is done.
 */
final class LoadProcess implements AutoCloseable {
    private static final String READY = "ready";
    private static final String MARK = "mark";
    private static final String FIGURES = "figures ";
    private static final long END_SECONDS = 10;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;

    private LoadProcess(Process process) {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** Waits until it is ready. */
    static LoadProcess start(List<String> command) throws IOException {
        LoadProcess started = new LoadProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        while (!started.next().equals(READY)) {
            // Log output of a library.
        }
        return started;
    }

    private String next() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IllegalStateException("the process that sends without workers ended: its words are above");
        }
        return line;
    }

    /** @param brokers queried at both ends of the window */
    LoadFigures trial(String topic, Supplier<List<BrokerUsage>> brokers) throws IOException {
        orders.println(topic);
        long beganNanos = 0;
        long nanos = 0;
        while (true) {
            String line = next();
            if (line.equals(MARK)) {
                beganNanos = nanos;
                nanos = LoadFigures.brokerNanos(brokers.get());
                orders.println(MARK);
            } else if (line.startsWith(FIGURES)) {
                return JSON.readValue(line.substring(FIGURES.length()), LoadFigures.class)
                        .withBrokers(nanos - beganNanos);
            }
        }
    }

    @Override
    public void close() {
        orders.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        System.exit(CommandLines.run(new Sender(), args));
    }

    /** The program that runs in the process. */
    @Command(name = "load")
    static final class Sender implements Callable<Integer> {
        private final BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

        @Parameters
        String source = "";

        @Mixin
        OverheadLoad load = new OverheadLoad();

        @Option(names = "--bootstrap-server", required = true)
        String bootstrap = "";

        @Option(names = "--seed", defaultValue = "1")
        long seed;

        @Override
        public Integer call() throws Exception {
            // As workers and bench do.
            JvmUsage.timeContention();
            Payload payload =
                    SourceRecords.payload(source, seed, Environment.current().cores());
            LoadTarget target = LoadTarget.of(new LiveCluster(
                    new RemoteCluster(bootstrap, Map.of()), Optional.of(this::haveBrokersAsked), () -> {}));
            System.out.println(READY);
            for (String topic = orders.readLine(); topic != null; topic = orders.readLine()) {
                LoadFigures figures = LoadFigures.of(load.trial(target, topic, payload));
                System.out.println(FIGURES + JSON.writeValueAsString(figures));
            }
            return 0;
        }

        private List<BrokerUsage> haveBrokersAsked() {
            System.out.println(MARK);
            try {
                orders.readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return List.of();
        }
    }
}
