package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.RestartableCluster;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.CommittedFetcher;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.FetchedBatches;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A source whose log was truncated and has grown beyond the copy's position again, as after an unclean leader election.
 */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class CopyTruncationTest {
    private static final int SIZE_POSITION = 8;
    private static final int LOG_OVERHEAD = 12;

    @TempDir
    Path folder;

    @Test
    void aSourceThatLostWhatWasCopiedIsNotCopiedOn() throws Exception {
        try (RestartableCluster cluster = new RestartableCluster(folder, 1)) {
            CopiedTopic original = new CopiedTopic(cluster.target(), 1, 1);
            original.write(1_000, 400);
            String[] copy = {
                "copy",
                CopiedTopic.NAME,
                "--bootstrap-server",
                cluster.address(),
                "--codecs",
                "keep",
                "--to-topic",
                "copy-keep"
            };
            assertThat(Invocation.of(copy).code()).isEqualTo(ExitCode.DONE);
            List<Long> copied =
                    CopiedTopic.committed(cluster.target(), "copy-keep").get(0);
            cluster.kill();
            long cutAt = cut(cluster.partitionFolder(CopiedTopic.NAME, 0).resolve("00000000000000000000.log"), 540);
            cluster.startAgain();
            original.write(700, 400);

            Invocation.of(copy)
                    .expectRefusal(
                            ExitCode.FAILED,
                            "partition original-0 of the source was truncated to offset " + cutAt,
                            "copied up to offset 1000",
                            "--to-topic");

            assertThat(CopiedTopic.committed(cluster.target(), "copy-keep")
                            .get(0)
                            .equals(copied))
                    .isTrue();
            // The leader also detects this when a run that is in progress continues to read.
            PartitionId partition = new PartitionId(CopiedTopic.NAME, 0);
            try (RawClient client = RawClient.open(cluster.target().connection(), RawClientOptions.DEFAULTS)) {
                assertThat(new CommittedFetcher(client)
                                .fetch(
                                        Map.of(partition, new FetchPosition(1_000, OptionalInt.of(0))),
                                        new CommittedFetcher.Limits(1_000, 1_000, Duration.ofMillis(100))))
                        .containsEntry(partition, new FetchedBatches.Diverged(0, cutAt));
            }
        }
    }

    /** Truncates a log after the batch that contains an offset; returns the first missing offset. */
    private static long cut(Path log, long offset) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            long position = 0;
            while (true) {
                file.seek(position);
                long baseOffset = file.readLong();
                if (baseOffset > offset) {
                    file.setLength(position);
                    return baseOffset;
                }
                file.seek(position + SIZE_POSITION);
                position += LOG_OVERHEAD + file.readInt();
            }
        }
    }
}
