package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files written by Avro's own library are read record by record. */
class AvroFileTest {
    private static final Schema SCHEMA = SchemaBuilder.record("Trip")
            .fields()
            .requiredString("from")
            .optionalLong("metres")
            .name("stops")
            .type()
            .array()
            .items()
            .stringType()
            .noDefault()
            .endRecord();

    @TempDir
    Path folder;

    private static GenericRecord trip(int i) {
        GenericRecord trip = new GenericData.Record(SCHEMA);
        trip.put("from", "place " + i);
        trip.put("metres", i % 3 == 0 ? null : 1_000L * i);
        trip.put("stops", i % 2 == 0 ? List.of() : List.of("a", "b" + i));
        return trip;
    }

    private static byte[] encoded(GenericRecord trip) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(SCHEMA).write(trip, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    private Path file(String codec, List<byte[]> expected) throws IOException {
        Path file = folder.resolve("trips-" + codec + ".avro");
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA))) {
            writer.setCodec(CodecFactory.fromString(codec))
                    .setSyncInterval(1_000)
                    .create(SCHEMA, file.toFile());
            for (int i = 0; i < 500; i++) {
                writer.append(trip(i));
                expected.add(encoded(trip(i)));
            }
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
    void eachRecordIsItsBody(String codec) throws IOException {
        List<byte[]> expected = new ArrayList<>();
        Reading reading = Reading.ofFile(file(codec, expected));

        assertThat(reading.records()).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(reading.records().get(i).value()).isEqualTo(expected.get(i));
        }
    }

    @Test
    void whatIsPackedOtherwiseIsRefusedWithARemedy() throws IOException {
        assertThat(Reading.failureOf(file("bzip2", new ArrayList<>()))).contains("bzip2", "write the file with one of");
    }

    @Test
    void whatIsNoAvroFileIsNamedWithWhatElseItMayBe() throws IOException {
        Path lines = Files.writeString(folder.resolve("events.jsonl"), "{\"id\":1}\n".repeat(50));

        assertThat(Reading.failureOf(lines, Reading.options(RecordFormat.AVRO)))
                .contains("events.jsonl is not an Avro object container file", "--format length-prefixed");
    }

    @Test
    void aFileThatWasCutShortIsNamedWithThePlace() throws IOException {
        Path whole = file("null", new ArrayList<>());
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.avro"), Arrays.copyOf(bytes, bytes.length - 100));

        assertThat(Reading.failureOf(cut)).contains("cut.avro", "record ", "was it truncated?");
    }

    @Test
    void brokenFilesEndInASentence() throws IOException {
        byte[] bytes = Files.readAllBytes(file("deflate", new ArrayList<>()));
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            byte[] broken = bytes.clone();
            for (int change = 0; change < 3; change++) {
                broken[4 + random.nextInt(broken.length - 4)] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("broken.avro"), broken);
            try {
                assertThat(Reading.ofFile(file).records()).isNotEmpty();
            } catch (SourceException e) {
                assertThat(e.getMessage()).contains("broken.avro");
            }
        }
    }
}
