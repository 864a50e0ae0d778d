package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Copies everything else that a broker needs: checkpoints, producer snapshots, ids of the cluster and of topics. Links
 * are followed, as for segments.
 */
final class OtherFiles {
    private static final Pattern NOT_TAKEN_OVER =
            Pattern.compile(".*\\.(index|timeindex)|.*\\" + DurableFiles.UNFINISHED);
    private static final Set<String> LOCKS = Set.of(".lock", ".squeeze-lock");

    private final RewritePlaces places;
    private final BooleanSupplier stop;
    private int copied;
    private int ofOthers;

    OtherFiles(RewritePlaces places, BooleanSupplier stop) {
        this.places = places;
        this.stop = stop;
    }

    /**
     * Finds these files, before anything is written.
     *
     * @param rewritten the segments, which are left out
     * @throws RewriteException if a folder cannot be read
     */
    static Set<Path> find(List<Path> given, Set<Path> rewritten) {
        Finder finder = new Finder(rewritten);
        for (Path path : given) {
            Path from = path.toAbsolutePath().normalize();
            try {
                if (Files.isDirectory(from)) {
                    Files.walkFileTree(from, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, finder);
                }
            } catch (IOException e) {
                throw new RewriteException(
                        "the files in " + from + " cannot be copied, because " + e.getMessage()
                                + " cannot be read: run as the broker's user",
                        e);
            }
        }
        return finder.found;
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Set<Path> rewritten;
        private final Set<Path> folders = new HashSet<>();
        private final Set<Path> found = new LinkedHashSet<>();

        Finder(Set<Path> rewritten) {
            this.rewritten = rewritten;
            rewritten.forEach(segment -> folders.add(segment.getParent()));
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            boolean madeAgain = NOT_TAKEN_OVER.matcher(name).matches() && folders.contains(file.getParent());
            if (!madeAgain && !LOCKS.contains(name) && attributes.isRegularFile() && !rewritten.contains(file)) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof FileSystemLoopException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }

    /** @return false if stopped */
    boolean takeOver(Collection<Path> files) throws IOException {
        for (Path file : files) {
            if (stop.getAsBoolean()) {
                return false;
            }
            copy(file);
        }
        return !stop.getAsBoolean();
    }

    private void copy(Path file) throws IOException {
        Path target = places.target(file);
        DurableFiles.createFolder(target.resolveSibling(""), file.resolveSibling(""));
        ofOthers += DurableFiles.copy(file, target) ? 0 : 1;
        copied++;
    }

    int copied() {
        return copied;
    }

    /** Number of files that could not be given the owner of their originals. */
    int ofOthers() {
        return ofOthers;
    }
}
