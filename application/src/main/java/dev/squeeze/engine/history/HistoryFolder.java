package dev.squeeze.engine.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a history, one per day (UTC), and access to their contents. */
public final class HistoryFolder {
    private final Path folder;

    public HistoryFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A part of a file that could not be read.
     *
     * @param bytes size of that part
     */
    public record LeftOut(Path file, long bytes, String why) {}

    Path file(LocalDate day) {
        return folder.resolve(HistoryFile.PREFIX + day + HistoryFile.SUFFIX);
    }

    static LocalDate dayOf(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    /** Whether both times are in the same file, which is read and deleted independently of earlier files. */
    public static boolean areOfOneDay(Instant one, Instant other) {
        return dayOf(one).equals(dayOf(other));
    }

    /** The files by day. */
    Map<LocalDate, Path> files() {
        Map<LocalDate, Path> files = new TreeMap<>();
        try (Stream<Path> found = Files.list(folder)) {
            found.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .forEach(file -> day(file.getFileName().toString(), file, files));
        } catch (IOException e) {
            throw new HistoryException("the history in " + folder + " cannot be read: " + e.getMessage(), e);
        }
        return files;
    }

    private static void day(String name, Path file, Map<LocalDate, Path> files) {
        if (name.startsWith(HistoryFile.PREFIX) && name.endsWith(HistoryFile.SUFFIX)) {
            String day = name.substring(HistoryFile.PREFIX.length(), name.length() - HistoryFile.SUFFIX.length());
            try {
                files.put(LocalDate.parse(day), file);
            } catch (DateTimeParseException e) {
                // An unrelated file with a similar name.
            }
        }
    }

    /** Whether the folder contains a history. */
    public boolean holdsAny() {
        return Files.isDirectory(folder) && !files().isEmpty();
    }

    /**
     * Passes the contents of the files to a visitor.
     *
     * @param from files of earlier days are skipped
     * @return what could not be read; the end of the last file may be incomplete because it is being written
     * @throws HistoryException if there is no history
     */
    public List<LeftOut> read(Instant from, HistoryVisitor visitor) {
        Map<LocalDate, Path> files = holdsAny() ? files() : Map.of();
        if (files.isEmpty()) {
            throw new HistoryException("there is no history in " + folder
                    + ": give the folder that squeeze watch wrote with --history, or run squeeze watch first");
        }
        List<LeftOut> leftOut = new ArrayList<>();
        files.forEach((day, file) -> {
            if (!day.isBefore(dayOf(from))) {
                readFile(file, visitor, leftOut);
            }
        });
        return leftOut;
    }

    private static void readFile(Path file, HistoryVisitor visitor, List<LeftOut> leftOut) {
        Entries entries = new Entries();
        try {
            HistoryFile.Read read = HistoryFile.read(file, bytes -> entries.unpack(bytes, visitor));
            read.trouble().ifPresent(why -> leftOut.add(new LeftOut(file, sizeOf(file) - read.wholeBytes(), why)));
        } catch (IOException e) {
            throw new HistoryException("the history file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
