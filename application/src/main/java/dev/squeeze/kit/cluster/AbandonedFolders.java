package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.TemporaryFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Temporary folders whose processes were all killed at once, so that none was left to delete them. A process that uses such a
 * folder holds a lock in it, which the operating system releases however the process ends.
 */
public final class AbandonedFolders {
    /** The file in a folder that its process has locked. */
    public static final String LOCK_FILE = "lock";

    /** After this time, the brokers of a starting cluster have locked their folders. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    /**
     * The folders of this process. With POSIX locks, closing any file descriptor of a file releases all of the process's locks on
     * it.
     */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private AbandonedFolders() {}

    /**
     * Deletes those next to a folder. Other users can create folders of any name there, so only folders that belong exclusively to
     * this user are considered.
     *
     * @param own a new folder of this process, as an absolute path
     * @param prefix of the names of such folders
     */
    public static void delete(Path own, String prefix) throws IOException {
        OWN.add(own);
        Path parent = own.getParent();
        if (parent == null) {
            return;
        }
        UserPrincipal owner = Files.getOwner(own);
        Instant recent = Instant.now().minus(START_TIMEOUT);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path folder : folders) {
                Path lock = folder.resolve(LOCK_FILE);
                if (!OWN.contains(folder)
                        && TemporaryFolder.isOnlyFor(owner, folder)
                        && Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS)
                                .toInstant()
                                .isBefore(recent)
                        && isUnlocked(lock)) {
                    TemporaryFolder.deleteAbandoned(folder, owner);
                }
            }
        } catch (DirectoryIteratorException | IOException e) {
            // Another process has just deleted one, or it belongs to somebody else; neither concerns this start.
        }
    }

    private static boolean isUnlocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // This process holds the lock.
            return false;
        }
    }
}
