package dev.squeeze.feature.copy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;

/** Remote storage in a folder, whose first reads take longer than the broker waits; all reads do if it is stuck. */
public final class SlowRemoteStorage implements RemoteStorageManager {
    static final String FOLDER = "folder";
    static final String SLOW_READS = "slow.reads";
    /** If this file exists in the folder, every read is slow. */
    static final String STUCK = "stuck";

    private static final int SLOW_SECONDS = 3;

    private final AtomicInteger slowReads = new AtomicInteger();
    private Path folder = Path.of("");

    @Override
    public void configure(Map<String, ?> configs) {
        folder = Path.of(String.valueOf(configs.get(FOLDER)));
        slowReads.set(Integer.parseInt(String.valueOf(configs.get(SLOW_READS))));
    }

    @Override
    public Optional<RemoteLogSegmentMetadata.CustomMetadata> copyLogSegmentData(
            RemoteLogSegmentMetadata segment, LogSegmentData data) throws RemoteStorageException {
        try {
            Files.copy(data.logSegment(), file(segment, "log"));
            Files.copy(data.offsetIndex(), file(segment, IndexType.OFFSET.name()));
            Files.copy(data.timeIndex(), file(segment, IndexType.TIMESTAMP.name()));
            Files.copy(data.producerSnapshotIndex(), file(segment, IndexType.PRODUCER_SNAPSHOT.name()));
            if (data.transactionIndex().isPresent()) {
                Files.copy(data.transactionIndex().get(), file(segment, IndexType.TRANSACTION.name()));
            }
            ByteBuffer epochs = data.leaderEpochIndex().duplicate();
            byte[] bytes = new byte[epochs.remaining()];
            epochs.get(bytes);
            Files.write(file(segment, IndexType.LEADER_EPOCH.name()), bytes);
            return Optional.empty();
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int from) throws RemoteStorageException {
        return fetchLogSegment(segment, from, Integer.MAX_VALUE - 1);
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int from, int last)
            throws RemoteStorageException {
        if (slowReads.getAndDecrement() > 0 || Files.exists(folder.resolve(STUCK))) {
            try {
                TimeUnit.SECONDS.sleep(SLOW_SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] bytes = read(segment, "log");
        return new ByteArrayInputStream(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, last + 1)));
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata segment, IndexType type) throws RemoteStorageException {
        return new ByteArrayInputStream(read(segment, type.name()));
    }

    private byte[] read(RemoteLogSegmentMetadata segment, String part) throws RemoteStorageException {
        Path file = file(segment, part);
        if (!Files.exists(file)) {
            throw new RemoteResourceNotFoundException(file + " is not there");
        }
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
    }

    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata segment) {
        // The test ends before anything is deleted.
    }

    private Path file(RemoteLogSegmentMetadata segment, String part) {
        return folder.resolve(segment.remoteLogSegmentId().id() + "." + part);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
