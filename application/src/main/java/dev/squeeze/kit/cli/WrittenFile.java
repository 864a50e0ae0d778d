package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A file that a flag names, written atomically: it is either complete or absent. */
public final class WrittenFile {
    private WrittenFile() {}

    /**
     * Checks the name before any work is done.
     *
     * @param flag that named it
     */
    public static void check(String flag, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UsageException(flag + " " + file + ": there is no folder " + folder);
        }
        if (Files.isDirectory(file)) {
            throw new UsageException(flag + " " + file + " is a folder: give a file's name");
        }
        // The text is first written to a temporary file in the same folder, so the folder must be writable.
        if (!Files.isWritable(folder)) {
            throw new UsageException(
                    flag + " " + file + ": no permission to write to " + folder + "; choose another folder");
        }
    }

    /** The same for an HTML page. */
    public static void checkPage(String flag, Path file) {
        String name = file.toString().toLowerCase(java.util.Locale.ROOT);
        if (!name.endsWith(".html")) {
            throw new UsageException(flag + " " + file + ": the file name must end in .html");
        }
        check(flag, file);
    }

    public static void write(Path file, String text) {
        Path part = null;
        try {
            part = file.resolveSibling("." + file.getFileName() + ".part");
            Files.deleteIfExists(part);
            writeToDisk(part, text);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            deleteLeftOver(part, e);
            throw new FailedException("cannot write " + file + ": " + reason(e), e);
        }
    }

    /** Some network file systems and quotas reject a write only when it is forced to disk or the file is closed. */
    private static void writeToDisk(Path part, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void deleteLeftOver(@Nullable Path part, IOException failure) {
        if (part != null) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Java's own message is only the file name if the system rejected access to the file. */
    private static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (failure instanceof FileSystemException ofFile && ofFile.getReason() != null) {
            return ofFile.getReason();
        }
        return String.valueOf(failure.getMessage());
    }
}
