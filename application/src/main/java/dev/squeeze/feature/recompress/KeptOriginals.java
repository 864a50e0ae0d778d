package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The kept originals of replaced segments. They tell a resumed run which segments have been replaced. For a segment
 * that was split, a file next to the original lists the new segments.
 */
final class KeptOriginals {
    private static final String PARTS = ".squeeze-parts";

    private final List<Path> partLists = new ArrayList<>();

    /**
     * Whether a segment has been replaced.
     *
     * @param segment as it is now
     * @param kept where its original would be kept
     */
    static boolean isReplaced(Path segment, Path kept) throws IOException {
        if (!Files.isRegularFile(kept) || Files.isSameFile(kept, segment)) {
            return false;
        }
        // A kept file with the same contents means that the original was copied to another disk, but the run ended
        // before the segment was replaced; a broker may have appended to it since.
        long differsAt = Files.mismatch(kept, segment);
        return differsAt >= 0 && differsAt < Files.size(kept);
    }

    /** Names of the additional segments into which an earlier run split an original. */
    Set<String> parts(Path kept) throws IOException {
        Path list = kept.resolveSibling(kept.getFileName() + PARTS);
        if (!Files.isRegularFile(list)) {
            return Set.of();
        }
        partLists.add(list);
        return new HashSet<>(Files.readAllLines(list, StandardCharsets.UTF_8));
    }

    /** Keeps an original: when this returns, it is on disk under both names. */
    static void keep(Path original, Path kept) throws IOException {
        DurableFiles.createFolder(kept.resolveSibling(""), original.resolveSibling(""));
        Path unfinished = DurableFiles.unfinished(kept);
        Files.deleteIfExists(unfinished);
        try {
            Files.createLink(unfinished, original);
        } catch (UnsupportedOperationException | IOException e) {
            // The folder is on another file system.
            DurableFiles.copy(original, kept);
            return;
        }
        try (FileChannel contents = FileChannel.open(original, StandardOpenOption.READ)) {
            contents.force(true);
        }
        Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // If both names refer to the same file, renaming does nothing (POSIX).
        Files.deleteIfExists(unfinished);
        DurableFiles.force(kept.resolveSibling(""));
    }

    /** Records the names of the segments into which a segment is about to be split. */
    void note(Path kept, List<String> parts) throws IOException {
        Path list = kept.resolveSibling(kept.getFileName() + PARTS);
        Path unfinished = DurableFiles.unfinished(list);
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = FileTraits.createPrivate(unfinished)) {
            channel.write(StandardCharsets.UTF_8.encode(String.join("\n", parts) + "\n"));
            channel.force(true);
        }
        Files.move(unfinished, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DurableFiles.force(kept.resolveSibling(""));
        partLists.add(list);
    }

    /** Deletes the lists of parts: the run is complete, and no other will continue it. */
    void forgetParts() throws IOException {
        for (Path list : partLists) {
            Files.deleteIfExists(list);
        }
    }
}
