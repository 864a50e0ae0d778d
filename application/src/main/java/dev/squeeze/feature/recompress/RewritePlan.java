package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.Codec;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be rewritten, how, and where to.
 *
 * @param paths segments, partitions' folders or log.dirs
 * @param joinUpToBytes neighbouring batches are joined up to this many uncompressed bytes of records; 0 joins none
 * @param output a folder that does not exist, is empty, or is of the same plan and not finished: for the result, or in
 *     place for the originals
 * @param inPlace put the result in the originals' place, which are kept in the output
 * @param workers threads
 */
public record RewritePlan(List<Path> paths, Codec codec, int joinUpToBytes, Path output, boolean inPlace, int workers) {
    public RewritePlan {
        paths = List.copyOf(paths);
        if (joinUpToBytes < 0 || workers < 1) {
            throw new IllegalArgumentException("not a plan: bytes to join and threads must be positive");
        }
    }
}
