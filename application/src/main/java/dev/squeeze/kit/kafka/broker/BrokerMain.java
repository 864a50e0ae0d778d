package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.environment.child.RequestServer;
import dev.squeeze.kit.environment.child.TerminalSignals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka broker and controller in a JVM of its own, running as long as the parent process keeps the other end of its standard
 * input open. The end of that pipe is the only sign that is also received if the parent is killed. It prints one line to standard
 * output, {@link #READY} or {@link #FAILED}, and then answers each {@link ChildRequest} from the pipe with one more line;
 * everything else goes into its log.
 */
public final class BrokerMain {
    /** The line that reports that clients are served. */
    public static final String READY = "squeeze-broker ready";
    /** The start of the line that reports why the broker did not start. */
    public static final String FAILED = "squeeze-broker failed: ";

    /** In a broker's folder: its Kafka settings. */
    public static final String SETTINGS_FILE = "broker.properties";
    /** In a broker's folder: Kafka's log.dirs. */
    public static final String DATA_FOLDER = "data";
    /** In a broker's folder: the broker's log; {@code broker.1.log} is the previous part. */
    public static final String LOG_FILE = "broker.0.log";

    /** The listener name of the controllers in the settings. */
    public static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final int MAX_CAUSE_DEPTH = 10;
    private static final long SHUTDOWN_TIMEOUT_MILLIS = 10_000;
    /** Logs are closed well within this time; after that, the voters would wait 5 s for one another to take over. */
    private static final long TEMPORARY_TIMEOUT_MILLIS = 1_500;

    private static final Logger LOG = Logger.getLogger(BrokerMain.class.getName());

    private final Path folder;
    private final List<Path> deletedAtEnd;

    @SuppressWarnings("UnusedVariable") // Keeps the lock from being released.
    private final FileLock claim;

    private final AtomicBoolean ending = new AtomicBoolean();
    private volatile boolean parentGone;
    private volatile @Nullable KafkaRaftServer server;

    private BrokerMain(Path folder, FileLock claim, List<Path> deletedAtEnd) {
        this.folder = folder;
        this.claim = claim;
        this.deletedAtEnd = deletedAtEnd;
    }

    /**
     * Runs the broker until standard input ends.
     *
     * @param args the broker's folder, which contains {@link #SETTINGS_FILE}; the cluster id; what to delete at the end: files, and
     *     the folder of the whole cluster if nothing is kept
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            throw new IllegalArgumentException("takes a folder, a cluster id and what to delete at the end");
        }
        PrintStream parent = System.out;
        System.setOut(System.err);
        Path folder = Path.of(args[0]);
        List<Path> deleted = Arrays.stream(args, 2, args.length).map(Path::of).toList();
        TerminalSignals.ignore(failure -> LOG.log(Level.WARNING, "signals are not ignored", failure));
        try {
            FileLock claim = TemporaryFolder.claim(folder);
            BrokerLog.writeTo(folder);
            BrokerMain main = new BrokerMain(folder, claim, deleted);
            InputStream pipe = System.in;
            // Install the hook before the watch, which may end this process immediately.
            Runtime.getRuntime().addShutdownHook(new Thread(main::end, "squeeze-shutdown"));
            RequestServer requests = new RequestServer(
                    Map.of(ChildRequest.USAGE, () -> BrokerSnapshot.current().encoded()),
                    line -> say(parent, line),
                    failure -> LOG.log(Level.WARNING, "a request of the parent failed", failure));
            new Thread(() -> main.endWithParent(pipe, requests), "squeeze-parent-watch").start();
            main.start(args[1], parent);
        } catch (IOException e) {
            say(parent, FAILED + RequestServer.oneLine(e));
        }
    }

    private void start(String clusterId, PrintStream parent) {
        try {
            Properties settings = new Properties();
            try (BufferedReader reader = Files.newBufferedReader(folder.resolve(SETTINGS_FILE))) {
                settings.load(reader);
            }
            KafkaConfig config = KafkaConfig.fromProps(settings, false);
            format(clusterId, config.nodeId());
            KafkaRaftServer broker = new KafkaRaftServer(config, Time.SYSTEM);
            server = broker;
            broker.startup();
            say(parent, READY);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            if (!ending.get()) {
                // The parent reads the log before it closes the pipe to this process.
                LOG.log(Level.SEVERE, "the broker did not start", e);
                say(parent, FAILED + innermost(e));
            }
        }
    }

    /** Equivalent of kafka-storage.sh format; a folder that is already formatted is left alone. */
    private void format(String clusterId, int nodeId) throws Exception {
        Path data = folder.resolve(DATA_FOLDER);
        if (Files.exists(data.resolve("meta.properties"))) {
            return;
        }
        new Formatter()
                .setPrintStream(System.err)
                .setClusterId(clusterId)
                .setNodeId(nodeId)
                .setControllerListenerName(CONTROLLER_LISTENER)
                .addDirectory(data.toString())
                .setMetadataLogDirectory(data.toString())
                .run();
    }

    private static void say(PrintStream parent, String line) {
        parent.println(line);
        parent.flush();
    }

    /** Kafka wraps the reason, as in "Unable to create ...: java.net.BindException: Address already in use". */
    private static String innermost(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause.getCause() != null && depth < MAX_CAUSE_DEPTH; depth++) {
            cause = cause.getCause();
        }
        String outer = RequestServer.oneLine(thrown);
        return cause == thrown || outer.contains(RequestServer.oneLine(cause))
                ? outer
                : outer + ": " + RequestServer.oneLine(cause);
    }

    private void endWithParent(InputStream pipe, RequestServer requests) {
        try {
            requests.serve(pipe);
        } catch (IOException e) {
            LOG.log(Level.FINE, "the pipe to the parent broke", e);
        }
        parentGone = true;
        System.exit(0);
    }

    /** Runs as a shutdown hook, after the parent has ended or on SIGTERM. */
    private void end() {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        // Kafka halts when its folder is deleted, as happens below: the deletion must be able to complete.
        Exit.setHaltProcedure((code, message) -> LOG.log(Level.FINE, "no halt: {0}", message));
        boolean temporary = deletedAtEnd.stream().anyMatch(folder::startsWith);
        Thread stopper = DaemonThreads.start(this::stopServer, "squeeze-stop");
        try {
            stopper.join(temporary ? TEMPORARY_TIMEOUT_MILLIS : SHUTDOWN_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (parentGone) {
            deletedAtEnd.forEach(path -> TemporaryFolder.delete(path, folder));
        }
    }

    private void stopServer() {
        KafkaRaftServer broker = server;
        if (broker == null) {
            return;
        }
        try {
            broker.shutdown();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the broker did not shut down cleanly", e);
        }
    }
}
