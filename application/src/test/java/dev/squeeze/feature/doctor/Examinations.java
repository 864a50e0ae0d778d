package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.TopicConversions;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A handwritten examination of a topic: 40 large zstd batches without findings, plus what a test changes. */
final class Examinations {
    static final int NONE = 0;
    static final int GZIP = 1;
    static final int LZ4 = 3;
    static final int ZSTD = 4;

    private String name = "orders";
    private int partitions = 1;
    private final List<BatchFact> batches = new ArrayList<>();
    private double recordsPerSecond = 10_000;
    private long holesWithinBatches;
    private long transactionalBatches;
    private long controlBatches;
    private boolean idle;
    private int minRecent = Integer.MAX_VALUE;
    private double rateFactor = 1;
    private long resolutionMillis = 1;
    private final Map<String, ClusterFacts.Setting> settings = new TreeMap<>();
    private final Map<Codec, ConfidenceInterval> asCodec = new HashMap<>(Map.of(TrialRun.ZSTD, exact(0.25)));
    private final Map<Codec, CodecSpeed> speeds = new HashMap<>();
    private Optional<ConfidenceInterval> gzipAsZstd = Optional.empty();
    private Codec packer = TrialRun.ZSTD;
    private final Map<Integer, ConfidenceInterval> merged = new HashMap<>();
    private Optional<ConfidenceInterval> rawPacked = Optional.empty();
    private Optional<CompressionTrial.Lingered> lingered = Optional.empty();
    private Map<Codec, CompressionTrial.Unwrapped> unwrapped = Map.of();
    private Optional<ConfidenceInterval> withoutSchema = Optional.empty();
    private Set<String> everyTopic = Set.of();
    private Set<String> compressedTopics = Set.of();
    private List<String> thresholds = List.of();
    private ClusterExamination cluster = cluster(List.of(), Map.of(), ClientSettings.NONE);

    static Examinations healthy() {
        return new Examinations().batches(40, batch -> batch);
    }

    static Examinations raw(double left) {
        Examinations raw = new Examinations().batches(40, batch -> batch.codec(NONE));
        raw.rawPacked = Optional.of(exact(left));
        return raw;
    }

    static ConfidenceInterval exact(double value) {
        return ConfidenceInterval.exact(value, 40);
    }

    /** A batch of 100 records in 40,000 bytes, compressed to a quarter. */
    record Batch(
            int codec,
            int storedBytes,
            long uncompressedBytes,
            int records,
            int keys,
            long producer,
            ValueMarks marks) {
        static final Batch DEEP = new Batch(ZSTD, 10_000, 40_000, 100, 100, 7, new ValueMarks(100, 39_000, 0, 0, 0));

        Batch codec(int id) {
            return new Batch(
                    id,
                    id == NONE ? (int) uncompressedBytes : storedBytes,
                    uncompressedBytes,
                    records,
                    keys,
                    producer,
                    marks);
        }

        Batch sized(int stored, long uncompressed) {
            return new Batch(codec, stored, uncompressed, records, keys, producer, marks);
        }

        Batch records(int number, boolean keyed) {
            return new Batch(codec, storedBytes, uncompressedBytes, number, keyed ? number : 0, producer, marks);
        }

        Batch by(long id) {
            return new Batch(codec, storedBytes, uncompressedBytes, records, keys, id, marks);
        }

        Batch marked(long packed, long schemas) {
            return new Batch(
                    codec,
                    storedBytes,
                    uncompressedBytes,
                    records,
                    keys,
                    producer,
                    new ValueMarks(100, 39_000, packed, schemas, 200 * schemas));
        }
    }

    /** Adds batches at intervals of a second, all in the first partition. */
    Examinations batches(int number, UnaryOperator<Batch> change) {
        return batches(number, 1_000, 500, change);
    }

    /**
     * Adds batches.
     *
     * @param everyMillis between their first records
     * @param gatherMillis from the first to the last record of each
     */
    Examinations batches(int number, long everyMillis, long gatherMillis, UnaryOperator<Batch> change) {
        for (int i = 0; i < number; i++) {
            Batch batch = change.apply(Batch.DEEP);
            int at = batches.size();
            long millis = at * everyMillis / resolutionMillis * resolutionMillis;
            batches.add(new BatchFact(
                    0,
                    0,
                    at * 1_000L,
                    batch.producer(),
                    batch.codec(),
                    batch.storedBytes(),
                    batch.uncompressedBytes(),
                    batch.records(),
                    false,
                    batch.keys(),
                    millis,
                    millis + gatherMillis,
                    true,
                    batch.marks()));
        }
        return this;
    }

    Examinations named(String topic) {
        name = topic;
        return this;
    }

    Examinations partitions(int number) {
        partitions = number;
        return this;
    }

    Examinations rate(double perSecond) {
        recordsPerSecond = perSecond;
        return this;
    }

    /** Timestamps of batches that are added from now on. */
    Examinations resolution(long millis) {
        resolutionMillis = millis;
        return this;
    }

    Examinations rateFactor(double factor) {
        rateFactor = factor;
        return this;
    }

    /** Without it, all batches are recent. */
    Examinations minRecent(int number) {
        minRecent = number;
        return this;
    }

    Examinations idle() {
        idle = true;
        return this;
    }

    Examinations holes(long offsets) {
        holesWithinBatches = offsets;
        return this;
    }

    Examinations transactions(long transactional, long control) {
        transactionalBatches = transactional;
        controlBatches = control;
        return this;
    }

    Examinations setting(String key, String value) {
        settings.put(key, new ClusterFacts.Setting(value, false, true));
        return this;
    }

    Examinations ratio(double best) {
        asCodec.put(TrialRun.ZSTD, exact(1 / best));
        return this;
    }

    /** Too little was rebuilt to know a ratio. */
    Examinations withoutRatio() {
        asCodec.clear();
        return this;
    }

    Examinations speed(Codec codec, double compressNanosPerByte) {
        speeds.put(codec, new CodecSpeed(compressNanosPerByte, compressNanosPerByte / 4));
        return this;
    }

    /** All batches are gzip, with the fraction of their bytes that is left as zstd. */
    static Examinations gzip(ConfidenceInterval asZstd) {
        return new Examinations()
                .batches(40, batch -> batch.codec(GZIP))
                .gzipAsZstd(asZstd)
                .packer(TrialRun.GZIP)
                .speed(TrialRun.GZIP, 40)
                .speed(TrialRun.ZSTD, 20);
    }

    Examinations gzipAsZstd(ConfidenceInterval fraction) {
        gzipAsZstd = Optional.of(fraction);
        return this;
    }

    /** The codec of most batches, as a trial would find it. */
    Examinations packer(Codec codec) {
        packer = codec;
        return this;
    }

    Examinations rawPacked(double fraction) {
        rawPacked = Optional.of(exact(fraction));
        return this;
    }

    Examinations rawPacked(ConfidenceInterval fraction) {
        rawPacked = Optional.of(fraction);
        return this;
    }

    Examinations merged(double fraction) {
        for (int number : CompressionTrial.MERGED) {
            merged.put(number, exact(fraction));
        }
        return this;
    }

    Examinations lingered(double times, double fraction) {
        lingered = Optional.of(new CompressionTrial.Lingered(times, exact(fraction)));
        return this;
    }

    Examinations unwrapped(double fraction) {
        return unwrapped(fraction, 0);
    }

    /** @param nanosPerByte of compressing and of decompressing them in batches; as gzip, they take twice as long */
    Examinations unwrapped(double fraction, double nanosPerByte) {
        unwrapped = Map.of(
                TrialRun.ZSTD,
                new CompressionTrial.Unwrapped(exact(fraction), new CodecSpeed(nanosPerByte, nanosPerByte)),
                TrialRun.GZIP,
                new CompressionTrial.Unwrapped(exact(fraction), new CodecSpeed(2 * nanosPerByte, 2 * nanosPerByte)));
        return this;
    }

    Examinations withoutSchema(double fraction) {
        withoutSchema = Optional.of(exact(fraction));
        return this;
    }

    Examinations everyTopic(String... topics) {
        everyTopic = Set.of(topics);
        return this;
    }

    Examinations compressedTopics(String... topics) {
        compressedTopics = Set.of(topics);
        return this;
    }

    Examinations thresholds(String... given) {
        thresholds = List.of(given);
        return this;
    }

    Examinations on(ClusterExamination other) {
        cluster = other;
        return this;
    }

    Examinations converted(double converted, double received) {
        cluster = new ClusterExamination(
                cluster.bootstrap(),
                cluster.forKafkaTools(),
                cluster.brokers(),
                cluster.brokerSettings(),
                Optional.of(Map.of(name, new TopicConversions(1_200, 1_200, converted, received))),
                cluster.clients());
        return this;
    }

    /** @param racks one for each broker */
    static ClusterExamination cluster(List<String> racks, Map<String, String> brokerSettings, ClientSettings clients) {
        return clusterAt("kafka1:9092", racks, brokerSettings, clients);
    }

    static ClusterExamination clusterAt(
            String bootstrap, List<String> racks, Map<String, String> brokerSettings, ClientSettings clients) {
        List<ClusterFacts.Broker> brokers = new ArrayList<>();
        Map<Integer, Answer<Map<String, ClusterFacts.Setting>>> settings = new TreeMap<>();
        Map<String, ClusterFacts.Setting> all = new TreeMap<>();
        brokerSettings.forEach((key, value) -> all.put(key, new ClusterFacts.Setting(value, false, false)));
        for (int id = 0; id < Math.max(1, racks.size()); id++) {
            brokers.add(new ClusterFacts.Broker(id, racks.isEmpty() ? Optional.empty() : Optional.of(racks.get(id))));
            settings.put(id, new Answer.Given<>(all));
        }
        return new ClusterExamination(
                bootstrap,
                ClusterTarget.forKafkaTools(bootstrap, Optional.empty()),
                brokers,
                settings,
                Optional.empty(),
                clients);
    }

    TopicExamination topic() {
        LogFacts facts = LogFacts.of(batches, Math.min(minRecent, batches.size()));
        double uncompressed = LogFacts.uncompressed(batches);
        CompressionTrial trial = new CompressionTrial(
                batches.size(),
                (long) uncompressed,
                packer,
                asCodec,
                rawPacked,
                gzipAsZstd,
                merged,
                Map.of(),
                lingered,
                unwrapped,
                withoutSchema,
                speeds);
        TopicExamination.Log log = new TopicExamination.Log(
                profile(),
                facts,
                trial,
                new TopicTraffic(
                        Optional.of(new CostModel(
                                Workload.of(recordsPerSecond, 400, true, partitions)
                                        .withBrokers(3, 3)
                                        .withConsumerGroups(2)
                                        .withRetention(Duration.ofDays(7))
                                        .withZones(3)
                                        .withRoundTripMillis(1),
                                PriceList.read("aws"))),
                        new BatchFill(LogFacts.recordsPerBatch(batches), LogFacts.bytesPerBatch(batches), false, 0),
                        uncompressed / LogFacts.stored(batches),
                        TopicTraffic.speed(batches, trial, UnaryOperator.identity()),
                        RoleTimes.UNKNOWN,
                        idle,
                        rateFactor),
                Optional.empty());
        return new TopicExamination(
                new ClusterFacts.Topic(name, false, partitions, 3),
                new Answer.Given<>(settings),
                Optional.of(log),
                Optional.empty());
    }

    private TopicProfile profile() {
        TopicProfile.Distribution none = new TopicProfile.Distribution(0, 0, 0, 0, List.of());
        return new TopicProfile(
                1,
                Math.max(batches.size(), transactionalBatches),
                LogFacts.records(batches),
                LogFacts.stored(batches),
                List.of(),
                List.of(),
                none,
                none,
                0,
                OptionalDouble.of(recordsPerSecond),
                OptionalDouble.empty(),
                new TopicProfile.Producers(0, 0, 0, List.of()),
                transactionalBatches,
                controlBatches,
                0,
                new TopicProfile.OffsetHoles(holesWithinBatches, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                partitions,
                Optional.empty());
    }

    /** What one check sees in the topic, regardless of others. */
    Optional<Observation> seenBy(Check check) {
        TopicExamination topic = topic();
        Thresholds limits = Thresholds.parse(thresholds);
        TopicCase examined = new TopicCase(topic, cluster, limits, everyTopic, compressedTopics);
        Rule.Scope scope = check.rule().scope();
        if (scope instanceof Rule.OfLog rule) {
            return rule.code().examine(examined, topic.log().orElseThrow());
        }
        if (scope instanceof Rule.OfTopicSettings rule) {
            return rule.code().apply(examined);
        }
        return ((Rule.OfCluster) scope).code().apply(new ClusterCase(cluster, List.of(topic), limits));
    }

    Diagnosis diagnosis() {
        return Doctor.diagnose(cluster, List.of(topic()), everyTopic, Thresholds.parse(thresholds));
    }

    /** All checks that find something. */
    List<Check> diagnosed() {
        return diagnosis().findings().stream().map(Finding::check).toList();
    }
}
