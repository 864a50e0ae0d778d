package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** File operations that are durable: contents and names have been forced to disk when a call returns. */
final class DurableFiles {
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    /** The suffix of a file's name until the file is complete. */
    static final String UNFINISHED = ".squeeze-unfinished";

    private DurableFiles() {}

    /** Forces the names in a folder to the disk; the contents of files are forced through their own channels. */
    static void force(Path folder) throws IOException {
        if (WINDOWS) {
            // Windows cannot open folders; Kafka's Utils.flushDir skips it as well.
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Creates a folder and its missing parents, with owner and mode of the original folders. */
    static void createFolder(Path folder, Path like) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.resolveSibling("");
        Path likeParent = like.getParent();
        createFolder(parent, likeParent == null ? like : likeParent);
        Files.createDirectory(folder);
        FileTraits.of(like).giveTo(folder);
        force(parent);
    }

    /**
     * Copies a file with its attributes; it gets its name only when it is complete.
     *
     * @return whether owner, group and attributes could be kept
     */
    static boolean copy(Path from, Path to) throws IOException {
        Path unfinished = unfinished(to);
        Files.deleteIfExists(unfinished);
        boolean same;
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel written = FileTraits.createPrivate(unfinished)) {
            long size = source.size();
            for (long position = 0; position < size; ) {
                long copied = source.transferTo(position, size - position, written);
                if (copied <= 0) {
                    throw new IOException(from + " became shorter while it was copied");
                }
                position += copied;
            }
            same = FileTraits.of(from).giveTo(unfinished);
            written.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(to.resolveSibling(""));
        return same;
    }

    /** The name of a file until it is complete. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }
}
