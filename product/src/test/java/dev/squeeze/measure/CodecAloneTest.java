package dev.squeeze.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

        // Below a second for a MiB: more would be no time of a codec.
        assertThat(alone.compressNanosPerByte()).isPositive().isLessThan(1_000);
        assertThat(alone.closingShare()).isBetween(0.0, 1.0);
        assertThat(alone.decompressNanosPerByte()).isBetween(0.0, 1_000.0);
    }
}
