package dev.squeeze.feature.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of ten offsets at a time, 100 s from first to last. */
class InspectCompactedTest {
    private static final long FIRST_MILLIS = 1_000_000;
    private static final int SECONDS = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private String log(long... baseOffsets) throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        for (int i = 0; i < baseOffsets.length; i++) {
            long millis = FIRST_MILLIS + 1_000L * SECONDS * i / (baseOffsets.length - 1);
            BatchRecord[] records = IntStream.range(0, 10)
                    .mapToObj(any -> new BatchRecord(
                            null, "x".getBytes(StandardCharsets.US_ASCII), BatchRecord.NO_HEADERS, millis))
                    .toArray(BatchRecord[]::new);
            ByteBuffer batch = KafkaBatches.batch(Compression.NONE, records).putLong(0, baseOffsets[i]);
            byte[] bytes = new byte[batch.remaining()];
            batch.get(bytes);
            log.writeBytes(bytes);
        }
        Path partition = Files.createDirectories(folder.resolve("changes-0"));
        Files.write(partition.resolve("00000000000000000000.log"), log.toByteArray());
        return "segment:" + partition;
    }

    private static JsonNode profile(String source) {
        return Invocation.of("inspect", source, "--json")
                .expectDone()
                .document()
                .get("profile");
    }

    /** Of 100 records, 20 are left. */
    @Test
    void theRateIsThatOfAllRecordsThatWereSent() throws IOException {
        String source = log(900, 990);

        JsonNode profile = profile(source);

        assertThat(profile.at("/compactedShare").asDouble()).isEqualTo(0.8, within(1e-9));
        assertThat(profile.at("/recordsPerSecond").asDouble()).isEqualTo(0.95, within(1e-9));
        assertThat(Invocation.of("inspect", source).expectDone().out().replaceAll("\\s+", " "))
                .contains("compaction has removed 80.0 % of the records that were sent; the rate includes them");
    }

    @Test
    void ofALogWithoutGapsNothingIsSaidOfCompaction() throws IOException {
        String source = log(900, 910);

        JsonNode profile = profile(source);

        assertThat(profile.has("compactedShare")).isFalse();
        assertThat(profile.at("/recordsPerSecond").asDouble()).isEqualTo(0.19, within(1e-9));
        assertThat(Invocation.of("inspect", source).expectDone().out()).doesNotContain("compaction");
    }
}
