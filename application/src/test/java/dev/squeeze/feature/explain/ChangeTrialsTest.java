package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keys and dictionaries are tried on batches: their savings have the right sign, and what may be chance is not
 * suggested.
 */
@Tag("slow")
class ChangeTrialsTest {
    private static final Codec ZSTD = Codec.parse("zstd:3");
    private static final int RECORDS = 6_000;

    private static List<BatchRecord> records(IntFunction<String> value) {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add(new BatchRecord(
                    null, value.apply(i).getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_000));
        }
        return records;
    }

    private static String random(Random random, int bytes) {
        StringBuilder text = new StringBuilder();
        while (text.length() < bytes) {
            text.append(Long.toString(random.nextLong() >>> 1, 36));
        }
        return text.toString();
    }

    private static BatchForming forming(List<BatchRecord> records, double rate, int partitions) {
        double bytes =
                records.stream().mapToInt(BatchRecord::payloadBytes).average().orElseThrow();
        List<byte[]> values = records.stream()
                .map(record -> Optional.ofNullable(record.value()).orElseThrow())
                .toList();
        return new BatchForming(
                        new SentRecords(records, Optional.empty()),
                        new CostModel(Workload.of(rate, bytes, false, partitions), PriceList.read("aws")),
                        Map.of(),
                        new ProducerSettings(ZSTD, 16_384, 5),
                        1)
                .withValues(values, List.of(Codec.NONE, ZSTD), SweepListener.stoppedBy(() -> false));
    }

    private static ValueFormatGuess format(BatchForming forming) {
        return ValueFormatGuess.of("records", "jsonl", List.of(), forming.sent().records(), Optional.empty());
    }

    private static OtherBatches other(BatchForming forming) {
        return new OtherBatches(forming, format(forming), Duration.ofSeconds(20), () -> false);
    }

    private static ConfidenceInterval savedByKey(List<BatchRecord> records, String field, int partitions) {
        return other(forming(records, 40_000, partitions)).savedByKey(field).orElseThrow();
    }

    /** For records with 60 stored bytes. */
    private static Optional<Suggestion> suggestion(ConfidenceInterval saved) {
        Suggestions suggestions = new Suggestions(
                new FieldMoney(Workload.of(1_000, 200, false, 3), PriceList.read("aws"), 20, 200, 60), 60);
        suggestions.add(Suggestion.Kind.KEY, List.of("user"), "make user the record key", "order", saved);
        Suggestions.Tried tried = suggestions.tried(Optional.empty());
        assertThat(tried.number()).isOne();
        return tried.worthwhile().stream().findFirst();
    }

    @Test
    void aKeyThatBringsLikeRecordsTogetherSaves() {
        Random random = new Random(1);
        List<String> profiles = new ArrayList<>();
        for (int user = 0; user < 200; user++) {
            profiles.add(random(random, 400));
        }
        // What a user's records have in common helps only if they share a batch.
        List<BatchRecord> records = records(i -> {
            int user = random.nextInt(profiles.size());
            return "{\"user\":\"u" + user + "\",\"profile\":\"" + profiles.get(user) + "\",\"n\":" + i + "}";
        });

        ConfidenceInterval saved = savedByKey(records, "user", 8);

        assertThat(saved.low()).isPositive();
        assertThat(suggestion(saved)).isPresent();
    }

    @Test
    void aKeyThatOnlyScattersRecordsIsNoSuggestion() {
        Random random = new Random(2);
        // All records have the same long text: fewer of them in a batch cost more.
        String common = random(random, 300);
        List<BatchRecord> records =
                records(i -> "{\"user\":\"" + random(random, 12) + "\",\"text\":\"" + common + "\",\"n\":" + i + "}");

        ConfidenceInterval saved = savedByKey(records, "user", 24);

        assertThat(saved.estimate()).isNegative();
        assertThat(suggestion(saved)).isEmpty();
    }

    /** For events of two types in turn, each with words of its own. */
    private static ConfidenceInterval savedByTopics(double rate, int words) {
        Random random = new Random(6);
        List<String> orders =
                IntStream.range(0, words).mapToObj(i -> random(random, 40)).toList();
        List<String> visits =
                IntStream.range(0, words).mapToObj(i -> random(random, 40)).toList();
        List<BatchRecord> records = records(i -> random.nextBoolean()
                ? "{\"type\":\"order\",\"item\":\"" + orders.get(random.nextInt(words)) + "\",\"price\":7}"
                : "{\"type\":\"visit\",\"page\":\"" + visits.get(random.nextInt(words)) + "\",\"referrer\":1}");
        BatchForming forming = forming(records, rate, 1);
        FieldNames names = new FieldNames();
        ValueParser parser = format(forming).parser(names);
        FieldSurvey.of(List.of(records), names, parser);
        RecordTypes.Found found =
                RecordTypes.of(List.of(records), names, parser).orElseThrow();
        assertThat(found.discriminatorField()).contains("type");
        return other(forming).savedByTopics(found.types(), parser).orElseThrow();
    }

    @Test
    void topicsForTypesSaveWhereBatchesAreFull() {
        // A batch of one type has each of its words several times, a mixed one hardly any twice.
        assertThat(savedByTopics(2_000_000, 100).low()).isPositive();
    }

    @Test
    void topicsForTypesCostWhereTheyMakeBatchesSmaller() {
        assertThat(savedByTopics(4_000, 4).high()).isNegative();
    }

    @Test
    void whatWasStoppedSaysNothing() {
        BatchForming forming = forming(records(i -> "{\"user\":\"u" + i % 9 + "\",\"n\":" + i + "}"), 4_000, 1);

        assertThat(new OtherBatches(forming, format(forming), Duration.ofSeconds(20), () -> true).savedByKey("user"))
                .isEmpty();
    }

    @Test
    void whatMayBeChanceIsNoSuggestion() {
        assertThat(suggestion(ConfidenceInterval.around(5, 5.01, 32))).isEmpty();
        assertThat(suggestion(ConfidenceInterval.around(5, 4.9, 32))).isPresent();
        // Less than a thousandth of 60 bytes.
        assertThat(suggestion(ConfidenceInterval.around(0.05, 0.001, 32))).isEmpty();
    }

    private static List<List<BatchRecord>> batchesOf(List<BatchRecord> records, int each) {
        List<List<BatchRecord>> batches = new ArrayList<>();
        for (int i = 0; i + each <= records.size(); i += each) {
            batches.add(records.subList(i, i + each));
        }
        return batches;
    }

    private static Optional<ConfidenceInterval> dictionary(List<BatchRecord> records, int each) {
        return DictionaryBound.measure(batchesOf(records, each), ZSTD, Long.MAX_VALUE);
    }

    @Test
    void aDictionarySavesMuchOfSmallBatchesAndLittleOfDeepOnes() {
        Random random = new Random(3);
        String[] common = {random(random, 120), random(random, 120), random(random, 120)};
        List<BatchRecord> records =
                records(i -> common[i % 3] + random(random, 20) + common[(i / 3) % 3] + random(random, 20));

        ConfidenceInterval small = dictionary(records, 2).orElseThrow();
        ConfidenceInterval deep = dictionary(records, 60).orElseThrow();

        assertThat(small.low()).isPositive();
        assertThat(deep.estimate()).isLessThan(small.estimate() / 4);
    }

    /** It would have been trained on the records that it is tried on. */
    @Test
    void aDictionaryOfRandomRecordsThatAreSentSeveralTimesOverIsNoSuggestion() {
        Random random = new Random(6);
        List<BatchRecord> once = records(i -> random(random, 24)).subList(0, 3_000);
        List<BatchRecord> records = new ArrayList<>(once);
        records.addAll(once);
        records.addAll(once);

        assertThat(dictionary(records, 7).flatMap(ChangeTrialsTest::suggestion)).isEmpty();
    }

    @Test
    void aDictionaryOfRandomRecordsIsNoSuggestion() {
        Random random = new Random(4);
        List<BatchRecord> records = records(i -> random(random, 200));

        assertThat(dictionary(records, 20).flatMap(ChangeTrialsTest::suggestion))
                .isEmpty();
    }

    @Test
    void tooFewRecordsTrainNoDictionary() {
        List<BatchRecord> few = records(i -> "record " + i).subList(0, 100);

        assertThat(dictionary(few, 5)).isEmpty();
    }
}
