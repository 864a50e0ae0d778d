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

/** What a cluster keeps on disk: a file about itself, and a folder for each broker. One process holds it at a time. */
final class DataFolder implements AutoCloseable {
    /** How the name of a temporary folder begins. */
    static final String TEMPORARY_PREFIX = "squeeze-cluster-";

    private static final String ABOUT_FILE = "cluster.properties";
    private static final String CLUSTER_ID = "cluster.id";
    private static final String BROKERS = "brokers";
    /** Less than this for each broker and it would fail soon after its start. */
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

    /** @throws ClusterException when it cannot be written to, is in use, or holds something else */
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
                    throw new ClusterException(root + " holds other files and no cluster: name an empty or new folder");
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
            // Held by this very process.
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
            throw new ClusterException(file + " names no " + CLUSTER_ID + ": name another folder");
        }
        if (asked.isPresent() && asked.getAsInt() != brokers) {
            throw new ClusterException(root + " holds a cluster of " + brokers + (brokers == 1 ? " broker" : " brokers")
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
            // Said below.
        }
        throw new ClusterException(file + " has no valid number of " + BROKERS + ": '" + text + "'");
    }

    private static void requireSpace(Path root, boolean temporary, int brokers) {
        // Of the file system itself: a FileStore is looked up in the table of mounts, which need not name the root of a
        // container.
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

    /** How a user puts the data somewhere else. */
    private static String elsewhere(boolean temporary) {
        return temporary
                ? "name another with SQUEEZE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER"
                : "name another with --data-dir";
    }

    String elsewhere() {
        return elsewhere(temporary);
    }

    /** The empty or kept folder of one broker, with the folders that it expects in it. */
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

    /** Where a broker unpacks its native libraries, so that it leaves none in the system's folder when it is killed. */
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

    /** Gives the folder back; a temporary one is deleted. Every broker must have ended. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ClusterException("the lock of " + root + " could not be given back: " + e.getMessage(), e);
        } finally {
            if (temporary && !TemporaryFolder.deleteTree(root)) {
                throw new ClusterException("the temporary folder " + root + " could not be deleted: delete it");
            }
        }
    }
}
