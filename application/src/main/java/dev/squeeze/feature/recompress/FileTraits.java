package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A file's metadata: owner, group, mode, times and the extended attributes that users may set. Java cannot read access
 * control lists; a default ACL of the folder applies to the rewritten file as to any new file.
 */
final class FileTraits {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<PosixFilePermission> OF_GROUP = EnumSet.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);

    private final BasicFileAttributes basic;
    private final Optional<PosixFileAttributes> posix;
    private final Map<String, ByteBuffer> extended;

    private FileTraits(
            BasicFileAttributes basic, Optional<PosixFileAttributes> posix, Map<String, ByteBuffer> extended) {
        this.basic = basic;
        this.posix = posix;
        this.extended = extended;
    }

    static FileTraits of(Path file) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (posix == null) {
            return new FileTraits(
                    Files.readAttributes(file, BasicFileAttributes.class), Optional.empty(), extended(file));
        }
        PosixFileAttributes attributes = posix.readAttributes();
        return new FileTraits(attributes, Optional.of(attributes), extended(file));
    }

    private static Map<String, ByteBuffer> extended(Path file) throws IOException {
        Map<String, ByteBuffer> all = new LinkedHashMap<>();
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (view == null) {
            return all;
        }
        try {
            for (String name : view.list()) {
                ByteBuffer value = ByteBuffer.allocate(view.size(name));
                view.read(name, value);
                all.put(name, value.flip());
            }
        } catch (FileSystemException e) {
            // This file system has no extended attributes.
            return Map.of();
        }
        return all;
    }

    /** Creates a file that only its owner can read. */
    static FileChannel createPrivate(Path file) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? FileChannel.open(file, options, PRIVATE)
                : FileChannel.open(file, options);
    }

    /** Creates a file with as much of this metadata as this user can set. */
    FileChannel create(Path file) throws IOException {
        FileChannel created = createPrivate(file);
        boolean given = false;
        try {
            giveTo(file);
            given = true;
            return created;
        } finally {
            if (!given) {
                created.close();
                Files.deleteIfExists(file);
            }
        }
    }

    /** Owner and group, for messages and to compare. */
    String owner() {
        return posix.map(attributes ->
                        attributes.owner().getName() + ":" + attributes.group().getName())
                .orElse("");
    }

    /**
     * Applies the metadata to another file, which is never readable by more users than the original.
     *
     * @return whether everything could be set; only root may change the owner, and not every file system has all
     *     attributes
     */
    boolean giveTo(Path file) throws IOException {
        boolean same = true;
        if (posix.isPresent()) {
            PosixFileAttributes wanted = posix.get();
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            PosixFileAttributes now = view.readAttributes();
            boolean sameGroup = now.group().equals(wanted.group()) || permitted(() -> view.setGroup(wanted.group()));
            boolean sameOwner = now.owner().equals(wanted.owner()) || permitted(() -> view.setOwner(wanted.owner()));
            Set<PosixFilePermission> mode = EnumSet.noneOf(PosixFilePermission.class);
            mode.addAll(wanted.permissions());
            if (!sameGroup) {
                mode.removeAll(OF_GROUP);
            }
            view.setPermissions(mode);
            same = sameGroup && sameOwner;
        }
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        for (Map.Entry<String, ByteBuffer> attribute : extended.entrySet()) {
            same &= view != null
                    && permitted(() ->
                            view.write(attribute.getKey(), attribute.getValue().duplicate()));
        }
        Files.getFileAttributeView(file, BasicFileAttributeView.class)
                .setTimes(basic.lastModifiedTime(), basic.lastAccessTime(), null);
        return same;
    }

    private interface Change {
        void make() throws IOException;
    }

    private static boolean permitted(Change change) {
        try {
            change.make();
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
