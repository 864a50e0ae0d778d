package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.unit.ByteRate;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two partitions that each received 100 records/s; 70 % of the records are in remote storage. */
class TieredTopicTest {
    private static final int PARTITIONS = 2;
    private static final long OFFSETS = 100_000;
    private static final long LOCAL_START = 70_000;
    private static final int BATCH = 10;
    private static final long STEP_MILLIS = 10;
    private static final double PER_SECOND = 200;
    private static final double PRECISION = 0.02;

    private static final long SAMPLE = 1 << 20;
    private static final Duration TIME_LIMIT = Duration.ofMillis(40);

    /** A cluster whose remote storage returns nothing for a number of requests. */
    private static final class Tiered implements TopicLog {
        private final long slowAnswers;
        private long remoteRequests;
        private long localRequests;
        private long end = OFFSETS;

        Tiered(long slowAnswers) {
            this.slowAnswers = slowAnswers;
        }

        @Override
        public SortedMap<Integer, Boolean> partitions() {
            return new TreeMap<>(Map.of(0, true, 1, true));
        }

        @Override
        public Map<PartitionId, OffsetRange> offsets(Collection<PartitionId> partitions) {
            return partitions.stream()
                    .collect(Collectors.toMap(partition -> partition, partition -> new OffsetRange(0, OFFSETS)));
        }

        @Override
        public ByteBuffer fetch(PartitionId partition, long offset, int maxBytes, Duration longestWait) {
            if (offset < LOCAL_START) {
                remoteRequests++;
                if (remoteRequests <= slowAnswers) {
                    pause();
                    return ByteBuffer.allocate(0);
                }
            } else {
                localRequests++;
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            for (long base = offset - offset % BATCH; base < end && answer.size() < maxBytes; base += BATCH) {
                answer.writeBytes(batch(base));
            }
            return ByteBuffer.wrap(answer.toByteArray());
        }

        private static void pause() {
            try {
                TimeUnit.MILLISECONDS.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public OptionalLong localStart(PartitionId partition) {
            return OptionalLong.of(LOCAL_START);
        }
    }

    private static byte[] batch(long baseOffset) {
        return KafkaBatches.stored(
                baseOffset,
                IntStream.range(0, BATCH)
                        .mapToObj(i -> new BatchRecord(
                                null,
                                "value".getBytes(StandardCharsets.US_ASCII),
                                BatchRecord.NO_HEADERS,
                                1_000_000 + (baseOffset + i) * STEP_MILLIS))
                        .toArray(BatchRecord[]::new));
    }

    private static TopicBatches read(Tiered cluster, long sample) {
        TopicAccess access = new TopicAccess(Map.of(), TIME_LIMIT, sample, TopicAccess.DEFAULT_RATE, 7);
        return new TopicFetch(cluster, "orders", access, new ReadPace(new ByteRate(1L << 40)), (read, all) -> {}).run();
    }

    private static RecordSource.ReadReport report(TopicBatches topic) {
        return TopicSource.of(topic).read(record -> true, (bytesRead, bytesTotal) -> {});
    }

    private static double rate(TopicBatches topic) {
        return report(topic).stored().orElseThrow().recordsPerSecond().orElseThrow();
    }

    private static double storedBytes(TopicBatches topic) {
        return TopicInspection.run(topic, 1)
                .profile()
                .reading()
                .orElseThrow()
                .storedBytesOfAll()
                .orElseThrow()
                .estimate();
    }

    @Test
    void whatArrivesLateIsReadAsWell() {
        TopicBatches late = read(new Tiered(1), SAMPLE);
        TopicBatches prompt = read(new Tiered(0), SAMPLE);

        assertThat(late.readOffsets()).isEqualTo(prompt.readOffsets());
        assertThat(report(late).records()).isEqualTo(report(prompt).records());
        assertThat(rate(late)).isCloseTo(PER_SECOND, within(PRECISION * PER_SECOND));
        assertThat(late.notices()).isEmpty();
        assertThat(read(new Tiered(1), 1L << 30).whole()).isTrue();
    }

    @Test
    void whatDoesNotArriveIsNeitherReadNorEmpty() {
        TopicBatches local = read(new Tiered(Long.MAX_VALUE), SAMPLE);

        assertThat(local.whole()).isFalse();
        assertThat(rate(local)).isCloseTo(PER_SECOND, within(PRECISION * PER_SECOND));
        double all = (double) PARTITIONS * OFFSETS / BATCH * batch(LOCAL_START).length;
        assertThat(storedBytes(local)).isCloseTo(all, within(PRECISION * all));
        assertThat(local.notices()).singleElement().satisfies(notice -> assertThat(notice.message())
                .startsWith("2 of 2 partitions (0, 1): ")
                .contains("remote storage", "left out", "is like the rest", "remote.fetch.max.wait.ms"));
    }

    @Test
    void theSameHoldsWhereAllOfItMayBeRead() {
        TopicBatches local = read(new Tiered(Long.MAX_VALUE), 1L << 30);

        assertThat(local.whole()).isFalse();
        assertThat(rate(local)).isCloseTo(PER_SECOND, within(PRECISION * PER_SECOND));
    }

    @Test
    void waitingForRemoteStorageEndsWithinTheTimeLimit() {
        Tiered dead = new Tiered(Long.MAX_VALUE);

        read(dead, 1L << 30);

        assertThat(dead.remoteRequests).isBetween(1L, 2 + TIME_LIMIT.toMillis() / 2);
    }

    @Test
    void whatCompactionHasLeftEmptyIsRead() {
        Tiered compacted = new Tiered(0);
        compacted.end = 80_000;

        TopicBatches topic = read(compacted, 1L << 30);

        assertThat(topic.whole()).isTrue();
        assertThat(topic.readOffsets()).isEqualTo(PARTITIONS * OFFSETS);
        assertThat(topic.notices()).isEmpty();
        assertThat(compacted.localRequests)
                .as("the empty end of a partition is asked for once")
                .isLessThan(40);
    }

    @Test
    void aNoticeNamesWhatWasLeftOut() {
        BatchNotices notices = new BatchNotices();
        PartitionNotices.addUnread(List.of(3), 12, 1, notices);

        assertThat(notices.notices()).singleElement().satisfies(notice -> assertThat(notice.message())
                .startsWith("1 of 12 partitions (3): 1 read from remote storage (tiered storage) timed out"
                        + " and is left out;"));
    }
}
