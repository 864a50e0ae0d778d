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
 * Deletes a tree without leaving it. Every step is relative to a folder that is already open (openat, unlinkat), so that
 * nobody who exchanges a folder for a symbolic link in the meantime can make it delete something else (CWE-59, CWE-367).
 */
final class TreeDeletion {
    private TreeDeletion() {}

    /**
     * Deletes a file, a symbolic link itself, or a folder with all that is in it.
     *
     * @param condition what the attributes of a folder at the top must satisfy; they are read from the opened folder
     * @return false when the condition was not satisfied; nothing was deleted then
     * @throws NoSuchFileException when it does not exist
     * @throws IOException when something in it could not be deleted, for instance because it was created in the meantime
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
        // No system but Windows comes here, and temporary folders there belong to one user.
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
                    // Its owner deleted it just now, which is as well.
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
