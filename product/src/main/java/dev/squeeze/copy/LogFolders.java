package dev.squeeze.copy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps brokers out of folders of logs for as long as we work on them: a broker holds a lock on the file {@code .lock} of each
 * of its {@code log.dirs} while it runs, and we hold the same.
 */
final class LogFolders implements AutoCloseable {
    private static final String LOCK = ".lock";
    /** A segment lies in a partition's folder, and that in one of the log.dirs. */
    private static final int LEVELS = 3;

    private final List<FileChannel> held = new ArrayList<>();

    private LogFolders() {}

    /**
     * Locks the log.dirs that some paths lie in.
     *
     * @throws CopyException when a running broker, or another run of ours, holds one
     */
    static LogFolders lock(List<Path> paths) {
        LogFolders folders = new LogFolders();
        Set<Path> seen = new HashSet<>();
        try {
            for (Path path : paths) {
                Path folder = path.toAbsolutePath().normalize();
                for (int level = 0; level < LEVELS && folder != null; level++) {
                    Path lock = folder.resolve(LOCK);
                    if (Files.isRegularFile(lock) && seen.add(lock)) {
                        folders.hold(lock);
                    }
                    folder = folder.getParent();
                }
            }
            return folders;
        } catch (RuntimeException e) {
            folders.close();
            throw e;
        }
    }

    private void hold(Path lock) {
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = FileChannel.open(lock, StandardOpenOption.WRITE);
            FileLock lockOfIt = channel.tryLock();
            locked = lockOfIt != null;
            if (!locked) {
                throw heldByAnother(lock, null);
            }
            held.add(channel);
        } catch (OverlappingFileLockException e) {
            throw heldByAnother(lock, e);
        } catch (IOException e) {
            throw new CopyException(
                    "whether a broker runs on " + lock.getParent() + " cannot be found out, since " + lock
                            + " cannot be opened for writing: run as the broker's user, or copy the segments elsewhere",
                    e);
        } finally {
            if (channel != null && !locked) {
                closeQuietly(channel);
            }
        }
    }

    private static CopyException heldByAnother(
            Path lock, java.lang.@org.jspecify.annotations.Nullable Exception cause) {
        String message = "a running broker holds " + lock.getParent() + " (its file " + LOCK
                + " is locked): stop the broker, or work on a copy of the segments";
        return cause == null ? new CopyException(message) : new CopyException(message, cause);
    }

    @Override
    public void close() {
        held.forEach(LogFolders::closeQuietly);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock ends with our process at the latest.
            return;
        }
    }
}
