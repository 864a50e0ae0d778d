package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizes log directories of brokers ({@code log.dirs}, {@code metadata.log.dir}), whether or not a broker is
 * running.
 */
final class LogDirectory {
    /**
     * A broker writes the first file into each log directory before it uses it, and the others while it runs or when it
     * stops.
     */
    private static final List<String> MARKS = List.of(
            "meta.properties",
            ".lock",
            ".kafka_cleanshutdown",
            "recovery-point-offset-checkpoint",
            "log-start-offset-checkpoint",
            "replication-offset-checkpoint",
            "cleaner-offset-checkpoint");

    /** The number of links that Linux follows. */
    private static final int MAX_LINKS = 40;

    private LogDirectory() {}

    static boolean isAt(Path folder) {
        return MARKS.stream().anyMatch(mark -> Files.isRegularFile(folder.resolve(mark)));
    }

    /** The log directory that contains a path at any depth, after resolving links. The path need not exist. */
    static Optional<Path> around(Path path) throws IOException {
        Path existing = path.toAbsolutePath().normalize();
        boolean exists = Files.exists(existing);
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null) {
            return Optional.empty();
        }
        Path folder = existing.toRealPath();
        for (Path at = exists ? folder.getParent() : folder; at != null; at = at.getParent()) {
            if (isAt(at)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /**
     * The log directories through which a broker may reach a segment. A partition's folder or a segment may be a link
     * to another disk while the broker's lock is next to the link, or a user may have linked to the log directory from
     * elsewhere.
     *
     * @return real paths; empty if no broker has used any of the folders
     */
    static Set<Path> of(Path segment) {
        Set<Path> directories = new LinkedHashSet<>();
        try {
            for (Path file : names(segment.toAbsolutePath().normalize())) {
                for (Path folder : names(file.resolveSibling(""))) {
                    addIfOne(folder, directories);
                    Path parent = folder.getParent();
                    if (parent != null) {
                        addIfOne(parent, directories);
                    }
                }
            }
            return directories;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void addIfOne(Path folder, Set<Path> directories) throws IOException {
        if (isAt(folder)) {
            directories.add(folder.toRealPath());
        }
    }

    /** The path itself, each path that its links lead to, and its real path. */
    private static Set<Path> names(Path path) throws IOException {
        Set<Path> names = new LinkedHashSet<>();
        Path name = path;
        for (int links = 0; links < MAX_LINKS && Files.exists(name, LinkOption.NOFOLLOW_LINKS); links++) {
            names.add(name);
            if (!Files.isSymbolicLink(name)) {
                break;
            }
            name = name.resolveSibling(Files.readSymbolicLink(name)).toAbsolutePath();
        }
        names.add(path.toRealPath());
        return names;
    }
}
