package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import dev.squeeze.kit.kafka.FetchPosition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

/** A round that is too large when decompressed is written in parts. */
class CopyRoundTest {
    private static final long SEED = 23;
    private static final int LINES = 2_000;

    private static final ByteBuffer BATCH = KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, LINES));

    private final BatchHeader header = new BatchHeader();

    @Test
    void aRoundThatFitsStaysWhole() {
        CopyRound round = round(60, 60);

        assertThat(round.storedBytes()).isGreaterThan(4 * CopyRound.MIN_PART_BYTES);
        assertThat(round.parts(BatchHeader::sizeBytes, round.storedBytes())).containsExactly(round);
    }

    @Test
    void partsHaveEveryBatchOnceInItsOrderAndGoOnBehindTheirLast() {
        CopyRound round = round(60, 30);

        List<CopyRound> parts = round.parts(batch -> 30L * batch.sizeBytes(), 30 * round.storedBytes() / 4);

        assertThat(parts).hasSize(4);
        assertThat(parts).allSatisfy(part -> assertThat(part.storedBytes())
                .isLessThan(round.storedBytes() / 4 + 3 * sizeOfABatch()));
        assertThat(parts.stream().mapToLong(CopyRound::storedBytes).sum()).isEqualTo(round.storedBytes());
        assertThat(parts.stream().mapToLong(CopyRound::records).sum()).isEqualTo(round.records());
        assertThat(parts.stream().mapToLong(CopyRound::abortedRecords).sum()).isEqualTo(7);
        assertThat(parts.stream().mapToLong(CopyRound::readCpuNanos).sum()).isBetween(990L, 1_000L);
        Map<Integer, List<SourceBatch>> all = new TreeMap<>();
        Map<Integer, FetchPosition> reached = new TreeMap<>();
        for (CopyRound part : parts) {
            part.batches().forEach((partition, batches) -> {
                all.computeIfAbsent(partition, any -> new ArrayList<>()).addAll(batches);
                long behind = batches.get(batches.size() - 1).lastOffset() + 1;
                assertThat(part.next().get(partition).offset()).isGreaterThanOrEqualTo(behind);
                if (part != parts.get(3)) {
                    assertThat(part.next()).containsEntry(partition, new FetchPosition(behind, OptionalInt.of(4)));
                }
            });
            reached.putAll(part.next());
        }
        assertThat(all).isEqualTo(round.batches());
        assertThat(reached).isEqualTo(round.next());
    }

    @Test
    void offsetsThatWereGoneCountWhereTheyArePassed() {
        CopyRound round = round(60, 0);
        CopyGap early = new CopyGap(0, 0, 5);
        CopyGap late = new CopyGap(0, 60L * LINES, 60L * LINES + 3);

        List<CopyRound> parts = withGaps(round, early, late).parts(BatchHeader::sizeBytes, round.storedBytes() / 3 + 1);

        assertThat(parts).extracting(CopyRound::gaps).containsExactly(List.of(early), List.of(), List.of(late));
    }

    @Test
    void aBatchInWhichACopyBeginsIsNotTornApart() {
        CopyRound.Builder builder = new CopyRound.Builder();
        for (int i = 0; i < 40; i++) {
            SourceBatch whole = batch(0, i);
            long middle = whole.fromOffset() + LINES / 2;
            builder.add(new SourceBatch(0, whole.bytes(), whole.fromOffset(), middle - 1));
            builder.add(new SourceBatch(0, whole.bytes(), middle, whole.lastOffset()));
            builder.count(header.recordCount(), header.sizeBytes());
        }
        builder.goOnAt(0, FetchPosition.at(40L * LINES));
        CopyRound round = builder.build(0, 0, 1, 0);

        List<CopyRound> parts = round.parts(BatchHeader::sizeBytes, round.storedBytes() / 3 + 1);

        assertThat(parts).hasSize(3);
        assertThat(parts.stream().mapToLong(CopyRound::records).sum()).isEqualTo(round.records());
        assertThat(parts)
                .allSatisfy(part -> assertThat(part.batches().get(0).size() % 2).isZero());
    }

    @Test
    void whatIsStoredInLittleIsNotDividedHoweverWrongTheEstimateIs() {
        CopyRound round = round(1, 1);

        assertThat(round.parts(batch -> 1L << 40, 1)).containsExactly(round);
    }

    @Test
    void anotherCodecIsKnownByItsRecords() {
        UnpackedSize size = new UnpackedSize();
        batch(0, 0);
        long stored = header.sizeBytes();
        assertThat(size.of(header)).isEqualTo(stored);

        size.took(1_000_000, 100_000, 900_000);
        assertThat(size.of(header)).isEqualTo(Math.max(stored, 9L * LINES));
        size.took(1_000, 1_000, 3_000_000);
        size.took(0, 0, 0);

        assertThat(size.of(header)).isEqualTo(Math.max(3_000 * stored, 3_000L * LINES));
        assertThat(size.storedBytes(6_000)).isEqualTo(2);
    }

    private long sizeOfABatch() {
        batch(0, 0);
        return header.sizeBytes();
    }

    private CopyRound round(int ofFirst, int ofSecond) {
        CopyRound.Builder builder = new CopyRound.Builder();
        for (int i = 0; i < ofFirst; i++) {
            builder.add(batch(0, i));
            builder.count(header.recordCount(), header.sizeBytes());
        }
        for (int i = 0; i < ofSecond; i++) {
            builder.add(batch(1, i));
            builder.count(header.recordCount(), header.sizeBytes());
        }
        builder.goOnAt(0, FetchPosition.at((long) ofFirst * LINES + 3));
        builder.goOnAt(1, FetchPosition.at((long) ofSecond * LINES));
        builder.goOnAt(2, FetchPosition.at(9));
        return builder.build(7, 10, 20, 1_000);
    }

    private static CopyRound withGaps(CopyRound round, CopyGap... gaps) {
        return new CopyRound(
                round.batches(),
                round.next(),
                List.of(gaps),
                round.compacted(),
                round.records(),
                round.storedBytes(),
                round.abortedRecords(),
                round.fromNanos(),
                round.toNanos(),
                round.readCpuNanos());
    }

    private SourceBatch batch(int partition, int number) {
        ByteBuffer bytes = ByteBuffer.allocate(BATCH.remaining());
        bytes.put(BATCH.duplicate()).flip();
        bytes.putLong(0, (long) number * LINES);
        bytes.putInt(12, 4);
        header.wrap(bytes, 0);
        return new SourceBatch(partition, bytes, header.baseOffset(), header.lastOffset());
    }
}
