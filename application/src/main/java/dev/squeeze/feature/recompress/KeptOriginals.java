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
 * Originals of segments that are replaced. They show a run that continues which segments have been replaced; for segments that
 * were divided a file next to the original says which of its parts are new segments.
 */
final class KeptOriginals {
    private static final String PARTS = ".squeeze-parts";

    private final List<Path> partLists = new ArrayList<>();

    /**
     * Whether a segment has been replaced.
     *
     * @param segment as it is now
     * @param kept where its original would be
     */
    static boolean isReplaced(Path segment, Path kept) throws IOException {
        if (!Files.isRegularFile(kept) || Files.isSameFile(kept, segment)) {
            return false;
        }
        // The original was copied to another disk, and the run ended before the segment was replaced; a broker may have
        // continued to write it.
        long differsAt = Files.mismatch(kept, segment);
        return differsAt >= 0 && differsAt < Files.size(kept);
    }

    /** Names of the additional segments that an earlier run divided an original into. */
    Set<String> parts(Path kept) throws IOException {
        Path list = kept.resolveSibling(kept.getFileName() + PARTS);
        if (!Files.isRegularFile(list)) {
            return Set.of();
        }
        partLists.add(list);
        return new HashSet<>(Files.readAllLines(list, StandardCharsets.UTF_8));
    }

    /** Keeps an original: it is on the disk, under both names, when this returns. */
    static void keep(Path original, Path kept) throws IOException {
        DurableFiles.createFolder(kept.resolveSibling(""), original.resolveSibling(""));
        Path unfinished = DurableFiles.unfinished(kept);
        Files.deleteIfExists(unfinished);
        try {
            Files.createLink(unfinished, original);
        } catch (UnsupportedOperationException | IOException e) {
            // Another file system.
            DurableFiles.copy(original, kept);
            return;
        }
        try (FileChannel contents = FileChannel.open(original, StandardOpenOption.READ)) {
            contents.force(true);
        }
        Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // Where both are names of one file, renaming does nothing (POSIX).
        Files.deleteIfExists(unfinished);
        DurableFiles.force(kept.resolveSibling(""));
    }

    /** Records what a segment is about to be divided into. */
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

    /** The run is complete, and no other will continue it. */
    void forgetParts() throws IOException {
        for (Path list : partLists) {
            Files.deleteIfExists(list);
        }
    }
}
