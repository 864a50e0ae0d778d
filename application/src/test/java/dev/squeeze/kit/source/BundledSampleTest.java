package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.RecordSource.ReadReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class BundledSampleTest {
    private static final int BATCH_BYTES = 64 * 1024;

    static List<SampleEntry> everySample() {
        return SampleCatalogue.entries();
    }

    @ParameterizedTest
    @MethodSource("everySample")
    void everySampleHoldsWhatTheCatalogueSays(SampleEntry entry) {
        List<BatchRecord> records = new ArrayList<>();

        ReadReport report = read(entry.name(), ReadOptions.DEFAULT, records);

        assertThat(records).hasSize(Math.toIntExact(entry.records()));
        assertThat(records.stream().mapToLong(BatchRecord::payloadBytes).sum()).isEqualTo(entry.payloadBytes());
        assertThat(report.records()).isEqualTo(entry.records());
        assertThat(report.payloadBytes()).isEqualTo(entry.payloadBytes());
        assertThat(report.format()).isEqualTo(entry.layout().label());
        assertThat(report.hasKeys()).isFalse();
        assertThat(report.hasTimestamps()).isEqualTo(entry.hasTimestamps());
        assertThat(records)
                .allSatisfy(record -> assertThat(record.key()).isNull())
                .allSatisfy(record -> assertThat(record.value()).isNotEmpty());
    }

    @ParameterizedTest
    @MethodSource("everySample")
    void everySampleIsTheSameOnEachReading(SampleEntry entry) {
        assertThat(fingerprint(entry.name())).isEqualTo(fingerprint(entry.name()));
    }

    @ParameterizedTest
    @MethodSource("everySample")
    void recordsAreStampedAtTheAssumedRateFromAFixedStart(SampleEntry entry) {
        List<BatchRecord> records = new ArrayList<>();

        ReadReport report = read(entry.name(), atRate(4000), records);

        assertThat(records.get(0).timestampMillis()).isEqualTo(BundledSample.ASSUMED_START_MILLIS);
        assertThat(records.get(200).timestampMillis()).isEqualTo(BundledSample.ASSUMED_START_MILLIS + 50);
        assertThat(records.stream().map(BatchRecord::timestampMillis)).isSorted();
        assertThat(report.hasTimestamps()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("everySample")
    void readingStopsWhenTheVisitorHasEnough(SampleEntry entry) {
        List<BatchRecord> records = new ArrayList<>();
        BundledSample sample = new BundledSample(entry.name(), ReadOptions.DEFAULT);

        ReadReport report = sample.read(
                record -> {
                    records.add(record);
                    return records.size() < 7;
                },
                (read, total) -> {});

        assertThat(records).hasSize(7);
        assertThat(report.records()).isEqualTo(7);
        assertThat(report.payloadBytes())
                .isEqualTo(records.stream().mapToLong(BatchRecord::payloadBytes).sum());
    }

    @ParameterizedTest
    @MethodSource("everySample")
    void progressRisesToTheWhole(SampleEntry entry) {
        List<Long> reported = new ArrayList<>();

        new BundledSample(entry.name(), ReadOptions.DEFAULT).read(record -> true, (read, total) -> {
            assertThat(total).isEqualTo(entry.payloadBytes());
            reported.add(read);
        });

        assertThat(reported).isSorted().endsWith(entry.payloadBytes());
    }

    @Test
    void aRecordOfTheAccessLogIsOneLine() {
        assertThat(firstText("access-log"))
                .startsWith("ip1 - - [24/Apr/2011:04:06:01 -0400] \"GET ")
                .endsWith("bots)\"");
    }

    @ParameterizedTest
    @CsvSource({"json-events,/actor/login,LimeVista", "flights-json,/Carrier,AA"})
    void aRecordOfAJsonSampleIsOneDocument(String name, String pointer, String expected) throws IOException {
        assertThat(new ObjectMapper().readTree(firstText(name)).at(pointer).asText())
                .isEqualTo(expected);
    }

    @Test
    void aRecordOfTheDocumentsIsAnArrayOfWholeEvents() throws IOException {
        List<BatchRecord> events = new ArrayList<>();
        List<BatchRecord> documents = new ArrayList<>();
        read("json-events", ReadOptions.DEFAULT, events);
        read("json-documents", ReadOptions.DEFAULT, documents);
        ObjectMapper mapper = new ObjectMapper();

        int next = 0;
        for (BatchRecord document : documents) {
            for (JsonNode gathered : mapper.readTree(bytes(document))) {
                assertThat(gathered).isEqualTo(mapper.readTree(bytes(events.get(next++))));
            }
        }

        assertThat(next).isBetween(events.size() - 200, events.size());
        assertThat(documents).allSatisfy(document -> assertThat(bytes(document).length)
                .isBetween(DocumentGatherer.MIN_BYTES, DocumentGatherer.MAX_BYTES));
    }

    @Test
    void theDocumentsSizesAreSpreadEvenlyOverTheirLogarithms() {
        List<BatchRecord> documents = new ArrayList<>();
        read("json-documents", ReadOptions.DEFAULT, documents);

        // Three equal parts of the range on a logarithmic scale.
        int[] third = new int[3];
        for (BatchRecord document : documents) {
            double part = Math.log(bytes(document).length / 5_000.0) / Math.log(80);
            third[Math.min(2, (int) (3 * part))]++;
        }
        for (int documentsInIt : third) {
            assertThat(documentsInIt).isBetween(documents.size() / 4, documents.size() * 5 / 12);
        }
    }

    @Test
    void aRecordOfTheIconsIsOneImage() {
        List<BatchRecord> records = new ArrayList<>();
        read("icons-png", ReadOptions.DEFAULT, records);

        byte[] signature = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        assertThat(records).allSatisfy(record -> assertThat(record.value()).startsWith(signature));
    }

    @ParameterizedTest
    @CsvSource({
        "access-log,4,20",
        "json-events,4,20",
        "json-documents,4,20",
        "flights-json,4,20",
        "icons-png,1.05,1.5",
        "encrypted-events,0.99,1.02"
    })
    void samplesCompressAsWellAsTheirDescriptionsSay(String name, double least, double most) {
        assertThat(zstdRatio(name)).isBetween(least, most);
    }

    @Test
    void aMissingJarIsNamed() {
        BundledSample sample =
                new BundledSample("json-events", ReadOptions.DEFAULT, ClassLoader.getPlatformClassLoader());

        assertThatThrownBy(() -> sample.read(record -> true, (read, total) -> {}))
                .isInstanceOf(SourceException.class)
                .hasMessage("sample:json-events: examples/batch/githubComplexTypeEvents/rawdata/"
                        + "githubComplexTypeEvents_data.json is not on the class path; add the jar of"
                        + " org.apache.pinot:pinot-tools:0.11.0 next to Squeeze's own jars");
    }

    @Test
    void anotherFileUnderTheSameNameIsNotTakenForTheSample(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("examples/stream/airlineStats/rawdata/airlineStats_data.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{}\n{}");
        try (URLClassLoader other = loaderOf(folder)) {
            BundledSample sample = new BundledSample("flights-json", ReadOptions.DEFAULT, other);

            assertThatThrownBy(() -> sample.read(record -> true, (read, total) -> {}))
                    .isInstanceOf(SourceException.class)
                    .hasMessage("sample:flights-json has 19,492 records of 31,841,678 bytes but 2 of 4 were found: put"
                            + " org.apache.pinot:pinot-tools:0.11.0 on the class path, and no other version of it");
        }
    }

    @Test
    void aResourceWithoutLineEndsDoesNotFillTheMemory(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("examples/stream/airlineStats/rawdata/airlineStats_data.json");
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[SampleValues.RECORD_LIMIT_BYTES + 1]);
        try (URLClassLoader other = loaderOf(folder)) {
            BundledSample sample = new BundledSample("flights-json", ReadOptions.DEFAULT, other);

            assertThatThrownBy(() -> sample.read(record -> true, (read, total) -> {}))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("after record 0: a line is longer than 4 MiB");
        }
    }

    @Test
    void aBrokenArchiveIsNamed(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("access_logs.tar.gz"), "not an archive");
        try (URLClassLoader other = loaderOf(folder)) {
            BundledSample sample = new BundledSample("access-log", ReadOptions.DEFAULT, other);

            assertThatThrownBy(() -> sample.read(record -> true, (read, total) -> {}))
                    .isInstanceOf(SourceException.class)
                    .hasMessageStartingWith("sample:access-log: reading access_logs.tar.gz failed after record 0: ")
                    .hasMessageEndingWith("is the jar of org.apache.crunch:crunch-examples:0.14.0 intact?");
        }
    }

    @Test
    void anOptionThatASampleCannotHonourIsRefused() {
        ReadOptions format = new ReadOptions(Optional.of(RecordFormat.LINES), Optional.empty(), Optional.empty(), 100);

        assertThatThrownBy(() -> new BundledSample("json-events", format))
                .isInstanceOf(SourceUsageException.class)
                .hasMessage("sample:json-events has a fixed format and does not support --format lines: leave it"
                        + " out, or give a file instead of the sample");
        assertThatThrownBy(() -> new BundledSample("access-log", keyedBy("/ip")))
                .isInstanceOf(SourceUsageException.class)
                .hasMessageContaining("records in the format lines, which have no fields: leave out --key-field");
    }

    @Test
    void recordsOfAJsonSampleHaveTheKeyAndTheTimestampThatAreAskedFor() {
        List<BatchRecord> records = new ArrayList<>();

        ReadReport report = read(
                "json-events",
                new ReadOptions(Optional.empty(), Optional.of("/actor/login"), Optional.of("/created_at"), 100),
                records);

        assertThat(records.get(0).key()).asString(StandardCharsets.UTF_8).isEqualTo("LimeVista");
        assertThat(report.hasKeys()).isTrue();
        assertThat(report.hasTimestamps()).isTrue();
        assertThat(report.payloadBytes())
                .isEqualTo(records.stream().mapToLong(BatchRecord::payloadBytes).sum());
        assertThat(records).allSatisfy(record -> assertThat(record.timestampMillis())
                .isNotEqualTo(BundledSample.ASSUMED_START_MILLIS));
    }

    @Test
    void anInterruptEndsTheReadingAndStaysSet() {
        BundledSample sample = new BundledSample("access-log", ReadOptions.DEFAULT);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> sample.read(record -> true, (read, total) -> {}))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static ReadReport read(String name, ReadOptions options, List<BatchRecord> into) {
        return new BundledSample(name, options).read(into::add, (read, total) -> {});
    }

    private static ReadOptions keyedBy(String field) {
        return new ReadOptions(Optional.empty(), Optional.of(field), Optional.empty(), 100);
    }

    private static ReadOptions atRate(double recordsPerSecond) {
        return new ReadOptions(Optional.empty(), Optional.empty(), Optional.empty(), recordsPerSecond);
    }

    private static String firstText(String name) {
        List<String> first = new ArrayList<>();
        new BundledSample(name, ReadOptions.DEFAULT)
                .read(
                        record -> {
                            first.add(new String(bytes(record), StandardCharsets.UTF_8));
                            return false;
                        },
                        (read, total) -> {});
        return first.get(0);
    }

    private static int fingerprint(String name) {
        int[] hash = {1};
        new BundledSample(name, ReadOptions.DEFAULT)
                .read(
                        record -> {
                            hash[0] = 31 * hash[0] + Arrays.hashCode(record.value());
                            return true;
                        },
                        (read, total) -> {});
        return hash[0];
    }

    /** Uncompressed over compressed bytes of the values, in blocks like batches of 64 KiB. */
    private static double zstdRatio(String name) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        long[] bytes = new long[2];
        new BundledSample(name, ReadOptions.DEFAULT)
                .read(
                        record -> {
                            if (block.size() + record.payloadBytes() > BATCH_BYTES) {
                                compress(block, bytes);
                            }
                            block.writeBytes(bytes(record));
                            return true;
                        },
                        (read, total) -> {});
        compress(block, bytes);
        return (double) bytes[0] / bytes[1];
    }

    private static void compress(ByteArrayOutputStream block, long[] bytes) {
        bytes[0] += block.size();
        bytes[1] += Zstd.compress(block.toByteArray(), 3).length;
        block.reset();
    }

    private static byte[] bytes(BatchRecord record) {
        byte[] value = record.value();
        assertThat(value).isNotNull();
        return value == null ? new byte[0] : value;
    }

    private static URLClassLoader loaderOf(Path folder) throws IOException {
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }
}
