package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.stats.BalancedStretches;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FewForAllTest {
    private static final int RECORDS = 20_000;
    private static final List<BatchRecord> LOG = log();

    /** Lines that hardly compress individually; one in eighty is as long as thirty others and repetitive. */
    private static List<BatchRecord> log() {
        SplittableRandom random = new SplittableRandom(5);
        return IntStream.range(0, RECORDS)
                .mapToObj(i -> {
                    String line = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
                    String value = random.nextInt(80) == 0 ? (line + " of all values: ").repeat(20) : line;
                    return new BatchRecord(
                            null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_700_000_000_000L);
                })
                .toList();
    }

    private static boolean isLong(BatchRecord record) {
        return record.payloadBytes() > 100;
    }

    private static double shareInLongOnes(List<BatchRecord> records) {
        double all = records.stream().mapToInt(BatchRecord::payloadBytes).sum();
        return records.stream()
                        .filter(FewForAllTest::isLong)
                        .mapToInt(BatchRecord::payloadBytes)
                        .sum()
                / all;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.618, 0.85})
    void asMuchOfTheFewIsRepetitiveAsOfAll(double begin) {
        BalancedStretches order = new FewForAll(LOG).order(400, 2, begin).orElseThrow();

        assertThat(shareInLongOnes(order.order(LOG).subList(0, 400)))
                .isCloseTo(shareInLongOnes(LOG), Percentage.withPercentage(25));
    }

    @Test
    void whereMostAreWantedTheyKeepTheirOrder() {
        assertThat(new FewForAll(LOG).order(0.6 * RECORDS, 2, 0)).isEmpty();
    }

    /** Tombstones have no value, and there may be nothing else. */
    @Test
    void recordsWithoutValuesHaveAnOrderToo() {
        List<BatchRecord> tombstones = IntStream.range(0, 1_000)
                .mapToObj(i -> new BatchRecord(new byte[] {1, (byte) i}, null, BatchRecord.NO_HEADERS, 0))
                .toList();

        BalancedStretches order = new FewForAll(tombstones).order(100, 10, 0).orElseThrow();

        assertThat(IntStream.range(0, 1_000).map(order::recordAt).distinct()).hasSize(1_000);
    }

    @Test
    void howAPartDiffersFromAllInSizeIsKnown() {
        FewForAll few = new FewForAll(LOG);
        BalancedStretches order = few.order(400, 2, 0).orElseThrow();
        double part = IntStream.range(1_000, 1_256)
                .mapToObj(place -> LOG.get(order.recordAt(place)))
                .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .average()
                .orElseThrow();
        double all = LOG.stream()
                .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .average()
                .orElseThrow();

        FewForAll.AllOverPart found = few.allOver(CodecType.LZ4, order, 1_000, 1_256, 2);

        assertThat(found.encodedBytes()).isCloseTo(all / part, Offset.offset(1e-9));
        // The long lines, of which the part has too few or too many, are repetitive.
        assertThat(found.compressedBytes()).isBetween(0.8, 1.25).isNotEqualTo(1);
    }

    /** Fifty consecutive lines start with the same text. */
    private static List<BatchRecord> folders() {
        SplittableRandom random = new SplittableRandom(9);
        String[] folder = {""};
        return IntStream.range(0, RECORDS)
                .mapToObj(i -> {
                    if (i % 50 == 0) {
                        folder[0] = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
                    }
                    String value = folder[0].repeat(2) + Long.toHexString(random.nextLong());
                    return new BatchRecord(
                            null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_700_000_000_000L);
                })
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = CodecType.class,
            names = {"GZIP", "SNAPPY", "LZ4", "ZSTD"})
    void whereStretchesMeetABatchCompressesWorseThanOneOfNeighbours(CodecType codec) {
        FewForAll few = new FewForAll(folders());
        BalancedStretches order = few.order(400, 16, 0).orElseThrow();

        // Half of every fourth group of 16 is from another stretch; groups of all records span folders just as often.
        FewForAll.AllOverPart found = few.allOver(codec, order, 8, 8 + 8_192, 16);

        assertThat(found.encodedBytes()).isCloseTo(1, Offset.offset(0.01));
        assertThat(found.compressedBytes()).isBetween(0.8, 0.99);
    }

    @Test
    void recordsOfOtherPartitionsAreNotCompressedTogether() {
        List<BatchRecord> log = folders();
        FewForAll apart = new FewForAll(log, place -> place % 16);
        BalancedStretches order = apart.order(400, 16, 0).orElseThrow();

        // With 16 partitions each batch has one record, so there is no repetition, regardless of stretches.
        assertThat(apart.allOver(CodecType.LZ4, order, 8, 8 + 8_192, 16).compressedBytes())
                .isCloseTo(1, Offset.offset(0.01));
    }

    @Test
    void ofAPartOfLessThanTwoGroupsNothingIsSaid() {
        FewForAll few = new FewForAll(LOG);
        BalancedStretches order = few.order(400, 100, 0).orElseThrow();

        assertThat(few.allOver(CodecType.LZ4, order, 0, 200, 128)).isEqualTo(FewForAll.AllOverPart.SAME);
    }
}
