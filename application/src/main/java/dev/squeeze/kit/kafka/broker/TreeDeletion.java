package dev.squeeze.kit.kafka.broker;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a tree without ever leaving it. Every step is relative to a folder that is already open (openat, unlinkat), so that
 * replacing a folder with a symbolic link in the meantime cannot make it delete something else (CWE-59, CWE-367).
 */
final class TreeDeletion {
    private TreeDeletion() {}

    /**
     * Deletes a file, a symbolic link (not its target), or a folder with all its contents.
     *
     * @param condition to be satisfied by the attributes of the top folder, which are read after opening it
     * @return false if the condition was not satisfied; nothing was deleted in that case
     * @throws NoSuchFileException if it does not exist
     * @throws IOException if something in it could not be deleted, for instance because it was created in the meantime
     */
    static boolean delete(Path path, Predicate<PosixFileAttributes> condition) throws IOException {
        Path whole = path.toAbsolutePath();
        Path parent = whole.getParent();
        if (parent == null) {
            throw new IOException("the root of a file system is not deleted");
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent)) {
            if (stream instanceof SecureDirectoryStream<Path> folder) {
                return deleteEntry(folder, whole.getFileName(), condition);
            }
        }
        // Only reached on Windows, where temporary folders belong to one user.
        Files.walkFileTree(whole, new Deletion());
        return true;
    }

    private static boolean deleteEntry(
            SecureDirectoryStream<Path> parent, Path name, Predicate<PosixFileAttributes> condition)
            throws IOException {
        BasicFileAttributes attributes = parent.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (!attributes.isDirectory()) {
            parent.deleteFile(name);
            return true;
        }
        try (SecureDirectoryStream<Path> folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            if (!condition.test(
                    folder.getFileAttributeView(PosixFileAttributeView.class).readAttributes())) {
                return false;
            }
            for (Path entry : folder) {
                try {
                    deleteEntry(folder, entry.getFileName(), any -> true);
                } catch (NoSuchFileException e) {
                    // Somebody else has just deleted it.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        parent.deleteDirectory(name);
        return true;
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
