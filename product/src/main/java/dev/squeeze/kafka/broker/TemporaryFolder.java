package dev.squeeze.kafka.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a temporary cluster, with a folder for each broker in it. Whichever process is the last to leave takes
 * it away, since none can know whether the others still live: a broker that does holds a lock in its own folder.
 */
public final class TemporaryFolder {
    private static final String CLAIM_FILE = "alive";
    private static final int TRIES = 40;
    private static final long PAUSE_MILLIS = 25;

    private TemporaryFolder() {}

    /**
     * Locks a broker's folder; the system takes the lock back however this process ends.
     *
     * @return to be held on to: a lock that nothing refers to is closed by the garbage collector
     */
    static FileLock claim(Path brokerFolder) throws IOException {
        FileChannel channel =
                FileChannel.open(brokerFolder.resolve(CLAIM_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            throw new IOException("another broker is running in " + brokerFolder);
        }
        return lock;
    }

    /**
     * Deletes a file, or the folder of a cluster less what living brokers hold, and that as far as it can be done.
     *
     * @param path need not exist
     * @param own the folder of the broker that ends with this process
     */
    static void delete(Path path, Path own) {
        if (!Files.isDirectory(path)) {
            deleteTree(path);
            return;
        }
        deleteTree(own);
        for (Path entry : entries(path)) {
            if (!isClaimed(entry)) {
                deleteTree(entry);
            }
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // A broker that is still there will do it.
        }
    }

    /**
     * Deletes a tree while its files may still be written to.
     *
     * @return whether it is gone
     */
    public static boolean deleteTree(Path path) {
        for (int tries = 0; tries < TRIES; tries++) {
            try {
                Files.walkFileTree(path, new Deletion());
                return true;
            } catch (NoSuchFileException e) {
                if (!Files.exists(path)) {
                    return true;
                }
            } catch (IOException e) {
                // Something was created in between: once more.
            }
            if (!pause()) {
                return false;
            }
        }
        return false;
    }

    /** Whether no broker lives in a folder of a cluster. */
    public static boolean isAbandoned(Path clusterFolder) {
        return entries(clusterFolder).stream().noneMatch(TemporaryFolder::isClaimed);
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> stream = Files.list(folder)) {
            return stream.toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isClaimed(Path entry) {
        Path claim = entry.resolve(CLAIM_FILE);
        if (!Files.exists(claim)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(claim, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (IOException | OverlappingFileLockException e) {
            // It was deleted just now, or it is ours, or this file system has no locks: leave it to others.
            return true;
        }
    }

    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
