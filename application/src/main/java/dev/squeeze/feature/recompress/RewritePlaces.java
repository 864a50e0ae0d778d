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

/** Where files go: under the same names below the output folder, from log.dirs on. */
final class RewritePlaces {
    private static final Pattern PARTITION = Pattern.compile(".+-\\d{1,9}");

    private final List<Path> given;
    private final Path output;

    RewritePlaces(List<Path> given, Path output) {
        this.given =
                given.stream().map(path -> path.toAbsolutePath().normalize()).toList();
        this.output = output;
    }

    /** Where a file goes. */
    Path target(Path file) {
        for (Path path : given) {
            Path root = root(path);
            if (file.startsWith(root)) {
                return output.resolve(root.relativize(file).toString());
            }
        }
        throw new IllegalStateException(file + " is in none of the paths");
    }

    /** The folder whose contents keep their names: log.dirs, which a partition's folder is in. */
    private static Path root(Path given) {
        Path folder = Files.isDirectory(given) ? given : given.resolveSibling("");
        // Log directories are called kafka-logs-1 as well.
        boolean partition =
                PARTITION.matcher(String.valueOf(folder.getFileName())).matches() && !LogDirectory.isAt(folder);
        Path parent = folder.getParent();
        return partition && parent != null ? parent : folder;
    }

    /** Each file once, however many links lead to it. */
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

    /** The folder that the output stands for. */
    Path firstRoot() {
        return root(given.get(0));
    }

    /** @throws RewriteException where two files would go to the same place, such as the checkpoints of two log.dirs */
    void requireApart(Collection<Path> files) {
        Map<Path, Path> sources = new HashMap<>();
        for (Path file : files) {
            Path other = sources.put(target(file), file);
            if (other != null) {
                throw new RewriteException(other + " and " + file + " would go to the same place in " + output
                        + ": give each a run and an --output of its own");
            }
        }
    }

    /**
     * A broker does not start where a folder in its log directory is not named like a partition (Kafka's
     * LocalLog.parseTopicPartitionName), and a folder within what is rewritten would be found by the next run.
     */
    void requireOutputOutside() {
        try {
            Optional<Path> around = LogDirectory.around(output);
            if (around.isPresent()) {
                throw new RewriteException("--output " + output + " is in " + around.get()
                        + ", which is a broker's log directory, and brokers do not start if it has other folders:"
                        + " name a folder outside");
            }
            Path real = real(output.toAbsolutePath().normalize());
            for (Path path : given) {
                if (Files.isDirectory(path) && real.startsWith(path.toRealPath())) {
                    throw new RewriteException("--output " + output + " is in " + path
                            + ", which is to be rewritten: name a folder outside");
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
