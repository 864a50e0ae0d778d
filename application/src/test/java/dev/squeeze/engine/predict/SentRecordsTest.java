package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.StoredBatches;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order, and when, the records of a sample are assumed to be sent. */
class SentRecordsTest {
    private static final int PARTITIONS = 12;
    /** Number of records per partition. */
    private static final int EACH = 1_000;

    private static final long EPOCH_MILLIS = 1_770_000_000_000L;

    /** From a file with timestamps, or from the batches of a log. */
    private record Records(List<BatchRecord> records, boolean hasTimestamps, Optional<StoredBatches> stored)
            implements RecordSource {
        @Override
        public String notation() {
            return "made for the test";
        }

        @Override
        public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
            records.forEach(visitor::accept);
            return new ReadReport(
                    records.size(),
                    records.stream().mapToLong(BatchRecord::payloadBytes).sum(),
                    "jsonl",
                    records.stream().anyMatch(record -> record.key() != null),
                    hasTimestamps,
                    List.of(),
                    stored,
                    Optional.empty(),
                    List.of());
        }

        Sample sample(long bytes) {
            return Sampler.draw(this, new SamplingPlan(List.of(16_384), bytes, 4, 1, 1), (read, total) -> {});
        }
    }

    private static List<BatchRecord> records(int count, IntFunction<BatchRecord> record) {
        return IntStream.range(0, count).mapToObj(record).toList();
    }

    private static BatchRecord record(int number, long millis) {
        return new BatchRecord(
                null,
                String.format("%0300d", number).getBytes(StandardCharsets.US_ASCII),
                BatchRecord.NO_HEADERS,
                millis);
    }

    private static StoredBatches wholeLog() {
        return new StoredBatches(
                true,
                CodecType.NONE,
                1,
                1_000,
                10,
                3_000,
                1,
                OptionalDouble.of(5),
                OptionalDouble.of(5_000),
                OptionalDouble.of(100),
                PARTITIONS,
                OptionalLong.empty(),
                Optional.of(Instant.ofEpochMilli(EPOCH_MILLIS)),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    private static double longestGap(SentRecords sent) {
        ArrivalPattern pattern = sent.pattern().orElseThrow();
        return IntStream.range(0, sent.records().size())
                .mapToDouble(pattern::gapAfter)
                .max()
                .orElseThrow();
    }

    /** The time of records that the sample leaves out is not a pause. */
    @Test
    void piecesOfALargeFileComeAtThePaceOfTheWhole() {
        SentRecords sent = SentRecords.of(
                new Records(records(40_000, i -> record(i, EPOCH_MILLIS + i)), true, Optional.empty()).sample(64 << 10),
                1);

        assertThat(sent.records()).hasSizeLessThan(400);
        assertThat(longestGap(sent)).isBetween(0.9, 1.1);
    }

    /** Even if the first and last second of each piece are incomplete. */
    @Test
    void inWholeSecondsToo() {
        SentRecords sent = SentRecords.of(
                new Records(
                                records(40_000, i -> record(i, EPOCH_MILLIS / 1_000 * 1_000 + i / 13 * 1_000L)),
                                true,
                                Optional.empty())
                        .sample(64 << 10),
                1);

        assertThat(longestGap(sent)).isBetween(0.7, 1.4);
    }

    @Test
    void piecesOfALargeFileKeepTheirBursts() {
        // Ten records in one millisecond, then nothing for 99 ms.
        SentRecords sent = SentRecords.of(
                new Records(records(40_000, i -> record(i, EPOCH_MILLIS + 1 + 100L * (i / 10))), true, Optional.empty())
                        .sample(64 << 10),
                1);

        ArrivalPattern pattern = sent.pattern().orElseThrow();
        assertThat(longestGap(sent)).isBetween(8.0, 12.0);
        assertThat(IntStream.range(0, sent.records().size())
                        .filter(i -> pattern.gapAfter(i) > 5)
                        .count())
                .isBetween(sent.records().size() / 12L, sent.records().size() / 9L);
    }

    /**
     * With timestamps in whole seconds, all records of a second have the same one, and those of each partition are
     * adjacent.
     */
    @Test
    void recordsOfALogWithTheSameTimestampAlternateBetweenPartitions() {
        SentRecords sent = ofLogInSeconds(SentRecordsTest::keyedTo);

        assertThat(longestRun(sent.records())).isLessThan(3);
    }

    @Test
    void soDoThoseWithoutKeysWhosePartitionsAreNotKnown() {
        SentRecords sent = ofLogInSeconds(SentRecordsTest::record);

        long neighbours = IntStream.range(1, sent.records().size())
                .filter(i -> sameValue(sent.records().get(i), sent.records().get(i - 1)))
                .count();
        assertThat(neighbours).isLessThan(EACH);
    }

    /** A source without timestamps, for which they are made up. */
    @Test
    void aFileThatIsLentToALogKeepsItsOrderAndHasNoPaceOfItsOwn() {
        Sample file = new Records(records(2_000, i -> record(i, EPOCH_MILLIS + i)), false, Optional.empty())
                .sample(64 << 20)
                .lyingIn(wholeLog());

        SentRecords sent = SentRecords.of(file, PARTITIONS);

        assertThat(sent.pattern()).isEmpty();
        assertThat(sent.records()).allMatch(record -> record.timestampMillis() == BatchRecord.WHEN_SENT);
    }

    /** @param record of a partition, at a time in milliseconds */
    private static SentRecords ofLogInSeconds(BiFunction<Integer, Long, BatchRecord> record) {
        List<BatchRecord> lying = IntStream.range(0, PARTITIONS)
                .boxed()
                .flatMap(partition -> IntStream.range(0, EACH)
                        .mapToObj(i -> record.apply(partition, EPOCH_MILLIS / 1_000 * 1_000 + 1_000L * (i / 100))))
                .toList();
        return SentRecords.of(new Records(lying, true, Optional.of(wholeLog())).sample(64 << 20), PARTITIONS);
    }

    private static BatchRecord keyedTo(int partition, long millis) {
        for (int key = 0; ; key++) {
            BatchRecord record = new BatchRecord(
                    ("key " + key).getBytes(StandardCharsets.US_ASCII), new byte[10], BatchRecord.NO_HEADERS, millis);
            if (ProducerReplay.partitionOf(record, PARTITIONS) == partition) {
                return record;
            }
        }
    }

    private static boolean sameValue(BatchRecord one, BatchRecord other) {
        return Arrays.equals(one.value(), other.value());
    }

    private static int longestRun(List<BatchRecord> records) {
        int longest = 0;
        int run = 0;
        int last = -1;
        for (BatchRecord record : records) {
            int partition = ProducerReplay.partitionOf(record, PARTITIONS);
            run = partition == last ? run + 1 : 1;
            last = partition;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
