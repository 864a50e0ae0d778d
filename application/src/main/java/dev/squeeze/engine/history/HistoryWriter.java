package dev.squeeze.engine.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Appends to a history. Only one process at a time may write to a folder; data is on disk when a call returns. */
public final class HistoryWriter implements AutoCloseable {
    private static final String LOCK = "lock";

    private final HistoryFolder files;
    private final Duration retention;
    private final FileChannel lockChannel;
    private Entries entries = new Entries();
    private @Nullable FileChannel channel;
    private @Nullable LocalDate day;
    private Optional<HistoryFolder.LeftOut> cut = Optional.empty();
    private Optional<Damaged> damaged = Optional.empty();

    private HistoryWriter(HistoryFolder files, Duration retention, FileChannel lockChannel) {
        this.files = files;
        this.retention = retention;
        this.lockChannel = lockChannel;
    }

    /**
     * Opens a folder, creating it if necessary.
     *
     * @param retention older files are deleted
     * @throws HistoryException if it cannot be written, or another process writes to it
     */
    public static HistoryWriter open(Path folder, Duration retention) {
        try {
            Files.createDirectories(folder);
            FileChannel lock =
                    FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isOurs(lock)) {
                lock.close();
                throw new HistoryException("another squeeze watch writes to " + folder
                        + ": stop it, or give another folder with --history");
            }
            return new HistoryWriter(new HistoryFolder(folder), retention, lock);
        } catch (IOException e) {
            throw new HistoryException("the history cannot be written to " + folder + ": " + e, e);
        }
    }

    private static boolean isOurs(FileChannel lock) throws IOException {
        try {
            FileLock held = lock.tryLock();
            return held != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** What was removed from the end of a file left by a killed process; absent if nothing was. */
    public Optional<HistoryFolder.LeftOut> cut() {
        return cut;
    }

    /**
     * A file with an unreadable entry, possibly followed by readable ones: writing continues before that entry.
     *
     * @param copy copy of the whole original file
     */
    public record Damaged(Path file, Path copy, String why) {}

    /** Absent if the file being continued was readable to its end, except for an incomplete last entry. */
    public Optional<Damaged> damaged() {
        return damaged;
    }

    public void add(WatchStart start) {
        open(start.at());
        append(entries.pack(start));
    }

    public void add(TopicFacts facts) {
        open(facts.at());
        append(entries.pack(facts));
    }

    public void add(HistorySlot slot) {
        open(slot.start());
        append(entries.pack(slot));
    }

    public void add(Mark mark) {
        open(mark.at());
        append(entries.pack(mark));
    }

    private void append(List<byte[]> packed) {
        try {
            FileChannel open = opened();
            HistoryFile.write(open, HistoryFile.framed(packed));
            open.force(false);
        } catch (IOException e) {
            throw new HistoryException(
                    "the history of " + day + " cannot be written: " + e.getMessage() + "; is the disk full?", e);
        }
    }

    private FileChannel opened() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            throw new IOException("the file is closed");
        }
        return open;
    }

    /** Switches to the file of a day; an entry of an earlier day goes to the file that is already open. */
    private void open(Instant time) {
        LocalDate wanted = HistoryFolder.dayOf(time);
        if (day != null && !wanted.isAfter(day)) {
            return;
        }
        Path file = files.file(wanted);
        try {
            if (channel != null) {
                channel.close();
            }
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            goToEnd(file, channel);
            day = wanted;
        } catch (IOException e) {
            throw new HistoryException("the history file " + file + " cannot be opened: " + e.getMessage(), e);
        }
        deleteOld(wanted);
    }

    private static Path copy(Path file) throws IOException {
        for (int number = 1; ; number++) {
            Path copy = file.resolveSibling(file.getFileName() + ".damaged-" + number);
            try {
                return Files.copy(file, copy);
            } catch (FileAlreadyExistsException e) {
                // A copy from an earlier start.
            }
        }
    }

    private void goToEnd(Path file, FileChannel open) throws IOException {
        entries = new Entries();
        HistoryFile.Read read = HistoryFile.read(file, open, bytes -> entries.unpack(bytes, new HistoryVisitor() {}));
        if (read.trouble().isPresent()) {
            cut = Optional.of(new HistoryFolder.LeftOut(
                    file, open.size() - read.wholeBytes(), read.trouble().get()));
            if (!read.cutOff()) {
                damaged =
                        Optional.of(new Damaged(file, copy(file), read.trouble().get()));
            }
            open.truncate(read.wholeBytes());
        }
        if (read.wholeBytes() == 0) {
            open.position(0);
            HistoryFile.begin(open);
        }
        open.position(open.size());
    }

    private void deleteOld(LocalDate today) {
        LocalDate oldest = today.minusDays(retention.toDays());
        files.files().forEach((of, file) -> {
            if (of.isBefore(oldest)) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new HistoryException("the old history file " + file + " cannot be deleted: " + e, e);
                }
            }
        });
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
            lockChannel.close();
        } catch (IOException e) {
            throw new HistoryException("the history cannot be closed: " + e.getMessage(), e);
        }
    }
}
