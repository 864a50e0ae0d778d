package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.SegmentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Locks out brokers, and other runs of this program, while segments are rewritten. A broker creates and locks the file
 * {@code .lock} in each of its log directories and removes it when it stops (Kafka's LogManager.lockLogDirs and
 * FileLock); this class does the same. For segments outside any log directory their own folder is locked, and only if
 * they are to be replaced.
 */
final class LogFolders implements AutoCloseable {
    private static final String BROKERS_LOCK = ".lock";
    private static final String OUR_LOCK = ".squeeze-lock";
    private static final Pattern OUR_TEXT = Pattern.compile("squeeze recompress (\\d{1,18})\\s*");
    /** A retry is needed each time another run removes the file between opening and locking it. */
    private static final int MAX_TRIES = 5;

    private final Set<Path> checked = new HashSet<>();
    private final Set<Path> seen = new HashSet<>();
    private final List<Held> held = new ArrayList<>();

    /** @param own whether the lock is exclusive, so that the file may be removed */
    private record Held(Path file, FileChannel channel, boolean own) {}

    /**
     * Locks the log directories of the given segments, in addition to those already locked.
     *
     * @param inPlace whether the segments are to be replaced
     * @throws RewriteException if a running broker, or another run of this program, holds one
     */
    void lock(Collection<SegmentFile> segments, boolean inPlace) {
        for (SegmentFile segment : segments) {
            Path file = segment.path();
            if (!Files.isSymbolicLink(file) && !checked.add(file.resolveSibling(""))) {
                continue;
            }
            Set<Path> directories = LogDirectory.of(file);
            directories.forEach(folder -> hold(folder, BROKERS_LOCK));
            if (directories.isEmpty() && inPlace) {
                hold(real(file).resolveSibling(""), OUR_LOCK);
            }
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw new RewriteException(file + " disappeared while it was checked: run the command again", e);
        }
    }

    /** @param folder a real path: locking a file twice and closing one of the two would unlock it (POSIX) */
    private void hold(Path folder, String name) {
        Path lock = folder.resolve(name);
        if (!seen.add(lock)) {
            return;
        }
        try {
            for (int tries = 0; tries < MAX_TRIES; tries++) {
                Optional<Held> taken =
                        Files.exists(lock) || !Files.getFileStore(folder).isReadOnly() ? take(lock) : Optional.empty();
                taken.ifPresent(held::add);
                if (taken.isPresent() || !Files.exists(lock)) {
                    // Either locked, or on a read-only file system, where no broker can start as it cannot create the
                    // lock file.
                    return;
                }
            }
            throw heldByAnother(lock, null);
        } catch (IOException e) {
            throw new RewriteException(
                    "cannot tell whether a broker runs on " + folder + ", because " + lock
                            + " cannot be opened: run as the broker's user, or copy the segments elsewhere",
                    e);
        }
    }

    /** @return empty if the file was removed in the meantime */
    private static Optional<Held> take(Path lock) throws IOException {
        FileChannel channel = null;
        boolean locked = false;
        try {
            boolean existed = Files.exists(lock);
            boolean own = true;
            try {
                channel = FileChannel.open(
                        lock, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            } catch (IOException e) {
                if (!Files.isReadable(lock)) {
                    throw e;
                }
                // A shared lock also locks out a broker, and needs no write permission.
                channel = FileChannel.open(lock, StandardOpenOption.READ);
                own = false;
            }
            Object key = key(lock);
            FileLock taken = channel.tryLock(0, Long.MAX_VALUE, !own);
            if (taken == null) {
                throw heldByAnother(lock, null);
            }
            locked = Objects.equals(key, key(lock));
            if (locked && own) {
                sign(lock, channel, existed);
            }
            return locked ? Optional.of(new Held(lock, channel, own)) : Optional.empty();
        } catch (OverlappingFileLockException e) {
            throw heldByAnother(lock, e);
        } finally {
            if (channel != null && !locked) {
                closeQuietly(channel);
            }
        }
    }

    private static Object key(Path lock) throws IOException {
        Object key = Files.exists(lock)
                ? Files.readAttributes(lock, BasicFileAttributes.class).fileKey()
                : null;
        return key == null ? "none" : key;
    }

    /**
     * Writes this process's id, so that another run knows who holds the lock, and gives the file to the broker's user,
     * who must be able to open it if this process is killed.
     */
    private static void sign(Path lock, FileChannel channel, boolean existed) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(
                ("squeeze recompress " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
        PosixFileAttributeView view = Files.getFileAttributeView(lock, PosixFileAttributeView.class);
        if (existed || view == null) {
            return;
        }
        try {
            PosixFileAttributes folder = Files.readAttributes(lock.resolveSibling(""), PosixFileAttributes.class);
            if (!folder.owner().equals(view.readAttributes().owner())) {
                view.setOwner(folder.owner());
                view.setGroup(folder.group());
            }
        } catch (IOException e) {
            // Only root can change the owner. The file is removed when this process ends, unless it ends by kill -9.
            return;
        }
    }

    private static RewriteException heldByAnother(Path lock, @org.jspecify.annotations.Nullable Exception cause) {
        String message = isOurs(lock)
                ? "another run of squeeze recompress is working in " + lock.getParent() + ": wait until it ends"
                : "a running broker uses " + lock.getParent() + " (its file " + lock.getFileName()
                        + " is locked): stop the broker, or work on a copy of the segments";
        return cause == null ? new RewriteException(message) : new RewriteException(message, cause);
    }

    private static boolean isOurs(Path lock) {
        try {
            Matcher text = OUR_TEXT.matcher(Files.readString(lock, StandardCharsets.ISO_8859_1));
            return text.matches()
                    && ProcessHandle.of(Long.parseLong(text.group(1)))
                            .filter(ProcessHandle::isAlive)
                            .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes each file while it is still locked, so that no other process has locked the removed file. */
    @Override
    public void close() {
        for (Held lock : held) {
            try {
                if (lock.own()) {
                    Files.deleteIfExists(lock.file());
                }
            } catch (IOException e) {
                // The file stays, unlocked, as it does after a broker was killed.
                continue;
            } finally {
                closeQuietly(lock.channel());
            }
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock is released when this process ends, at the latest.
            return;
        }
    }
}
