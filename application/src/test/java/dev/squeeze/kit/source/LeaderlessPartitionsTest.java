package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nine partitions of ten records each, sent in 90 s; three more have no leader. */
class LeaderlessPartitionsTest {
    private static final int LED = 9;
    private static final int WITHOUT_LEADER = 3;
    private static final int RECORDS = 10;
    private static final long FIRST_MILLIS = 1_000_000;
    private static final long STEP_MILLIS = 10_000;

    private static byte[] batch() {
        return KafkaBatches.stored(
                0,
                IntStream.range(0, RECORDS)
                        .mapToObj(i -> new BatchRecord(
                                null,
                                "value".getBytes(StandardCharsets.US_ASCII),
                                BatchRecord.NO_HEADERS,
                                FIRST_MILLIS + i * STEP_MILLIS))
                        .toArray(BatchRecord[]::new));
    }

    private static TopicBatches topic(int led, int withoutLeader) {
        Map<PartitionId, OffsetRange> ranges = new LinkedHashMap<>();
        List<TopicBatches.Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < led; i++) {
            PartitionId partition = new PartitionId("orders", i);
            ranges.put(partition, new OffsetRange(0, RECORDS));
            stretches.add(new TopicBatches.Stretch(partition, 0, RECORDS, batch()));
        }
        return new TopicBatches(
                "orders",
                ranges,
                stretches,
                new TopicBatches.Facts(
                        led, withoutLeader == 0, 1_000, 0, 0, List.of(), List.of(), withoutLeader, List.of()));
    }

    private static RecordSource.ReadReport read(TopicBatches topic) {
        return TopicSource.of(topic).read(record -> true, (bytesRead, bytesTotal) -> {});
    }

    @Test
    void theRateIsThatOfAllPartitions() {
        StoredBatches all = read(topic(LED + WITHOUT_LEADER, 0)).stored().orElseThrow();
        StoredBatches some = read(topic(LED, WITHOUT_LEADER)).stored().orElseThrow();

        assertThat(some.whole()).isFalse();
        assertThat(some.partitions()).isEqualTo(all.partitions()).isEqualTo(12);
        assertThat(some.recordsPerSecond())
                .hasValueCloseTo(
                        all.recordsPerSecond().orElseThrow(),
                        within(0.01 * all.recordsPerSecond().orElseThrow()));
    }

    @Test
    void soAreBytesAndOffsets() {
        TopicProfile.TopicReading reading = TopicInspection.run(topic(LED, WITHOUT_LEADER), 1)
                .profile()
                .reading()
                .orElseThrow();

        assertThat(reading.offsets()).isEqualTo(120);
        assertThat(reading.stretches()).isEqualTo(9);
        assertThat(reading.stretchesOfAll()).isEqualTo(12);
        assertThat(reading.storedBytesOfAll().orElseThrow().estimate()).isCloseTo(12.0 * batch().length, within(1e-6));
    }

    private static String notice(List<Integer> leaderless, int partitions) {
        BatchNotices notices = new BatchNotices();
        PartitionNotices.addLeaderless(leaderless, partitions, notices);
        assertThat(notices.notices()).hasSize(1);
        return notices.notices().get(0).message();
    }

    @Test
    void aNoticeSaysWhatIsTakenToBeLikeTheRest() {
        assertThat(notice(List.of(1, 4, 7), 12))
                .startsWith("3 of 12 partitions (1, 4, 7): they have no leader and are left out;")
                .contains("rate, bytes and costs", "like the rest");
        assertThat(notice(List.of(3), 4)).startsWith("1 of 4 partitions (3): it has no leader and is left out;");
        assertThat(notice(IntStream.range(0, 20).boxed().toList(), 40)).contains("(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...)");
        assertThat(read(topic(LED, WITHOUT_LEADER)).notices().get(0).message())
                .contains("all partitions with a leader");
    }
}
