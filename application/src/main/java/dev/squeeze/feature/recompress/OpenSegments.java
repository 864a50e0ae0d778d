package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.SegmentFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds processes that have a segment open for writing, as a broker does for each segment that it serves. This is
 * needed when a log directory links to a partition's folder, but the folder is given by its own path: then nothing
 * leads to the broker's lock. Sees only the processes that Linux shows: for root all, otherwise those of the same user.
 */
final class OpenSegments {
    private static final Path PROCESSES = Path.of("/proc");
    private static final Pattern FLAGS = Pattern.compile("(?m)^flags:\\s*([0-7]{1,20})$");
    /** O_WRONLY or O_RDWR. */
    private static final long WRITING = 3;

    private OpenSegments() {}

    /** @throws RewriteException if a process has one of them open for writing */
    static void requireNoneIsWritten(Collection<SegmentFile> segments) {
        if (!Files.isDirectory(PROCESSES.resolve("self/fdinfo"))) {
            return;
        }
        Map<Object, Path> byKey = new HashMap<>();
        for (SegmentFile segment : segments) {
            try {
                Object key = Files.readAttributes(segment.path(), BasicFileAttributes.class)
                        .fileKey();
                if (key != null) {
                    byKey.put(key, segment.path());
                }
            } catch (IOException e) {
                throw new RewriteException(segment.path() + " cannot be checked: " + e.getMessage(), e);
            }
        }
        String self = Long.toString(ProcessHandle.current().pid());
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (!process.endsWith(self)) {
                    check(process, byKey);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The system does not show its processes: rely on the locks.
            return;
        }
    }

    private static void check(Path process, Map<Object, Path> byKey) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                check(process, file, byKey);
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            // The process belongs to another user, or has ended.
            return;
        }
    }

    private static void check(Path process, Path file, Map<Object, Path> byKey) throws IOException {
        // Paths differ between containers, but file keys do not.
        if (!Files.readSymbolicLink(file).toString().endsWith(".log")) {
            return;
        }
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        Path segment = key == null ? null : byKey.get(key);
        if (segment == null) {
            return;
        }
        Matcher flags = FLAGS.matcher(Files.readString(
                process.resolve("fdinfo").resolve(String.valueOf(file.getFileName())), StandardCharsets.US_ASCII));
        if (flags.find() && (Long.parseLong(flags.group(1), 8) & WRITING) != 0) {
            throw new RewriteException(segment + " is open for writing in process " + process.getFileName()
                    + ": stop the broker, or work on a copy of the segments");
        }
    }
}
