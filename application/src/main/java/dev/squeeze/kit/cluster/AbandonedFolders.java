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
 * Temporary folders whose processes were all killed at once, so that nobody was left to delete them. Whoever has such a folder holds
 * a lock in it, which the system takes back however a process ends.
 */
public final class AbandonedFolders {
    /** The file in a folder that its process holds a lock on. */
    public static final String LOCK_FILE = "lock";

    /** By then a cluster that is starting has brokers that hold their folders. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    /** Of this process: POSIX takes all locks on a file back from a process that closes it, however often it has opened it. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private AbandonedFolders() {}

    /**
     * Deletes those that are next to a folder. Other users can put folders of any name there: only those are looked at that belong
     * to this user alone.
     *
     * @param own a new folder of this process, by its absolute path
     * @param prefix how the names of such folders begin
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
            // Somebody else deleted one just now, or it is not ours: it is no concern of this start.
        }
    }

    private static boolean isUnlocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // This process holds it.
            return false;
        }
    }
}
