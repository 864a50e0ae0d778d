package dev.squeeze.benchmarks.headline;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.benchmarks.headline.HeadlineCase.Arrivals;
import dev.squeeze.benchmarks.headline.HeadlineCase.Keys;
import dev.squeeze.benchmarks.headline.HeadlineCase.Program;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sources;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The records of a case, which are used for predicting and sent: as many as are sent during the measurement, starting
 * at a random place of the source, or the whole source if it has fewer.
 *
 * @param keys the requested kind, or Zipf if no field is suitable
 * @param records number of records; the sending program starts over after the last one
 * @param recordsPerSecond total of all producers, an integer
 */
record CaseFile(
        Path path,
        Keys keys,
        Optional<String> keyField,
        Optional<String> timestampField,
        long records,
        long recordsPerSecond) {
    private static final String KEY = "key";
    private static final String TIMESTAMP = "at";
    private static final int KEYS = 10_000;
    private static final double ZIPF_EXPONENT = 1.1;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param window approximate duration of the measurement */
    static CaseFile write(HeadlineCase of, Duration window, long seed, Path folder) throws IOException {
        Random random = new Random(seed * 1_000 + of.number());
        RecordForm form = RecordForm.of(of.source());
        List<byte[]> all = read(of.source(), form);
        double bytes = all.stream().mapToInt(record -> record.length).average().orElseThrow();
        long rate = of.rate().recordsPerSecond(bytes);
        int count = (int) Math.max(1, Math.min(all.size(), rate * window.toMillis() / 1_000));
        int from = random.nextInt(all.size() - count + 1);
        List<byte[]> records = all.subList(from, from + count);
        if (of.program() == Program.PERF_TOOL) {
            // The tool draws lines at random, so predictions use a random order as well.
            Collections.shuffle(records, random);
        }
        Optional<String> field = of.keys() == Keys.FIELD ? KeyField.find(records, form) : Optional.empty();
        Additions additions = new Additions(
                of.keys() == Keys.NONE || field.isPresent() ? Optional.empty() : Optional.of(keys(of.keys(), random)),
                of.arrivals() == Arrivals.BURSTS
                        ? Optional.of(Bursts.timestamps(count, rate, random))
                        : Optional.empty(),
                form);
        RecordForm written = additions.areNone() ? form : RecordForm.JSON_LINES;
        Path path = folder.resolve("records" + written.ending());
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
            for (int i = 0; i < count; i++) {
                byte[] record = additions.addedTo(records.get(i), i);
                if (written == RecordForm.LENGTH_PREFIXED) {
                    out.writeInt(record.length);
                }
                out.write(record);
                if (written != RecordForm.LENGTH_PREFIXED) {
                    out.write('\n');
                }
            }
        }
        return new CaseFile(
                path,
                of.keys() == Keys.FIELD && field.isEmpty() ? Keys.ZIPF : of.keys(),
                field.or(() -> additions.keys().map(keys -> "/" + KEY)),
                additions.timestampsMillis().map(times -> "/" + TIMESTAMP),
                count,
                rate);
    }

    private static List<byte[]> read(String source, RecordForm form) {
        List<byte[]> records = new ArrayList<>();
        Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in)
                .read(
                        record -> {
                            byte[] value = record.value();
                            if (value != null && (form == RecordForm.LENGTH_PREFIXED || isOneLine(value))) {
                                records.add(value);
                            }
                            return true;
                        },
                        (read, total) -> {});
        if (records.isEmpty()) {
            throw new IllegalStateException(source + " has no records");
        }
        return records;
    }

    private static boolean isOneLine(byte[] value) {
        for (byte b : value) {
            if (b == '\n' || b == '\r') {
                return false;
            }
        }
        return value.length > 0;
    }

    /** An endless sequence of key numbers. */
    private interface KeyNumbers {
        int next();
    }

    private static KeyNumbers keys(Keys kind, Random random) {
        if (kind == Keys.UNIFORM) {
            return () -> random.nextInt(KEYS);
        }
        double[] upTo = new double[KEYS];
        double sum = 0;
        for (int i = 0; i < KEYS; i++) {
            sum += Math.pow(i + 1, -ZIPF_EXPONENT);
            upTo[i] = sum;
        }
        double all = sum;
        return () -> {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * all);
            return Math.min(KEYS - 1, found < 0 ? -found - 1 : found);
        };
    }

    /** What is added to records; for records that are not JSON, these become the field of a document. */
    private record Additions(Optional<KeyNumbers> keys, Optional<long[]> timestampsMillis, RecordForm form) {
        boolean areNone() {
            return keys.isEmpty() && timestampsMillis.isEmpty();
        }

        byte[] addedTo(byte[] record, int index) throws IOException {
            if (areNone()) {
                return record;
            }
            StringBuilder text = new StringBuilder("{");
            keys.ifPresent(numbers -> text.append(String.format("\"%s\":\"user-%05d\",", KEY, numbers.next())));
            timestampsMillis.ifPresent(times -> text.append(String.format("\"%s\":%d,", TIMESTAMP, times[index])));
            String own = new String(record, StandardCharsets.UTF_8);
            if (form == RecordForm.JSON_LINES) {
                text.append(own.strip().substring(1));
            } else {
                text.append("\"message\":").append(JSON.writeValueAsString(own)).append('}');
            }
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
