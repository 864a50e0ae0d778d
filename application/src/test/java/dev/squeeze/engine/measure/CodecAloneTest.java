package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class CodecAloneTest {
    private static List<BatchRecord> lines(int number) {
        Random random = new Random(11);
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            String line = "GET /items/" + random.nextInt(1_000) + "?page=" + i + " took " + random.nextInt(90) + " ms";
            records.add(new BatchRecord(null, line.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 0));
        }
        return records;
    }

    @Test
    void noCodecTakesNothing() {
        assertThat(CodecAlone.ofScattered(Codec.NONE, lines(100), 12, 10, 12, 1))
                .isEqualTo(CodecAlone.NOTHING);
    }

    @ParameterizedTest
    @CsvSource({
        "gzip:6, 2000, 12, 200, 1, 1",
        "zstd:3, 2000, 12, 200, 12, 0.5",
        "lz4, 3, 12, 40, 3.4, 0",
        "snappy, 50, 7, 0.4, 100, 1",
        "zstd:1, 2000, 64, 20000, 64, 0.3"
    })
    void whateverRecordsAndPartitionsThereAreBatchesAreMadeAndTimed(
            String codec, int records, int partitions, double recordsPerBatch, double openBatches, double lingered) {
        CodecAlone alone = CodecAlone.ofScattered(
                Codec.parse(codec), lines(records), partitions, recordsPerBatch, openBatches, lingered);

        // Less than a second per MiB: more could not be the time of a codec.
        assertThat(alone.compressNanosPerByte()).isPositive().isLessThan(1_000);
        assertThat(alone.closingShare()).isBetween(0.0, 1.0);
        assertThat(alone.decompressNanosPerByte()).isBetween(0.0, 1_000.0);
    }

    @Test
    void recordsComeIntoTheBatchesOfTheirKeys() {
        List<BatchRecord> keyed = new ArrayList<>();
        for (BatchRecord line : lines(300)) {
            byte[] key = ("key-" + keyed.size() % 20).getBytes(StandardCharsets.UTF_8);
            keyed.add(new BatchRecord(key, line.value(), BatchRecord.NO_HEADERS, 0));
        }

        List<List<BatchRecord>> byPartition = CodecAlone.byPartition(keyed, 12);

        assertThat(byPartition).hasSizeBetween(6, 12);
        assertThat(byPartition.stream().mapToInt(List::size).sum()).isEqualTo(300);
        for (List<BatchRecord> own : byPartition) {
            assertThat(own.stream().map(record -> ProducerReplay.partitionOf(record, 12)))
                    .containsOnly(ProducerReplay.partitionOf(own.get(0), 12));
            assertThat(own.stream().map(keyed::indexOf)).isSorted();
        }
    }

    @Test
    void recordsWithoutKeysGoToOnePartitionAfterTheOther() {
        List<BatchRecord> records = lines(7);

        assertThat(CodecAlone.byPartition(records, 3))
                .containsExactly(
                        List.of(records.get(0), records.get(3), records.get(6)),
                        List.of(records.get(1), records.get(4)),
                        List.of(records.get(2), records.get(5)));
    }

    @Test
    void anotherLibraryTakesSoManyTimesAsLongToCompressAndAsLongToDecompress() {
        assertThat(new CodecAlone(10, 4, 3).compressingTimes(1.5)).isEqualTo(new CodecAlone(15, 6, 3));
    }
}
