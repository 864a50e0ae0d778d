package dev.squeeze.engine.drivers;

import dev.squeeze.kit.cluster.AbandonedFolders;
import dev.squeeze.kit.kafka.broker.TemporaryFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary folder for the files that are passed to drivers, which may be as large as a sample. Folders of processes
 * that were killed are deleted when the next folder is opened.
 */
public final class DriverFiles implements AutoCloseable {
    private static final String PREFIX = "squeeze-driver-";

    private final Path folder;
    /** This process holds its lock for as long as it is open. */
    private final FileChannel channel;

    private DriverFiles(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    public static DriverFiles open() throws IOException {
        return in(Files.createTempDirectory(PREFIX).toAbsolutePath());
    }

    /** @param folder a new, empty folder */
    static DriverFiles in(Path folder) throws IOException {
        try {
            AbandonedFolders.delete(folder, PREFIX);
            FileChannel channel = FileChannel.open(
                    folder.resolve(AbandonedFolders.LOCK_FILE),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
            try {
                channel.lock();
                return new DriverFiles(folder, channel);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            TemporaryFolder.deleteTree(folder);
            throw e;
        }
    }

    /** Path of a file with that name. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Deletes the files, as far as possible. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock is released when the process ends.
        }
        TemporaryFolder.deleteTree(folder);
    }
}
