package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.SegmentFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Checks, before anything is written, whether the segments can be replaced. */
final class RewriteAccess {
    /** Kafka's UnifiedLog.SwapFileSuffix. */
    private static final String SWAP = ".swap";

    private RewriteAccess() {}

    /**
     * Checks for swap files. A broker that starts on a swap file renames it, so a rewritten segment would get an index
     * with the positions of the original, and deletes the segments that swap files span (Kafka's LogLoader). Files of
     * an earlier stage of compaction ({@code .cleaned}) are harmless, as the broker only deletes them.
     *
     * @throws RewriteException if a broker was killed while it replaced segments by compacted ones
     */
    static void requireNoSwap(Collection<SegmentFile> segments) {
        Set<Path> folders = new HashSet<>();
        for (SegmentFile segment : segments) {
            try {
                folders.add(segment.path().resolveSibling(""));
                folders.add(segment.path().toRealPath().resolveSibling(""));
            } catch (IOException e) {
                throw new RewriteException(segment.path() + " cannot be checked: " + e.getMessage(), e);
            }
        }
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SWAP)) {
                for (Path file : files) {
                    throw new RewriteException(file + " was left by an interrupted compaction: start the broker once,"
                            + " stop it, and run this command again; nothing has been rewritten");
                }
            } catch (IOException | DirectoryIteratorException e) {
                throw new RewriteException(
                        "the files in " + folder + " cannot be listed: " + e.getMessage()
                                + ": run as the broker's user",
                        e);
            }
        }
    }

    /**
     * @throws RewriteException if a folder cannot be written to, or its segments belong to another user and this
     *     program does not run as root
     */
    static void requireReplaceable(Collection<SegmentFile> segments) {
        Set<String> tried = new HashSet<>();
        for (SegmentFile segment : segments) {
            Path file = segment.path();
            try {
                FileTraits traits = FileTraits.of(file.toRealPath());
                Path folder = file.toRealPath().resolveSibling("");
                if (tried.add(folder + " " + traits.owner())) {
                    tryIn(folder, file, traits);
                }
            } catch (IOException e) {
                throw new RewriteException(
                        "segments in " + file.getParent() + " cannot be replaced (" + e.getMessage()
                                + "): run as the broker's user; nothing has been replaced",
                        e);
            }
        }
    }

    /**
     * Removes unfinished files of killed runs. This run holds the lock, so no other run is active.
     *
     * @throws RewriteException if a file cannot be removed
     */
    static void removeLeftovers(Collection<SegmentFile> segments) {
        Set<Path> folders = new HashSet<>();
        segments.forEach(segment -> folders.add(segment.path().resolveSibling("")));
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + DurableFiles.UNFINISHED)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            } catch (IOException | DirectoryIteratorException e) {
                throw new RewriteException(
                        "unfinished files of an earlier run in " + folder + " cannot be removed: " + e.getMessage(), e);
            }
        }
    }

    private static void tryIn(Path folder, Path file, FileTraits traits) throws IOException {
        Path probe = DurableFiles.unfinished(folder.resolve("probe.log"));
        Files.deleteIfExists(probe);
        try {
            FileTraits.createPrivate(probe).close();
            if (!traits.giveTo(probe)) {
                throw new RewriteException(file + " and other files like it belong to " + traits.owner()
                        + ", or have extended attributes that this user cannot give to new files: run as that user or as root;"
                        + " nothing has been replaced");
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }
}
