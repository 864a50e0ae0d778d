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
        // A symbolic link to a folder is deleted itself: anybody can make one in the system's temporary folder.
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
            // A broker that is still there will do it.
        }
    }

    /**
     * Deletes a tree while its files may still be written to. Symbolic links are deleted and never followed.
     *
     * @return whether it is gone
     */
    public static boolean deleteTree(Path path) {
        return deleteTree(path, any -> true);
    }

    /**
     * Deletes a folder that an earlier process of this user left behind.
     *
     * @param owner this user; a folder of anybody else, or one that others can write to, is left alone
     * @return whether it is gone
     */
    public static boolean deleteAbandoned(Path clusterFolder, UserPrincipal owner) {
        return isAbandoned(clusterFolder) && deleteTree(clusterFolder, attributes -> isOnlyFor(owner, attributes));
    }

    /** Whether a file or folder belongs to this user and nobody else can write to it; symbolic links never are. */
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
                // Something was created in between: once more.
            }
            if (!pause()) {
                return false;
            }
        }
        return false;
    }

    /** Whether no broker lives in a folder of a cluster. */
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
}
