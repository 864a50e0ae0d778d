package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.squeeze.kit.format.BatchRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random inputs, intact and damaged. A failure reports its seed; set another one with {@code -Dsqueeze.fuzz.seed}. */
@Tag("slow")
class ReaderFuzzTest {
    private static final long FIRST_SEED = Long.getLong("squeeze.fuzz.seed", 1L);
    private static final int WHOLE_CASES = 200;
    private static final int DAMAGED_CASES = 1_500;

    private enum Packing {
        NONE,
        GZIP,
        ZSTD
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void wholeInputsComeBackAsTheyWere(RecordFormat format) {
        AtomicLong running = new AtomicLong();
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> {
                    for (long seed = FIRST_SEED; seed < FIRST_SEED + WHOLE_CASES; seed++) {
                        running.set(seed);
                        Random random = new Random(seed);
                        List<byte[]> records = records(format, random);
                        byte[] input = pack(serialise(format, records, random), random);
                        Reading reading = Reading.of(Reading.standardInput(
                                new Dribble(input, random),
                                random.nextBoolean() ? options(format) : Reading.options(format)));
                        assertThat(reading.records().stream().map(BatchRecord::value))
                                .as("seed %d", seed)
                                .containsExactlyElementsOf(records);
                    }
                },
                () -> "too slow at seed " + running);
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void damagedInputsEndWithASourceExceptionOrWithRecords(RecordFormat format) {
        AtomicLong running = new AtomicLong();
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> {
                    for (long seed = FIRST_SEED; seed < FIRST_SEED + DAMAGED_CASES; seed++) {
                        running.set(seed);
                        Random random = new Random(seed);
                        byte[] input = serialise(format, records(format, random), random);
                        if (random.nextInt(3) == 0) {
                            input = damage(input, random);
                        }
                        input = damage(pack(input, random), random);
                        ReadOptions guessed = new ReadOptions(
                                Optional.empty(), options(format).keyField(), Optional.empty(), 10_000);
                        ReadOptions options =
                                switch (random.nextInt(4)) {
                                    case 0 -> ReadOptions.DEFAULT;
                                    case 1 -> guessed;
                                    case 2 -> options(format);
                                    default -> Reading.options(format);
                                };
                        readOrRefuse(input, options, seed);
                    }
                },
                () -> "too slow at seed " + running);
    }

    private static void readOrRefuse(byte[] input, ReadOptions options, long seed) {
        FileSource source = Reading.standardInput(new ByteArrayInputStream(input), options);
        long[] seen = new long[2];
        try {
            RecordSource.ReadReport report = source.read(
                    record -> {
                        seen[0]++;
                        seen[1] += record.payloadBytes();
                        return true;
                    },
                    (read, total) -> {});
            assertThat(report.records()).as("seed %d", seed).isEqualTo(seen[0]);
            assertThat(report.payloadBytes()).as("seed %d", seed).isEqualTo(seen[1]);
        } catch (SourceException e) {
            assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
        } catch (RuntimeException | Error e) {
            fail("seed %d: %s".formatted(seed, e), e);
        }
    }

    private static ReadOptions options(RecordFormat format) {
        return switch (format) {
            case JSONL -> Reading.keyed(format, "/id");
            case CSV -> Reading.keyed(format, "1");
            case LINES, LENGTH_PREFIXED, AVRO -> Reading.options(format);
        };
    }

    private static List<byte[]> records(RecordFormat format, RandomGenerator random) {
        List<byte[]> records = new ArrayList<>();
        records.add(record(format, random, 1));
        int count = random.nextInt(50);
        for (int i = 0; i < count; i++) {
            int longest = random.nextInt(20) == 0 ? 20_000 : 100;
            records.add(record(format, random, random.nextInt(longest)));
        }
        return records;
    }

    private static byte[] record(RecordFormat format, RandomGenerator random, int length) {
        return switch (format) {
            case LENGTH_PREFIXED -> {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                yield bytes;
            }
            case AVRO -> {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                yield avro(bytes);
            }
            case LINES -> latin1(random, length, "abc \"{},\0\t\u00e9\u00ff");
            case JSONL ->
                Reading.bytes("{\"id\":%d,\"a\":[\"%s\",{\"b\":null}]}"
                        .formatted(
                                random.nextInt(),
                                new String(latin1(random, length, "abc ,{}:"), StandardCharsets.UTF_8)));
            case CSV -> {
                String quoted = new String(latin1(random, length, "ab,\n\r"), StandardCharsets.UTF_8) + "\"\"";
                yield Reading.bytes("%d,\"%s\",x\"y".formatted(random.nextInt(), quoted));
            }
        };
    }

    private static byte[] latin1(RandomGenerator random, int length, String letters) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) letters.charAt(random.nextInt(letters.length()));
        }
        return bytes;
    }

    /** Bytes preceded by their length, as in Avro. */
    private static byte[] avro(byte[] bytes) {
        ByteArrayOutputStream datum = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(datum, null);
        try {
            encoder.writeBytes(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return datum.toByteArray();
    }

    private static byte[] avroFile(List<byte[]> records, RandomGenerator random) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
            writer.setCodec(CodecFactory.fromString(random.nextBoolean() ? "deflate" : "null"));
            writer.setSyncInterval(100 + random.nextInt(10_000));
            writer.create(Schema.create(Schema.Type.BYTES), file);
            for (byte[] each : records) {
                writer.appendEncoded(ByteBuffer.wrap(each));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    private static byte[] serialise(RecordFormat format, List<byte[]> records, RandomGenerator random) {
        if (format == RecordFormat.AVRO) {
            return avroFile(records, random);
        }
        if (format == RecordFormat.LENGTH_PREFIXED) {
            return Reading.lengthPrefixed(records.toArray(byte[][]::new));
        }
        byte[] end = random.nextBoolean() ? Reading.bytes("\n") : Reading.bytes("\r\n");
        byte[][] parts = new byte[records.size() * 2][];
        for (int i = 0; i < records.size(); i++) {
            parts[2 * i] = records.get(i);
            parts[2 * i + 1] = end;
        }
        return Reading.concat(parts);
    }

    /** Compresses the input, sometimes in two parts like concatenated archives. */
    private static byte[] pack(byte[] input, RandomGenerator random) {
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        int cut = random.nextInt(input.length + 1);
        byte[] first = Arrays.copyOf(input, cut);
        byte[] second = Arrays.copyOfRange(input, cut, input.length);
        return switch (packing) {
            case NONE -> input;
            case GZIP -> Reading.concat(Reading.gzip(first), Reading.gzip(second));
            case ZSTD -> Reading.concat(Reading.zstd(first), Reading.zstd(second));
        };
    }

    private static byte[] damage(byte[] input, RandomGenerator random) {
        byte[] bytes = input.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 32));
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 ->
                    bytes = Reading.concat(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
                default -> {
                    byte[] noise = new byte[1 + random.nextInt(8)];
                    random.nextBytes(noise);
                    bytes = Reading.concat(
                            Arrays.copyOf(bytes, at), noise, Arrays.copyOfRange(bytes, at, bytes.length));
                }
            }
        }
        return bytes;
    }

    /** Returns random amounts at a time, as pipes do. */
    private static final class Dribble extends ByteArrayInputStream {
        private final RandomGenerator random;

        Dribble(byte[] input, RandomGenerator random) {
            super(input);
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(5000)));
        }
    }
}
