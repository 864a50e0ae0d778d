package dev.squeeze.kit.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, for a person to read. */
final class LogTail {
    private static final int LINES = 20;
    private static final int MAX_BYTES = 64 << 10;

    private LogTail() {}

    /** The last lines; none if the file does not exist. */
    static List<String> of(Path file) {
        List<String> lines = end(file);
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }

    /** Whether a text occurs near the end, within a larger part than the last lines, because stack traces are long. */
    static boolean mentions(Path file, String text) {
        return end(file).stream().anyMatch(line -> line.contains(text));
    }

    private static List<String> end(Path file) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, log.length() - MAX_BYTES);
            byte[] bytes = new byte[(int) (log.length() - start)];
            log.seek(start);
            int read = Math.max(0, log.read(bytes));
            return new String(bytes, 0, read, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
