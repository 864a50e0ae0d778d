package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GatheringPartitionsTest {
    private static final byte[] VALUE = {1};

    private static BatchRecord record(byte @Nullable [] key) {
        return new BatchRecord(key, VALUE, BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT);
    }

    private static List<BatchRecord> keyed(int records, IntFunction<String> key) {
        return IntStream.range(0, records)
                .mapToObj(i -> record(key.apply(i).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Test
    void twoKeysTakeTwoOfManyPartitions() {
        byte[] yes = "Y".getBytes(StandardCharsets.UTF_8);
        byte[] no = "N".getBytes(StandardCharsets.UTF_8);
        assertThat(BuiltInPartitioner.partitionForKey(yes, 48))
                .isNotEqualTo(BuiltInPartitioner.partitionForKey(no, 48));
        GatheringPartitions half = GatheringPartitions.ofKeys(keyed(1_000, i -> i % 2 == 0 ? "Y" : "N"), 48);

        assertThat(half.of(1_000)).isEqualTo(2, offset(1e-9));
        assertThat(half.of(2)).isEqualTo(2 * (1 - Math.exp(-1)), offset(1e-9));
        assertThat(half.of(0.1)).isEqualTo(1);
    }

    @Test
    void aRareKeyHardlyCounts() {
        GatheringPartitions rare = GatheringPartitions.ofKeys(keyed(1_000, i -> i % 1_000 == 0 ? "Y" : "N"), 48);

        assertThat(rare.of(10)).isEqualTo(1.01, offset(0.01));
    }

    @Test
    void keysThatComeInTurnAreAllSeen() {
        GatheringPartitions inTurn = GatheringPartitions.ofKeys(keyed(60_000, i -> "key-" + i % 3), 48);

        assertThat(inTurn.of(1_000)).isEqualTo(3, offset(1e-9));
    }

    @Test
    void manyKeysTakeAllPartitions() {
        GatheringPartitions many = GatheringPartitions.ofKeys(keyed(100_000, i -> "key-" + i), 12);

        assertThat(many.of(10_000)).isEqualTo(12, offset(1e-6));
        assertThat(many.of(12)).isEqualTo(GatheringPartitions.inTurn(12).of(12), offset(0.05));
    }

    @Test
    void howeverFastRecordsComeNoMoreTakeThem() {
        assertThat(GatheringPartitions.ofKeys(keyed(100, i -> i % 2 == 0 ? "Y" : "N"), 48)
                        .of(Double.POSITIVE_INFINITY))
                .isEqualTo(2);
    }

    @Test
    void recordsWithoutAKeyGoToOnePartitionAtATime() {
        List<BatchRecord> records =
                IntStream.range(0, 100).mapToObj(i -> record(null)).toList();

        assertThat(GatheringPartitions.ofKeys(records, 48).of(1_000)).isEqualTo(1, offset(1e-9));
    }
}
