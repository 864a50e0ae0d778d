package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Segment;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.format.SendableBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If an index is missing, a broker truncates the segment at the first batch with a wrong CRC. So segments with any such
 * batch stay as they are, with their indexes.
 */
@SuppressWarnings("NullAway.Init")
class RecompressDamageTest {
    private static final String FIRST = "00000000000000000000.log";
    private static final int LENGTH_AT = 8;
    private static final int MAGIC_AT = 16;
    private static final int CRC_AT = 17;
    /** The second byte of the attributes. */
    private static final int ATTRIBUTES_AT = 22;

    private static final int RECORDS_AT = 57;

    @TempDir
    Path folder;

    private Path file;
    private Path index;

    @BeforeEach
    void write() throws IOException {
        Path partition = Files.createDirectories(folder.resolve("data/orders-0"));
        file = partition.resolve(FIRST);
        Segment.write(file, 0, 20);
        index = Files.writeString(partition.resolve("00000000000000000000.index"), "");
    }

    /** The batch in the middle of the segment. */
    private ByteBuffer batch(byte[] segment) {
        List<Integer> positions = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(segment);
        for (int at = 0; at < segment.length; at += 12 + bytes.getInt(at + LENGTH_AT)) {
            positions.add(at);
        }
        int at = positions.get(10);
        return bytes.slice(at, 12 + bytes.getInt(at + LENGTH_AT));
    }

    private String[] command(String... more) {
        List<String> command = new ArrayList<>(List.of("recompress", folder + "/data", "--codec", "zstd"));
        command.addAll(List.of("--in-place", "--output", folder + "/originals"));
        command.addAll(List.of(more));
        return command.toArray(String[]::new);
    }

    private JsonNode inPlace() {
        return incomplete(command("--json")).document().get("report");
    }

    /** A run without complete success: some or all segments stay as they are. */
    static Invocation incomplete(String... command) {
        Invocation run = Invocation.of(command);
        assertThat(run.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(run.complaints()).anyMatch(line -> line.contains("stays as it is"));
        return run;
    }

    @ParameterizedTest
    @ValueSource(strings = {"control", "empty", "data"})
    void aSegmentWithABatchOfWrongCrcStaysAsItIs(String kind) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer batch = batch(bytes);
        if (kind.equals("control")) {
            batch.put(ATTRIBUTES_AT, (byte) 0x30);
        }
        if (kind.equals("empty")) {
            batch.putInt(RECORDS_AT, 0);
        }
        batch.putInt(CRC_AT, (int) SendableBatch.computedCrc(batch) ^ 1);
        Files.write(file, bytes);

        JsonNode report = inPlace();

        assertThat(file).hasBinaryContent(bytes);
        assertThat(index).exists();
        assertThat(report.get("unreadableBatches").asInt()).isEqualTo(1);
        assertThat(report.get("segments").asInt()).isZero();
        assertThat(report.get("notices").toString()).contains("1 segment stays as it is", file.toString());
    }

    /** The checksum of an old message is not computed. */
    @Test
    void aSegmentThatBeginsWithAnOldMessageStaysAsItIs() throws Exception {
        int messageBytes = 34;
        ByteBuffer bytes = ByteBuffer.allocate(messageBytes + (int) Files.size(file));
        bytes.putInt(LENGTH_AT, messageBytes - 12).put(MAGIC_AT, (byte) 1);
        Segment.write(file, 1, 20);
        bytes.position(messageBytes).put(Files.readAllBytes(file));
        Files.write(file, bytes.array());

        JsonNode report = inPlace();

        assertThat(file).hasBinaryContent(bytes.array());
        assertThat(index).exists();
        assertThat(report.get("keptBytes").asInt()).isEqualTo(messageBytes);
    }

    @Test
    void aResultOfNothingThatWasRewrittenClaimsNoProof() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer batch = batch(bytes);
        batch.putInt(CRC_AT, batch.getInt(CRC_AT) ^ 1);
        Files.write(file, bytes);

        String out = incomplete(command()).out();

        assertThat(out)
                .contains("Nothing was rewritten")
                .doesNotContain("verified by reading it back")
                .doesNotContain("Indexes are not written")
                .doesNotContain("originals kept");
    }

    @Test
    void whereSomeSegmentsStayAsTheyAreTheFirstLineSaysHowMany() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer batch = batch(bytes);
        batch.putInt(CRC_AT, batch.getInt(CRC_AT) ^ 1);
        Files.write(file, bytes);
        Segment.write(Files.createDirectories(folder.resolve("data/orders-1")).resolve(FIRST), 0, 20);

        Invocation run = incomplete(command());

        assertThat(run.complaints()).anyMatch(line -> line.contains("1 of 2 segments stays as it is"));
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("every record was verified by reading it back; 1 of 2 segments stays as it is.");
        assertThat(folder.resolve("originals/orders-1").resolve(FIRST)).exists();
    }

    @Test
    void anEmptySegmentIsNotCompletelySaved() throws Exception {
        Files.write(file, new byte[0]);

        assertThat(Invocation.of(command()).expectDone().out()).contains("0 B became 0 B, 0.0 % less");
    }

    @Test
    void aBatchOfAnUnknownCodecIsNoTransactionMarker() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer batch = batch(bytes);
        batch.put(ATTRIBUTES_AT, (byte) 0x07);
        batch.putInt(CRC_AT, (int) SendableBatch.computedCrc(batch));
        Files.write(file, bytes);

        JsonNode report = inPlace();

        assertThat(report.get("keptBatches").asInt()).isEqualTo(1);
        assertThat(report.get("unreadableBatches").asInt()).isEqualTo(1);
    }
}
