package dev.squeeze.kit.kafka.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folder of a temporary cluster, with a subfolder for each broker. The last process to end deletes it. A process cannot know
 * whether the others are alive, so each living broker holds a lock in its own folder.
 */
public final class TemporaryFolder {
    private static final String CLAIM_FILE = "alive";
    private static final int TRIES = 40;
    private static final long PAUSE_MILLIS = 25;

    private TemporaryFolder() {}

    /**
     * Locks a broker's folder. The operating system releases the lock however this process ends.
     *
     * @return must be kept: an unreferenced lock is closed by the garbage collector
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
     * Deletes a file, or as much as possible of a cluster's folder, except for the folders of living brokers.
     *
     * @param path need not exist
     * @param own the folder of the broker that ends with this process
     */
    static void delete(Path path, Path own) {
        // A symbolic link to a folder is itself deleted: anybody can create one in the system's temporary folder.
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
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
            // A broker that is still running will delete it.
        }
    }

    /**
     * Deletes a tree while its files may still be written to. Symbolic links are deleted and never followed.
     *
     * @return whether it no longer exists
     */
    public static boolean deleteTree(Path path) {
        return deleteTree(path, any -> true);
    }

    /**
     * Deletes a folder that an earlier process of this user left behind.
     *
     * @param owner this user; a folder that belongs to somebody else, or that others can write to, is left alone
     * @return whether it no longer exists
     */
    public static boolean deleteAbandoned(Path clusterFolder, UserPrincipal owner) {
        return isAbandoned(clusterFolder) && deleteTree(clusterFolder, attributes -> isOnlyFor(owner, attributes));
    }

    /** Whether a file or folder belongs to this user and nobody else can write to it; always false for symbolic links. */
    public static boolean isOnlyFor(UserPrincipal owner, Path path) {
        try {
            return isOnlyFor(owner, Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (UnsupportedOperationException e) {
            // Windows, where each user has a temporary folder of their own.
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOnlyFor(UserPrincipal owner, PosixFileAttributes attributes) {
        return !attributes.isSymbolicLink()
                && attributes.owner().equals(owner)
                && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static boolean deleteTree(Path path, Predicate<PosixFileAttributes> condition) {
        for (int tries = 0; tries < TRIES; tries++) {
            try {
                return TreeDeletion.delete(path, condition);
            } catch (NoSuchFileException e) {
                if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return true;
                }
            } catch (IOException e) {
                // Something was created in the meantime: try again.
            }
            if (!pause()) {
                return false;
            }
        }
        return false;
    }

    /** Whether no living broker uses the folder of a cluster. */
    private static boolean isAbandoned(Path clusterFolder) {
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
        if (!Files.exists(claim, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(claim, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (IOException | OverlappingFileLockException e) {
            // It was just deleted, or this process holds the lock, or the file system does not support locks: leave it
            // to others.
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
}
