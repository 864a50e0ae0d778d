package dev.squeeze.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** A file that a flag names: it appears whole or not at all. */
final class WrittenFile {
    private WrittenFile() {}

    /**
     * Checks the name before any work is done.
     *
     * @param flag that named it
     */
    static void check(String flag, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(flag + " " + file + ": there is no folder " + folder);
        }
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(flag + " " + file + " is a folder: give a file's name");
        }
    }

    /** The same for a page. */
    static void checkPage(String flag, Path file) {
        String name = file.toString().toLowerCase(java.util.Locale.ROOT);
        if (!name.endsWith(".html")) {
            throw new IllegalArgumentException(flag + " " + file + ": a page's name ends in .html");
        }
        check(flag, file);
    }

    static void write(Path file, String text) {
        Path part = null;
        try {
            part = file.resolveSibling("." + file.getFileName() + ".part");
            Files.writeString(part, text, StandardCharsets.UTF_8);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new FailedException("cannot write " + file + ": " + e.getMessage(), e);
        } finally {
            deleteLeftOver(part);
        }
    }

    private static void deleteLeftOver(@Nullable Path part) {
        if (part != null) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                throw new FailedException("cannot remove " + part + ": " + e.getMessage(), e);
            }
        }
    }
}
