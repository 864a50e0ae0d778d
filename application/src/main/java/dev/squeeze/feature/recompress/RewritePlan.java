package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.Codec;
import java.nio.file.Path;
import java.util.List;

/**
 * What to rewrite, how, and where to write the result.
 *
 * @param paths segments, partitions' folders or log.dirs
 * @param joinUpToBytes uncompressed bytes of records up to which adjacent batches are joined; 0 to join none
 * @param output a folder that does not exist, is empty, or belongs to an unfinished run of the same plan; for the
 *     result, or for the originals if {@code inPlace}
 * @param inPlace whether the result replaces the originals, which are kept in {@code output}
 * @param workers number of threads
 */
public record RewritePlan(List<Path> paths, Codec codec, int joinUpToBytes, Path output, boolean inPlace, int workers) {
    public RewritePlan {
        paths = List.copyOf(paths);
        if (joinUpToBytes < 0 || workers < 1) {
            throw new IllegalArgumentException(
                    "not a plan: bytes to join must not be negative, and there must be a thread");
        }
    }
}
