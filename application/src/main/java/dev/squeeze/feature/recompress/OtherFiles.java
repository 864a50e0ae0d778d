package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Everything next to segments that a broker needs: checkpoints, producer snapshots, ids of cluster and topics. Links are
 * followed, as for segments.
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
     * @param rewritten the segments
     * @return false where it was stopped
     */
    boolean takeOver(List<Path> given, Set<Path> rewritten) throws IOException {
        Set<Path> folders = new HashSet<>();
        rewritten.forEach(segment -> folders.add(segment.getParent()));
        Set<Path> done = new HashSet<>(rewritten);
        for (Path path : given) {
            Path from = path.toAbsolutePath().normalize();
            if (!Files.isDirectory(from)) {
                continue;
            }
            Files.walkFileTree(
                    from, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                            String name = String.valueOf(file.getFileName());
                            boolean madeAgain =
                                    NOT_TAKEN_OVER.matcher(name).matches() && folders.contains(file.getParent());
                            if (!madeAgain && !LOCKS.contains(name) && attributes.isRegularFile() && done.add(file)) {
                                copy(file);
                            }
                            return stop.getAsBoolean() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                            if (e instanceof java.nio.file.FileSystemLoopException) {
                                return FileVisitResult.CONTINUE;
                            }
                            throw e;
                        }
                    });
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

    /** Those that could not be given to the owner of their originals. */
    int ofOthers() {
        return ofOthers;
    }
}
