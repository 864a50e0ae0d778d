package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.TemporaryFolder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A cluster run by another process of this user, announced by a small file in the system's temporary folder.
 *
 * @param pid the process that runs the cluster and stops it on SIGTERM
 * @param started when that process started, because process ids are reused
 */
public record RunningCluster(Path file, long pid, Instant started, String bootstrap, Path dataFolder) {
    private static final String PREFIX = DataFolder.TEMPORARY_PREFIX + "state-";
    private static final String SUFFIX = ".properties";

    /**
     * A new name for the file that announces a cluster of this process. The name cannot be guessed: otherwise another user could
     * create a file of that name in the temporary folder, which everybody can write to.
     */
    public static Path newFile() {
        return folder().resolve(PREFIX + UUID.randomUUID() + SUFFIX);
    }

    private static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /**
     * Writes the file with which other processes of this user find the cluster.
     *
     * @param file from {@link #newFile}
     */
    public static void announce(EmbeddedCluster cluster, Path file) {
        ProcessHandle self = ProcessHandle.current();
        Properties state = new Properties();
        state.setProperty("pid", String.valueOf(self.pid()));
        state.setProperty("started", String.valueOf(startOf(self).toEpochMilli()));
        state.setProperty("bootstrap", cluster.bootstrap());
        state.setProperty("data", cluster.dataFolder().toString());
        try {
            // Only accessible to this user, and moved into place when complete, so that no process reads a partial
            // file.
            Path made = Files.createTempFile(folder(), PREFIX, ".new");
            try (Writer writer = Files.newBufferedWriter(made)) {
                state.store(writer, "A running cluster of squeeze cluster");
            }
            Files.move(made, file);
        } catch (IOException e) {
            throw new ClusterException(
                    "the file " + file + ", by which 'squeeze cluster stop' finds the cluster, cannot be " + "written: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Deletes the file of {@link #announce}, if it was written. */
    public static void withdraw(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ClusterException("the file " + file + " cannot be deleted: " + e.getMessage(), e);
        }
    }

    /** The running clusters of this user; files of clusters that no longer run are deleted. */
    public static List<RunningCluster> all() {
        List<RunningCluster> found = new ArrayList<>();
        UserPrincipal user = thisUser();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                // Files of other users are neither trusted nor deleted.
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !TemporaryFolder.isOnlyFor(user, file)) {
                    continue;
                }
                Optional<RunningCluster> state = read(file);
                if (state.isPresent() && state.get().process().isPresent()) {
                    found.add(state.get());
                } else {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new ClusterException(
                    "running clusters cannot be looked up in " + folder() + ": " + e.getMessage(), e);
        }
        return found;
    }

    private static Optional<RunningCluster> read(Path file) {
        Properties state = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            state.load(reader);
            return Optional.of(new RunningCluster(
                    file,
                    Long.parseLong(state.getProperty("pid", "")),
                    Instant.ofEpochMilli(Long.parseLong(state.getProperty("started", ""))),
                    state.getProperty("bootstrap", ""),
                    Path.of(state.getProperty("data", ""))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The owner of a new file: a user without an entry in the user database has no name to compare. */
    private static UserPrincipal thisUser() {
        try {
            Path made = Files.createTempFile(folder(), PREFIX, ".owner");
            try {
                return Files.getOwner(made);
            } finally {
                Files.delete(made);
            }
        } catch (IOException e) {
            throw new ClusterException("no file can be created in " + folder() + ": " + e.getMessage(), e);
        }
    }

    private Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(handle -> startOf(handle).equals(started));
    }

    private static Instant startOf(ProcessHandle handle) {
        Instant start = handle.info().startInstant().orElse(Instant.EPOCH);
        return Instant.ofEpochMilli(start.toEpochMilli());
    }

    /**
     * Stops the cluster and waits for its process to end.
     *
     * @throws ClusterException if it does not end
     */
    public void stop(long timeoutSeconds) {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy()) {
            throw new ClusterException("process " + pid + " of the cluster at " + bootstrap + " cannot be terminated");
        }
        try {
            process.get().onExit().get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ClusterException(
                    "process " + pid + " of the cluster at " + bootstrap + " has not ended after " + timeoutSeconds
                            + " s: end it with kill -9, its brokers end with it",
                    e);
        } catch (ExecutionException e) {
            throw new ClusterException("process " + pid + " cannot be waited for: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
