package dev.squeeze.feature.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.BatchSizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Savings of changes, compared with batches that are formed of the changed records and all compressed. */
@Tag("slow")
class PairedBatchesTest {
    private static final Codec ZSTD = Codec.parse("zstd:3");
    private static final int RECORDS = 8_000;
    private static final int STRETCH = 500;
    private static final int LARGE_OF_STRETCH = 40;
    private static final int SCRIPT_BYTES = 3_000;
    private static final int DOCUMENTS = 60;
    private static final int TURNS = 16;

    /** Small records, and stretches of large ones with the same script in all of them and its output. */
    private static List<byte[]> values(Random random) {
        String script = random.ints(SCRIPT_BYTES, 0, 64)
                .mapToObj(digit -> String.valueOf((char) ('0' + digit)).replace('\\', '.'))
                .collect(Collectors.joining());
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String record = "{\"id\":%d,\"level\":\"INFO\",\"host\":\"worker-%d\",\"session\":\"%016x\""
                    .formatted(i, random.nextInt(30), random.nextLong());
            boolean large = i % STRETCH < LARGE_OF_STRETCH;
            values.add(
                    (record + (large ? ",\"script\":\"" + script + "\",\"output\":\"" + output(random) + "\"}" : "}"))
                            .getBytes(UTF_8));
        }
        return values;
    }

    private static String output(Random random) {
        return "step %d of %d is done; "
                .formatted(random.nextInt(900), random.nextInt(900))
                .repeat(800);
    }

    private static BatchForming forming(List<byte[]> values) {
        return forming(values, Workload.of(60_000, meanBytes(values), false, 6));
    }

    private static double meanBytes(List<byte[]> values) {
        return values.stream().mapToInt(value -> value.length).average().orElseThrow();
    }

    private static BatchForming forming(List<byte[]> values, Workload workload) {
        List<BatchRecord> records = values.stream()
                .map(value -> new BatchRecord(null, value, BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT))
                .toList();
        return new BatchForming(
                        new SentRecords(records, Optional.empty()),
                        new CostModel(workload, PriceList.read("aws")),
                        Map.of(),
                        new ProducerSettings(ZSTD, 16_384, 5),
                        1)
                .withValues(values, List.of(Codec.NONE, ZSTD), SweepListener.stoppedBy(() -> false));
    }

    private static double storedBytesPerRecord(BatchForming forming) {
        double stored = 0;
        double records = 0;
        try (BatchSizer sizer = new BatchSizer(ZSTD)) {
            for (int round = 10; round < 18; round++) {
                for (List<BatchRecord> batch : forming.atOtherMoments(round).batches()) {
                    stored += sizer.bytes(batch, rawBytes(batch));
                    records += batch.size();
                }
            }
        }
        return stored / records;
    }

    private static long rawBytes(List<BatchRecord> records) {
        return records.stream()
                .mapToLong(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
    }

    /** Removes the field that only some records have; it is found by parsing a value that has it. */
    private static RecordEdit.OfEach without(FieldNames names, String path, byte[] value) {
        List<Integer> fields = new ArrayList<>();
        new JsonValues(names).parse(value).orElseThrow().each(node -> {
            if (names.field(node.field()).path().equals(path)) {
                fields.add(node.field());
            }
        });
        return new RecordEdit.OfValue(ValueRewrite.without(names, fields));
    }

    /**
     * Batches of one large record have no halves, so splitting batches does not show the saving from removing the large
     * field.
     */
    @Test
    void aFieldOfFewLargeRecordsSavesWhatBatchesThatFormWithoutItDo() {
        Random random = new Random(2);
        List<byte[]> values = values(random);
        BatchForming forming = forming(values);
        FieldNames names = new FieldNames();
        List<RecordEdit.OfEach> edits =
                List.of(without(names, "output", values.get(0)), without(names, "session", values.get(0)));
        List<BatchRecord> withoutOutput = forming.sent().records().stream()
                .map(record -> edits.get(0).apply(record, new JsonValues(names).parse(record.value())))
                .toList();
        double truth = storedBytesPerRecord(forming) - storedBytesPerRecord(forming.changedTo(withoutOutput));

        BatchSizes sizes = new PairedBatches(
                        forming.formed(), () -> new JsonValues(names), ZSTD, BatchClosing.of(forming), 1, 2)
                .measureClosely(edits, Duration.ofSeconds(3), () -> false, done -> {});

        assertThat(sizes.savedInTheSameBatches(0).estimate()).isLessThan(0.2 * truth);
        assertThat(sizes.saved(0).estimate()).isCloseTo(truth, withinPercentage(2));
    }

    /** A few documents larger than a batch, of different sizes: a large one leaves room for a small one after it. */
    private static List<byte[]> documents(Random random) {
        List<byte[]> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            int versions = 200 + random.nextInt(1_400);
            String family = "product-" + i / 4;
            String list = random.ints(versions, 0, 4_000)
                    .mapToObj(version -> "\"%s %d.%d\"".formatted(family, version / 100, version % 100))
                    .collect(Collectors.joining(","));
            documents.add("{\"id\":%d,\"versions\":[%s],\"seal\":\"%s\"}"
                    .formatted(i, list, seal(random))
                    .getBytes(UTF_8));
        }
        return documents;
    }

    /** Half of the documents have an incompressible seal. */
    private static String seal(Random random) {
        return random.ints(random.nextInt(2) * 2_500, 0, 16)
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining());
    }

    /**
     * The ratio that Java's producer estimates changes with each document, and determines which of them share a batch.
     */
    @Test
    void fieldsOfAFewLargeDocumentsSaveWhatBatchesThatFormWithoutThemDo() {
        List<byte[]> values = documents(new Random(5));
        BatchForming forming = forming(values, Workload.of(300, meanBytes(values), false, 2));
        FieldNames names = new FieldNames();
        List<RecordEdit.OfEach> edits = List.of(without(names, "seal", values.get(0)));
        List<BatchRecord> withoutSeal = forming.sent().records().stream()
                .map(record -> edits.get(0).apply(record, new JsonValues(names).parse(record.value())))
                .toList();
        double truth = storedBytesPerRecord(forming.repeated(TURNS))
                - storedBytesPerRecord(forming.changedTo(withoutSeal).repeated(TURNS));

        // On a busy machine, less time would not suffice to form batches again.
        BatchSizes sizes = new PairedBatches(
                        forming.formed(), () -> new JsonValues(names), ZSTD, BatchClosing.of(forming), 1, 2)
                .measureClosely(edits, Duration.ofSeconds(7), () -> false, done -> {});

        assertThat(sizes.saved(0).estimate()).isCloseTo(truth, withinPercentage(1));
    }
}
