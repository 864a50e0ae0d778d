package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.BrokerMain;
import dev.squeeze.kit.kafka.broker.TemporaryFolder;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The data of a cluster on disk: a file with its id and number of brokers, and a folder for each broker. Only one process can use
 * it at a time.
 */
final class DataFolder implements AutoCloseable {
    /** Prefix of the names of temporary folders. */
    static final String TEMPORARY_PREFIX = "squeeze-cluster-";

    private static final String ABOUT_FILE = "cluster.properties";
    private static final String CLUSTER_ID = "cluster.id";
    private static final String BROKERS = "brokers";
    /** With less than this free for each broker, it would fail soon after its start. */
    private static final long MIN_FREE_BYTES = 100 * ByteCount.MIB;

    private final Path root;
    private final boolean temporary;
    private final FileChannel channel;
    private final String clusterId;
    private final int brokers;

    private DataFolder(Path root, boolean temporary, FileChannel channel, String clusterId, int brokers) {
        this.root = root;
        this.temporary = temporary;
        this.channel = channel;
        this.clusterId = clusterId;
        this.brokers = brokers;
    }

    /** @throws ClusterException if it cannot be written to, is in use, or contains something else */
    static DataFolder open(ClusterOptions options) {
        boolean temporary = options.dataFolder().isEmpty();
        Path root = temporary ? createTemporary() : create(options.dataFolder().get());
        try {
            FileChannel channel = lock(root);
            try {
                return read(root, temporary, channel, options.brokers());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            if (temporary) {
                TemporaryFolder.deleteTree(root);
            }
            throw unwritable(root, temporary, e);
        } catch (RuntimeException e) {
            if (temporary) {
                TemporaryFolder.deleteTree(root);
            }
            throw e;
        }
    }

    private static Path createTemporary() {
        try {
            Path root = Files.createTempDirectory(TEMPORARY_PREFIX);
            AbandonedFolders.delete(root, TEMPORARY_PREFIX);
            return root;
        } catch (IOException e) {
            throw unwritable(Path.of(System.getProperty("java.io.tmpdir")), true, e);
        }
    }

    private static Path create(Path root) {
        try {
            Files.createDirectories(root);
            try (Stream<Path> entries = Files.list(root)) {
                if (!Files.exists(root.resolve(ABOUT_FILE))
                        && entries.anyMatch(entry -> !entry.endsWith(AbandonedFolders.LOCK_FILE))) {
                    throw new ClusterException(
                            root + " contains other files and no cluster: name an empty or new folder");
                }
            }
            return root;
        } catch (IOException e) {
            throw unwritable(root, false, e);
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel = FileChannel.open(
                root.resolve(AbandonedFolders.LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Locked by this process.
        }
        if (lock == null) {
            channel.close();
            throw new ClusterException("a cluster is running in " + root + ": stop it with 'squeeze cluster stop "
                    + "--data-dir " + root + "', or name another folder");
        }
        return channel;
    }

    private static DataFolder read(Path root, boolean temporary, FileChannel channel, OptionalInt asked)
            throws IOException {
        Properties about = new Properties();
        Path file = root.resolve(ABOUT_FILE);
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                about.load(reader);
            }
        } else {
            about.setProperty(CLUSTER_ID, Uuid.randomUuid().toString());
            about.setProperty(BROKERS, String.valueOf(asked.orElse(1)));
            try (Writer writer = Files.newBufferedWriter(file)) {
                about.store(writer, "A Kafka cluster of squeeze cluster");
            }
        }
        String clusterId = about.getProperty(CLUSTER_ID, "");
        int brokers = brokers(about.getProperty(BROKERS, ""), file);
        if (clusterId.isEmpty()) {
            throw new ClusterException(file + " contains no " + CLUSTER_ID + ": name another folder");
        }
        if (asked.isPresent() && asked.getAsInt() != brokers) {
            throw new ClusterException(
                    root + " contains a cluster of " + brokers + (brokers == 1 ? " broker" : " brokers")
                            + ": start it with --brokers " + brokers + ", or name another folder");
        }
        requireSpace(root, temporary, brokers);
        return new DataFolder(root, temporary, channel, clusterId, brokers);
    }

    private static int brokers(String text, Path file) {
        try {
            int brokers = Integer.parseInt(text);
            if (brokers >= 1 && brokers <= ClusterOptions.MAX_BROKERS) {
                return brokers;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new ClusterException(file + " has no valid number of " + BROKERS + ": '" + text + "'");
    }

    private static void requireSpace(Path root, boolean temporary, int brokers) {
        // Queried from the file system directly: a FileStore is looked up in the mount table, which need not contain
        // the root of a container.
        long free = root.toFile().getUsableSpace();
        if (free < brokers * MIN_FREE_BYTES) {
            throw new ClusterException("only " + new ByteCount(free) + " are free in " + root + ", and "
                    + (brokers == 1 ? "a broker needs " : brokers + " brokers need ")
                    + new ByteCount(brokers * MIN_FREE_BYTES) + " to start: free some, or " + elsewhere(temporary));
        }
    }

    private static ClusterException unwritable(Path root, boolean temporary, IOException e) {
        String reason = e.getMessage();
        if (e instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (e instanceof FileAlreadyExistsException) {
            reason = "it is a file";
        } else if (e instanceof NoSuchFileException) {
            reason = "it cannot be created there";
        } else if (e instanceof FileSystemException file && file.getReason() != null) {
            reason = file.getReason();
        }
        return new ClusterException(
                "the data folder " + root + " cannot be written to: " + reason + "; " + elsewhere(temporary), e);
    }

    /** How to use another folder, as the end of a sentence. */
    private static String elsewhere(boolean temporary) {
        return temporary
                ? "name another with SQUEEZE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER"
                : "name another with --data-dir";
    }

    String elsewhere() {
        return elsewhere(temporary);
    }

    /** Creates or reuses the folder of one broker, with the subfolders that it expects. */
    Path prepareBroker(int node) {
        Path folder = broker(node);
        try {
            Files.createDirectories(folder.resolve(BrokerMain.DATA_FOLDER));
            TemporaryFolder.deleteTree(scratch(node));
            Files.createDirectories(scratch(node));
            return folder;
        } catch (IOException e) {
            throw unwritable(folder, temporary, e);
        }
    }

    Path broker(int node) {
        return root.resolve("broker-" + node);
    }

    /** Where a broker extracts its native libraries, so that none remain in the system's temporary folder if it is killed. */
    Path scratch(int node) {
        return broker(node).resolve("tmp");
    }

    Path root() {
        return root;
    }

    boolean isTemporary() {
        return temporary;
    }

    String clusterId() {
        return clusterId;
    }

    int brokers() {
        return brokers;
    }

    /** Releases the folder; a temporary one is deleted. Every broker must have ended. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ClusterException("the lock of " + root + " could not be released: " + e.getMessage(), e);
        } finally {
            if (temporary && !TemporaryFolder.deleteTree(root)) {
                throw new ClusterException("the temporary folder " + root + " could not be deleted: delete it");
            }
        }
    }
}
