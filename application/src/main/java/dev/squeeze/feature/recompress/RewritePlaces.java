package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Maps files to their targets: the same path relative to log.dirs, below the output folder. */
final class RewritePlaces {
    private static final Pattern PARTITION = Pattern.compile(".+-\\d{1,9}");

    private final List<Path> given;
    private final Path output;

    RewritePlaces(List<Path> given, Path output) {
        this.given =
                given.stream().map(path -> path.toAbsolutePath().normalize()).toList();
        this.output = output;
    }

    /** The target of a file. */
    Path target(Path file) {
        for (Path path : given) {
            Path root = root(path);
            if (file.startsWith(root)) {
                return output.resolve(root.relativize(file).toString());
            }
        }
        throw new IllegalStateException(file + " is in none of the given paths");
    }

    /**
     * The folder to which targets are relative: one of log.dirs, which is the parent if a partition's folder is given.
     */
    private static Path root(Path given) {
        Path folder = Files.isDirectory(given) ? given : given.resolveSibling("");
        // Log directories may have names like partitions, such as kafka-logs-1.
        boolean partition =
                PARTITION.matcher(String.valueOf(folder.getFileName())).matches() && !LogDirectory.isAt(folder);
        Path parent = folder.getParent();
        return partition && parent != null ? parent : folder;
    }

    /** Returns each file once, no matter how many links lead to it. */
    static List<SegmentFile> distinct(List<SegmentFile> segments) throws IOException {
        Set<Path> seen = new HashSet<>();
        List<SegmentFile> distinct = new ArrayList<>();
        for (SegmentFile segment : segments) {
            if (seen.add(segment.path().toRealPath())) {
                distinct.add(segment);
            }
        }
        return distinct;
    }

    /** The folder to which the output folder corresponds. */
    Path firstRoot() {
        return root(given.get(0));
    }

    /** @throws RewriteException if two files have the same target, such as the checkpoints of two log.dirs */
    void requireApart(Collection<Path> files) {
        Map<Path, Path> sources = new HashMap<>();
        for (Path file : files) {
            Path other = sources.put(target(file), file);
            if (other != null) {
                throw new RewriteException(other + " and " + file + " would have the same path in " + output
                        + ": rewrite them in separate runs, each with its own --output");
            }
        }
    }

    /**
     * Requires that the output is outside all log directories and all given folders: a broker does not start if a
     * folder in its log directory is not named like a partition (Kafka's LocalLog.parseTopicPartitionName), and the
     * next run would find output within the given folders.
     */
    void requireOutputOutside() {
        try {
            Optional<Path> around = LogDirectory.around(output);
            if (around.isPresent()) {
                throw new RewriteException("--output " + output + " is in " + around.get()
                        + ", which is a broker's log directory, and brokers do not start if it contains other folders:"
                        + " use a folder outside it");
            }
            Path real = real(output.toAbsolutePath().normalize());
            for (Path path : given) {
                if (Files.isDirectory(path) && real.startsWith(path.toRealPath())) {
                    throw new RewriteException("--output " + output + " is in " + path
                            + ", which is to be rewritten: use a folder outside it");
                }
            }
        } catch (IOException e) {
            throw new RewriteException("the output folder " + output + " cannot be created: " + e.getMessage(), e);
        }
    }

    private static Path real(Path path) throws IOException {
        Path parent = path.getParent();
        if (Files.exists(path) || parent == null) {
            return path.toRealPath();
        }
        return real(parent).resolve(String.valueOf(path.getFileName()));
    }
}
