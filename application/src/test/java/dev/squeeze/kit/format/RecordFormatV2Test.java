package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatV2Test {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sizesAndBytesAreKafkas(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            BatchRecord record = RecordShapes.anything(random);
            int offset = random.nextInt(10) == 0 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(300);
            long delta = record.timestampMillis() - RecordShapes.START_MILLIS;
            int size = KafkaBatches.sizeInBytes(record, offset, delta);
            byte[] target = new byte[size + 6];

            assertThat(RecordFormatV2.encodedBytes(record, offset, delta))
                    .as("seed %d, record %d", seed, i)
                    .isEqualTo(size);
            assertThat(RecordFormatV2.encode(record, offset, delta, target, 3)).isEqualTo(size + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 1, -64, -65, 63, 64, Integer.MIN_VALUE})
    void timestampDeltasAtTheEdgesHaveKafkasSize(long delta) {
        BatchRecord record = new BatchRecord(null, new byte[3], BatchRecord.NO_HEADERS, 0);

        assertThat(RecordFormatV2.encodedBytes(record, 0, delta)).isEqualTo(KafkaBatches.sizeInBytes(record, 0, delta));
    }

    @Test
    void everyNumberOfBytesInAVarintHasKafkasSize() {
        for (int bits = 0; bits < 31; bits++) {
            for (int offset : new int[] {(1 << bits) - 1, 1 << bits}) {
                BatchRecord record = new BatchRecord(new byte[0], null, BatchRecord.NO_HEADERS, 0);
                assertThat(RecordFormatV2.encodedBytes(record, offset, 0))
                        .as("offset %d", offset)
                        .isEqualTo(KafkaBatches.sizeInBytes(record, offset, 0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void aBatchHoldsTheBytesThatKafkaWritesAndGivesBackWhatWasAdded(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            List<BatchRecord> added = new ArrayList<>();
            BatchCutter cutter = new BatchCutter(1 + random.nextInt(100_000));
            for (int i = 1 + random.nextInt(60); i > 0; i--) {
                added.add(RecordShapes.anything(random));
            }
            added.forEach(cutter::add);

            PackedBatch batch = cutter.take().orElseThrow();

            assertThat(batch.encodedRecords())
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(KafkaBatches.encodedRecords(added));
            assertThat(batch.records()).isEqualTo(added.size());
            assertSameRecords(batch.unpack(), added);
        }
    }

    @Test
    void theBatchHeaderIsAsLongAsKafkas() {
        BatchRecord[] records = RecordShapes.lines(5, 30);
        ByteBuffer batch = KafkaBatches.batch(Compression.NONE, records);

        assertThat(batch.remaining())
                .isEqualTo(RecordFormatV2.BATCH_HEADER_BYTES + KafkaBatches.encodedRecords(List.of(records)).length);
    }

    static void assertSameRecords(BatchRecord[] got, List<BatchRecord> wanted) {
        assertThat(got).hasSize(wanted.size());
        for (int i = 0; i < got.length; i++) {
            assertThat(got[i].key()).isEqualTo(wanted.get(i).key());
            assertThat(got[i].value()).isEqualTo(wanted.get(i).value());
            assertThat(got[i].timestampMillis()).isEqualTo(wanted.get(i).timestampMillis());
            assertThat(Arrays.stream(got[i].headers()).map(Header::key))
                    .containsExactlyElementsOf(Arrays.stream(wanted.get(i).headers())
                            .map(Header::key)
                            .toList());
            for (int h = 0; h < got[i].headers().length; h++) {
                assertThat(got[i].headers()[h].value())
                        .isEqualTo(wanted.get(i).headers()[h].value());
            }
        }
    }
}
