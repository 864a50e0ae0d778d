package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Truncates the log of a partition on a stopped broker, so that it looks like a replica that had not received the end.
 */
final class CutLog {
    /** Base offset and length, which precede each batch. */
    private static final int PREFIX_BYTES = 12;

    private CutLog() {}

    /** Keeps whole batches up to a share of the bytes, and removes the files derived from the rest. */
    static void cut(Path partition, double share) throws IOException {
        Path log = partition.resolve("00000000000000000000.log");
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long wanted = (long) (channel.size() * share);
            long position = 0;
            ByteBuffer prefix = ByteBuffer.allocate(PREFIX_BYTES);
            while (position + PREFIX_BYTES <= channel.size()) {
                prefix.clear();
                channel.read(prefix, position);
                long next = position + PREFIX_BYTES + prefix.getInt(8);
                if (next > wanted) {
                    break;
                }
                position = next;
            }
            channel.truncate(position);
        }
        try (DirectoryStream<Path> derived =
                Files.newDirectoryStream(partition, "*.{index,timeindex,snapshot,txnindex}")) {
            for (Path file : derived) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(partition.resolveSibling("recovery-point-offset-checkpoint"));
        Files.deleteIfExists(partition.resolveSibling("replication-offset-checkpoint"));
    }
}
