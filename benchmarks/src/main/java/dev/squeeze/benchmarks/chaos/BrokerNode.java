package dev.squeeze.benchmarks.chaos;

import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** One broker that can be killed, paused and restarted at its address. */
final class BrokerNode {
    private static final long START_TIMEOUT_SECONDS = 120;

    private final Distribution distribution;
    private final Path folder;
    private final String clusterId;
    private final int node;
    private int starts;
    private Optional<Child> child = Optional.empty();

    BrokerNode(Distribution distribution, Path folder, String clusterId, int node, Properties settings)
            throws IOException {
        this.distribution = distribution;
        this.folder = folder;
        this.clusterId = clusterId;
        this.node = node;
        Files.createDirectories(data());
        Files.createDirectories(folder.resolve("tmp"));
        try (Writer writer = Files.newBufferedWriter(folder.resolve(BrokerMain.SETTINGS_FILE))) {
            settings.store(writer, "one broker of a chaos campaign");
        }
    }

    int node() {
        return node;
    }

    static Path data(Path brokerFolder) {
        return brokerFolder.resolve(BrokerMain.DATA_FOLDER);
    }

    Path data() {
        return data(folder);
    }

    Path folder() {
        return folder;
    }

    synchronized Child launch() {
        Child launched = Child.start(
                distribution.broker(folder, folder.resolve("tmp"), clusterId),
                folder,
                folder.resolve("console-" + ++starts + ".log"),
                true);
        child = Optional.of(launched);
        return launched;
    }

    /** Starts it and waits until it serves; tries again if its previous session has not ended yet. */
    void start() throws InterruptedException {
        for (int attempt = 0; attempt < 3; attempt++) {
            Child launched = launch();
            if (awaitDecision(launched, START_TIMEOUT_SECONDS)) {
                return;
            }
            launched.kill();
            TimeUnit.SECONDS.sleep(2);
        }
        throw new BrokenEpisodeException("broker " + node + " did not start: see " + folder);
    }

    /** Waits until it is ready, or has reported that it failed to start. @return whether it is ready */
    static boolean awaitDecision(Child launched, long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            String said = launched.said();
            if (said.contains(BrokerMain.READY)) {
                return true;
            }
            if (said.contains(BrokerMain.FAILED) || !launched.isAlive()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return false;
    }

    synchronized void kill() {
        child.ifPresent(Child::kill);
    }

    synchronized void signal(String signal) {
        child.ifPresent(running -> running.signal(signal));
    }

    /** A clean shutdown. */
    synchronized void stop() {
        child.ifPresent(running -> {
            running.closeInput();
            if (!running.awaitExit(40)) {
                running.kill();
            }
        });
    }
}
