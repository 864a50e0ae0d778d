package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file in the output folder that identifies its run until the run is complete. It lets the same command continue
 * after a run was killed or the disk was full, and keeps other runs from mixing in their results. It is locked while a
 * run is active.
 */
final class RewriteJournal implements AutoCloseable {
    static final String NAME = ".squeeze-recompress";
    /** Far more than a run writes. */
    private static final int MAX_BYTES = 1 << 20;

    private final Path output;
    private final FileChannel channel;
    private final boolean createdOutput;
    private final boolean continued;
    private boolean finished;

    private RewriteJournal(Path output, FileChannel channel, boolean createdOutput, boolean continued) {
        this.output = output;
        this.channel = channel;
        this.createdOutput = createdOutput;
        this.continued = continued;
    }

    /**
     * Starts a run, or continues one.
     *
     * @param output a folder that does not exist, is empty, or belongs to the same run
     * @param like the folder whose owner and mode a new output folder gets; absent to use this program's
     * @param command identifies the run, as a command that the user can repeat
     * @param inputs identifies the inputs, which must not have changed since
     * @throws RewriteException if the folder contains anything else
     */
    static RewriteJournal open(Path output, Optional<Path> like, String command, String inputs) {
        try {
            boolean exists = Files.isDirectory(output);
            Path file = output.resolve(NAME);
            if (exists && !Files.exists(file) && !others(output).isEmpty()) {
                throw new RewriteException(
                        "the output folder " + output + " is not empty, and nothing is overwritten: use a new folder");
            }
            Files.createDirectories(output);
            if (!exists && like.isPresent()) {
                FileTraits.of(like.get()).giveTo(output);
            }
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            boolean opened = false;
            try {
                RewriteJournal journal =
                        new RewriteJournal(output, channel, !exists, isContinued(output, channel, command, inputs));
                opened = true;
                return journal;
            } finally {
                if (!opened) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new RewriteException("the output folder " + output + " cannot be created: " + e.getMessage(), e);
        }
    }

    private static boolean isContinued(Path output, FileChannel channel, String command, String inputs)
            throws IOException {
        requireLock(output, channel);
        ByteBuffer before = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_BYTES));
        while (before.hasRemaining() && channel.read(before) >= 0) {
            continue;
        }
        String text = StandardCharsets.UTF_8.decode(before.flip()).toString();
        String wanted = command + "\n" + inputs + "\n";
        if (others(output).isEmpty()) {
            channel.truncate(0).position(0);
            channel.write(StandardCharsets.UTF_8.encode(wanted));
            channel.force(true);
            DurableFiles.force(output);
            DurableFiles.force(output.toAbsolutePath().resolveSibling(""));
            return false;
        }
        if (!text.startsWith(command + "\n")) {
            throw new RewriteException("the output folder " + output + " belongs to an unfinished run, \""
                    + text.lines().findFirst().orElse("")
                    + "\": run that command again to finish it, or use a new folder");
        }
        if (!text.equals(wanted)) {
            throw new RewriteException("the output folder " + output
                    + " belongs to an unfinished run, and the segments have changed since: delete it, and start over");
        }
        return true;
    }

    private static void requireLock(Path output, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            throw new RewriteException(atWork(output), e);
        }
        throw new RewriteException(atWork(output));
    }

    private static String atWork(Path output) {
        return "another run of squeeze recompress is working in " + output + ": wait until it ends";
    }

    private static List<Path> others(Path output) throws IOException {
        try (Stream<Path> entries = Files.list(output)) {
            return entries.filter(entry -> !entry.endsWith(NAME)).limit(1).toList();
        }
    }

    /** Whether this continues an earlier run of the same command. */
    boolean isContinued() {
        return continued;
    }

    /** Marks the run as complete, by deleting the file. */
    void finish() throws IOException {
        Files.deleteIfExists(output.resolve(NAME));
        DurableFiles.force(output);
        finished = true;
    }

    /** Removes file and folder if nothing has been written. */
    @Override
    public void close() throws IOException {
        try {
            if (!finished && others(output).isEmpty()) {
                Files.deleteIfExists(output.resolve(NAME));
                if (createdOutput) {
                    Files.deleteIfExists(output);
                }
            }
        } finally {
            channel.close();
        }
    }
}
