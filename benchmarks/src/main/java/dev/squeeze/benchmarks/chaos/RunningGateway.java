package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The gateway's process, and the faults that are injected into it. */
final class RunningGateway {
    private static final long MAX_DRAIN_SECONDS = 180;

    private final Workspace workspace;
    private final Path folder;
    private final Figures figures;
    private final int port;
    private final boolean ackBroker;
    private final List<String> arguments;
    private int starts;
    private Optional<Child> child = Optional.empty();

    RunningGateway(Episode episode, String bootstrap, int port, boolean ackBroker) {
        this.workspace = episode.workspace();
        this.folder = episode.folder();
        this.figures = episode.figures();
        this.port = port;
        this.ackBroker = ackBroker;
        this.arguments = List.of(
                "gateway",
                "--bootstrap-server",
                bootstrap,
                "--listen",
                "127.0.0.1:" + port,
                "--ack",
                ackBroker ? "broker" : "queued",
                "--queue-records",
                "3000",
                "--queue-bytes",
                "16MiB",
                "--drain-timeout",
                MAX_DRAIN_SECONDS + "s",
                "--producer-property",
                "compression.type=lz4",
                "--producer-property",
                "linger.ms=20");
    }

    void start() throws InterruptedException {
        for (int attempt = 0; attempt < 5; attempt++) {
            Child started = Child.start(
                    workspace.distribution().squeeze(folder, arguments),
                    folder,
                    folder.resolve("gateway-" + ++starts + ".log"),
                    false);
            child = Optional.of(started);
            if (KafkaSide.await(60, () -> answers() || !started.isAlive()) && started.isAlive()) {
                return;
            }
            figures.note("gateway did not start at once: " + started.lastMessage(), 1);
            started.kill();
            TimeUnit.SECONDS.sleep(2);
        }
        throw new BrokenEpisodeException("the gateway did not start five times: see " + folder);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** @param deletedTopics whether accepted records may fail */
    void restart(Random random, boolean deletedTopics) throws InterruptedException {
        if (ackBroker && random.nextInt(3) > 0) {
            figures.fault("gateway (--ack broker): kill -9 and start again");
            child.ifPresent(Child::kill);
        } else if (random.nextInt(3) == 0) {
            figures.fault("gateway: SIGSTOP for 1 to 15 s");
            child.ifPresent(running -> running.signal("STOP"));
            try {
                TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(14_000));
            } finally {
                child.ifPresent(running -> running.signal("CONT"));
            }
            return;
        } else {
            figures.fault("gateway (--ack " + (ackBroker ? "broker" : "queued") + "): SIGTERM and start again");
            end(deletedTopics);
        }
        start();
    }

    /** Sends SIGTERM: the gateway has to deliver everything that it accepted, and to report that by its exit code. */
    void end(boolean deletedTopics) {
        if (child.isEmpty()) {
            return;
        }
        Child running = child.get();
        if (!running.isAlive()) {
            figures.unexplained("gateway ended by itself: " + running.lastMessage(), 1);
            return;
        }
        running.signal("TERM");
        if (!running.awaitExit(MAX_DRAIN_SECONDS + 40)) {
            figures.unexplained("gateway did not end within its drain timeout", 1);
            running.kill();
        } else if (running.exitCode() != 0 && !deletedTopics) {
            figures.note("gateway drained with exit code " + running.exitCode(), 1);
        }
    }
}
