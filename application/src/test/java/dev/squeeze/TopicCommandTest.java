package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics that real producers filled on a real broker, read as stored. */
@Tag("live")
@Timeout(120)
class TopicCommandTest {
    private static final int PARTITIONS = 3;

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    private static KnownTopic orders;
    private static KnownTopic large;
    private static Optional<JsonNode> ofSegments = Optional.empty();

    @BeforeAll
    static void produce() {
        orders = KnownTopic.mixed(broker, "orders", PARTITIONS);
        large = KnownTopic.large(broker, "large", 4);
        broker.create("nothing", 2, Map.of());
    }

    private static Invocation squeeze(String... words) {
        return Invocation.of(Stream.concat(Stream.of(words), Stream.of("--bootstrap-server", broker.address()))
                .toArray(String[]::new));
    }

    private static JsonNode inspected(String... words) {
        return squeeze(Stream.concat(Stream.of("inspect", "--json"), Stream.of(words))
                        .toArray(String[]::new))
                .expectDone()
                .document()
                .get("profile");
    }

    @Test
    void inspectTellsWhatTheProducersWrote() {
        JsonNode profile = inspected("topic:orders");

        assertThat(profile.at("/reading/whole").asBoolean()).isTrue();
        assertThat(profile.get("records").asLong()).isEqualTo(orders.records());
        assertThat(profile.get("batches").asLong()).isEqualTo(orders.batches());
        assertThat(profile.get("partitionCount").asInt()).isEqualTo(PARTITIONS);
        Map<String, Long> batches = new TreeMap<>();
        Map<String, Long> records = new TreeMap<>();
        profile.get("codecs").forEach(codec -> {
            batches.put(codec.get("codec").asText(), codec.get("batches").asLong());
            records.put(codec.get("codec").asText(), codec.get("records").asLong());
        });
        assertThat(batches).isEqualTo(orders.batchesByCodec());
        assertThat(records).isEqualTo(orders.recordsByCodec());
        assertThat(profile.at("/recordsPerBatch/max").asLong()).isEqualTo(KnownTopic.DEEP);
        double all = orders.batches();
        JsonNode bins = profile.at("/recordsPerBatch/bins");
        assertThat(bins).hasSize(5);
        assertThat(share(bins, 1)).isEqualTo(orders.singles() / all, within(1e-9));
        assertThat(share(bins, 2)).isZero();
        assertThat(share(bins, 8)).isEqualTo(2 / all, within(1e-9));
        assertThat(share(bins, 16)).isEqualTo(40 / all, within(1e-9));
        assertThat(profile.at("/producers/largest").findValuesAsText("batches")).containsExactly("40", "40", "2");
        assertThat(profile.at("/producers/largest").findValuesAsText("records"))
                .containsExactlyInAnyOrder("" + 40 * KnownTopic.DEEP, "40", "20");
        assertThat(profile.get("singleRecordShare").asDouble())
                .isEqualTo((double) orders.singles() / orders.batches(), within(1e-9));
        assertThat(profile.get("transactionalBatches").asLong()).isEqualTo(2);
        assertThat(profile.get("controlBatches").asLong()).isEqualTo(2);
        assertThat(profile.at("/producers/ids").asLong()).isEqualTo(3);
        assertThat(profile.get("logAppendTimeBatches").asLong()).isZero();
        assertThat(profile.at("/sample/tombstoneShare").asDouble())
                .isEqualTo((double) orders.tombstones() / orders.records(), within(1e-9));
        assertThat(profile.at("/sample/keyShare").asDouble())
                .isEqualTo((double) orders.keyed() / orders.records(), within(1e-9));
        assertThat(profile.get("oldest").asText()).isEqualTo(orders.oldest().toString());
        assertThat(profile.get("newest").asText()).isEqualTo(orders.newest().toString());
    }

    private static double share(JsonNode bins, long from) {
        for (JsonNode bin : bins) {
            if (bin.get("from").asLong() == from) {
                return bin.get("share").asDouble();
            }
        }
        throw new AssertionError("no bin from " + from + " in " + bins);
    }

    @Test
    void ofALargeTopicStretchesAreReadAndTheirIntervalsHoldTheTruth() {
        JsonNode profile = inspected("topic:large", "--sample", "1MiB", "--seed", "3");

        assertThat(profile.at("/reading/whole").asBoolean()).isFalse();
        assertThat(profile.at("/reading/fetchedBytes").asLong()).isBetween(500_000L, 1_200_000L);
        assertThat(profile.at("/reading/offsets").asLong()).isEqualTo(large.records());
        assertThat(profile.get("records").asLong()).isPositive().isLessThan(large.records());
        assertThat(profile.get("recordsPerSecond").asDouble()).isBetween(800.0, 1_200.0);
        covers(profile.at("/reading/storedBytesOfAll"), large.storedBytes(broker));
        long first = profile.at("/partitions/0/firstOffset").asLong();
        assertThat(first).isZero();
        assertThat(squeeze("inspect", "topic:large", "--sample", "1MiB")
                        .expectDone()
                        .out())
                .contains("a sample: ", "Counts, shares and quantiles describe the sample");
    }

    private static void covers(JsonNode interval, double truth) {
        assertThat(truth)
                .isBetween(interval.get("low").asDouble(), interval.get("high").asDouble());
    }

    @Test
    void aSmallTopicIsReadAsAWholeHoweverManyItsPartitionsAre() {
        KnownTopic scattered = KnownTopic.mixed(broker, "scattered", 12);
        JsonNode profile = inspected("topic:scattered", "--sample", "1MiB");

        assertThat(profile.at("/reading/whole").asBoolean()).isTrue();
        assertThat(profile.get("records").asLong()).isEqualTo(scattered.records());
    }

    @Test
    void theSameSeedReadsTheSameStretches() {
        assertThat(inspected("topic:large", "--sample", "1MiB", "--seed", "9"))
                .isEqualTo(inspected("topic:large", "--sample", "1MiB", "--seed", "9"));
    }

    @Test
    void measureOfATopicAndOfItsSegmentsAgree() {
        JsonNode topic = measured("topic:orders", "--bootstrap-server", broker.address());
        JsonNode segments = measured(segments("orders"));

        for (String figure : List.of("records", "payloadBytes", "recordBytes", "keyed", "recordsPerSecond")) {
            assertThat(topic.at("/source/" + figure)).isEqualTo(segments.at("/source/" + figure));
        }
        assertThat(topic.at("/source/records").asLong()).isEqualTo(orders.records());
        assertThat(topic.at("/sweep/measurements/0/ratio")).isEqualTo(segments.at("/sweep/measurements/0/ratio"));
        assertThat(topic.at("/source/stored/recordsPerBatch")).isEqualTo(segments.at("/source/stored/recordsPerBatch"));
        assertThat(topic.at("/source/stored/codec").asText()).isEqualTo("lz4");
    }

    private static JsonNode measured(String... source) {
        List<String> words = new ArrayList<>(List.of("measure"));
        words.addAll(List.of(source));
        words.addAll(List.of("--codecs", "zstd:1", "--batch-bytes", "4KiB", "--budget", "1s", "--json"));
        return Invocation.of(words.toArray(String[]::new)).expectDone().document();
    }

    private static String[] segments(String topic) {
        return Stream.of(0, 1, 2)
                .map(partition -> "segment:" + broker.partitionFolder(topic, partition))
                .toArray(String[]::new);
    }

    @Test
    void todaysBatchesCodecAndRateAreTheBaselineOfAdvise() {
        JsonNode topic = advised("topic:orders", "--bootstrap-server", broker.address());
        JsonNode segments = ofSegments();

        for (JsonNode advice : List.of(topic, segments)) {
            assertThat(advice.at("/request/fromLog/batches").asBoolean()).isTrue();
            assertThat(advice.at("/request/fromLog/rate").asBoolean()).isTrue();
            assertThat(advice.at("/request/current/codec").asText()).isEqualTo("lz4");
            assertThat(advice.at("/recommendation/current/fill/recordsPerBatch").asDouble())
                    .isEqualTo((double) orders.records() / orders.batches(), within(1e-6));
            assertThat(advice.at("/workload/partitions").asInt()).isEqualTo(PARTITIONS);
            assertThat(advice.at("/recommendation/caveats"))
                    .extracting(caveat -> caveat.get("kind").asText())
                    .contains("baseline-from-log");
        }
        assertThat(topic.at("/workload/recordsPerSecond")).isEqualTo(segments.at("/workload/recordsPerSecond"));
        assertThat(topic.at("/recommendation/current/ratio")).isEqualTo(segments.at("/recommendation/current/ratio"));
    }

    @Test
    void adviceForOtherRecordsIsComparedWithWhatLiesInATopic() {
        JsonNode advice =
                advised("sample:access-log", "--current-from", "topic:orders", "--bootstrap-server", broker.address());

        assertThat(advice.at("/source/source").asText()).isEqualTo("sample:access-log");
        assertThat(advice.at("/source/storedIn").asText()).isEqualTo("topic:orders");
        assertThat(advice.at("/request/fromLog/batches").asBoolean()).isTrue();
        assertThat(advice.at("/request/current/codec").asText()).isEqualTo("lz4");
        assertThat(advice.at("/recommendation/current/fill/recordsPerBatch").asDouble())
                .isEqualTo((double) orders.records() / orders.batches(), within(1e-6));
        assertThat(advice.at("/workload/partitions").asInt()).isEqualTo(PARTITIONS);
        assertThat(advice.get("next"))
                .extracting(JsonNode::asText)
                .filteredOn(next -> next.startsWith("squeeze advise"))
                .allSatisfy(next -> assertThat(next).contains("--current-from topic:orders --bootstrap-server"));
        squeeze("advise", "sample:access-log", "--current-from", "orders")
                .expectRefusal(ExitCode.USAGE, "--current-from orders is not a topic: give topic:NAME");
        squeeze("advise", "sample:access-log", "--current-from", "topic:orders", "--current", "linger.ms=1")
                .expectRefusal(ExitCode.USAGE, "either --current or --current-from");
        squeeze("advise", "sample:access-log", "--current-from", "topic:nowhere")
                .expectRefusal(ExitCode.FAILED, "nowhere");
        assertThat(Invocation.of("advise", "sample:access-log", "--current-from", "topic:orders")
                        .err())
                .contains("name it with --bootstrap-server HOST:PORT");
    }

    @Test
    void aTopicThatTakesLongToReadHasAProvisionalVerdictByAFewOfItsRecords() {
        Invocation run = squeeze(
                        "advise", "topic:large", "--max-rate", "1MiB/s", "--codecs", "zstd:3", "--budget", "500ms")
                .expectDone();

        assertThat(run.err())
                .containsPattern(
                        "provisional, from \\S+ [KM]iB from all over the log: .*; still reading \\.\\.\\.\\R(.*\\R)*"
                                + "provisional: .*; still measuring \\.\\.\\.\\R");
        assertThat(squeeze("advise", "topic:large", "--sample", "1MiB", "--codecs", "zstd:3", "--budget", "500ms")
                        .expectDone()
                        .err())
                .as("what is read in a moment")
                .doesNotContain("from all over the log");
    }

    @Test
    void flagsWinOverWhatTheLogTells() {
        JsonNode advice = advised(
                "topic:orders",
                "--bootstrap-server",
                broker.address(),
                "--rate",
                "5000",
                "--partitions",
                "7",
                "--producers",
                "2",
                "--retention",
                "3d",
                "--current",
                "compression.type=snappy,linger.ms=1");

        assertThat(advice.at("/request/current/codec").asText()).isEqualTo("snappy");
        assertThat(advice.at("/request/fromLog"))
                .allSatisfy(known -> assertThat(known.asBoolean()).isFalse());
        assertThat(advice.at("/workload/recordsPerSecond").asDouble()).isEqualTo(5_000);
        assertThat(advice.at("/workload/partitions").asInt()).isEqualTo(7);
        assertThat(advice.at("/workload/producers").asInt()).isEqualTo(2);
    }

    @Test
    void settingsThatAreGivenWithoutACodecLeaveTheLogsCodecAndBatches() {
        JsonNode asStored = ofSegments().at("/recommendation/current");
        for (String given : List.of("batch.size=131072,linger.ms=20", "compression.type=lz4,linger.ms=20")) {
            JsonNode advice = advised(segments("orders"), "--current", given);
            JsonNode current = advice.at("/recommendation/current");

            assertThat(current.at("/settings/codec").asText()).isEqualTo("lz4");
            assertThat(current.at("/settings/lingerMillis").asInt()).isEqualTo(20);
            assertThat(current.at("/fill/recordsPerBatch").asDouble())
                    .isEqualTo((double) orders.records() / orders.batches(), within(1e-6));
            assertThat(current.path("ratio")).isEqualTo(asStored.path("ratio"));
            assertThat(advice.at("/request/fromLog/batches").asBoolean()).isTrue();
            assertThat(advice.at("/recommendation/caveats"))
                    .filteredOn(caveat -> caveat.get("kind").asText().equals("baseline-from-log"))
                    .singleElement()
                    .satisfies(caveat -> assertThat(caveat.get("message").asText())
                            .contains("linger.ms", "as given with --current")
                            .doesNotContain("Give yours"));
        }
    }

    /** Advice based on the log's segments, shared by the tests of current and of given settings. */
    private static JsonNode ofSegments() {
        if (ofSegments.isEmpty()) {
            ofSegments = Optional.of(advised(segments("orders")));
        }
        return ofSegments.get();
    }

    private static JsonNode advised(String[] source, String... more) {
        return advised(Stream.concat(Stream.of(source), Stream.of(more)).toArray(String[]::new));
    }

    private static JsonNode advised(String... source) {
        List<String> words = new ArrayList<>(List.of("advise"));
        words.addAll(List.of(source));
        words.addAll(List.of("--codecs", "zstd:1,lz4", "--budget", "500ms", "--json"));
        return Invocation.of(words.toArray(String[]::new)).expectDone().document();
    }

    @Test
    void benchSendsATopicsRecords() {
        Invocation ended = broker.bench("topic:orders", "--json");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        JsonNode document = ended.document();
        assertThat(document.at("/source/records").asLong()).isEqualTo(orders.records());
        assertThat(document.at("/source/format").asText()).isEqualTo("topic");
    }

    @Test
    void onEmbeddedBrokersItWritesNothingToTheTopicsCluster() throws Exception {
        Set<String> topics = broker.topics();

        Invocation ended = LiveRun.of("topic:orders", "--bootstrap-server", broker.address(), "--embedded", "--json");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        JsonNode document = ended.document();
        assertThat(document.at("/cluster/embedded").asBoolean()).isTrue();
        assertThat(document.at("/source/format").asText()).isEqualTo("topic");
        assertThat(broker.topics()).isEqualTo(topics);
        squeeze("bench", "topic:orders", "--embedded", "--keep-topics")
                .expectRefusal(ExitCode.USAGE, "--keep-topics", "--embedded");
        squeeze("bench", "sample:access-log", "--embedded").expectRefusal(ExitCode.USAGE, "--embedded needs topic:");
    }

    @Test
    void commandsToGoOnNameTheTopicAndItsCluster() {
        JsonNode advice = advised(
                "topic:orders",
                "--bootstrap-server",
                broker.address(),
                "--rate",
                "1MiB/s",
                "--current",
                "compression.type=none");

        assertThat(advice.at("/next/0").asText())
                .startsWith("kafka-configs.sh --bootstrap-server " + broker.address()
                        + " --alter --entity-type topics --entity-name orders --add-config ");
    }

    @Test
    void readingChangesNothingOnTheCluster() throws Exception {
        Set<String> topics = broker.topics();
        Map<TopicPartition, Long> offsets = offsets();
        inspected("topic:orders");
        measured("topic:orders", "--bootstrap-server", broker.address());
        squeeze("inspect", "topic:nowhere");

        assertThat(broker.topics()).isEqualTo(topics);
        assertThat(offsets()).isEqualTo(offsets);
        try (Admin admin = broker.admin()) {
            assertThat(admin.listGroups().all().get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }

    private static Map<TopicPartition, Long> offsets() throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new java.util.HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            asked.put(new TopicPartition("orders", partition), OffsetSpec.latest());
        }
        Map<TopicPartition, Long> offsets = new java.util.HashMap<>();
        try (Admin admin = broker.admin()) {
            admin.listOffsets(asked)
                    .all()
                    .get(30, TimeUnit.SECONDS)
                    .forEach((partition, found) -> offsets.put(partition, found.offset()));
        }
        return offsets;
    }

    @Test
    void theRateIsKeptTo() {
        JsonNode document = squeeze("inspect", "topic:large", "--sample", "256KiB", "--max-rate", "256KiB/s", "--json")
                .expectDone()
                .document();

        assertThat(document.at("/run/elapsedSeconds").asDouble())
                .as("a bound that was asked for, not a speed")
                .isGreaterThan(
                        0.9 * document.at("/profile/reading/fetchedBytes").asDouble() / (256 << 10));
    }

    @Test
    void whatCannotBeReadIsToldWithARemedy() throws Exception {
        squeeze("inspect", "topic:nowhere")
                .expectRefusal(ExitCode.FAILED, "topic:nowhere cannot be read", "check the name");
        squeeze("inspect", "topic:order")
                .expectRefusal(ExitCode.FAILED, "the cluster has no such topic; did you mean orders?");
        squeeze("measure", "topic:nowhere").expectRefusal(ExitCode.FAILED, "topic:nowhere", "check the name");
        squeeze("inspect", "topic:nothing").expectRefusal(ExitCode.FAILED, "topic:nothing is empty");
        squeeze("advise", "topic:nothing").expectRefusal(ExitCode.FAILED, "topic:nothing is empty");
        squeeze("inspect", "topic:").expectRefusal(ExitCode.FAILED, "write topic:NAME");
        int port = TestPorts.free();
        Invocation.of("inspect", "topic:orders", "--bootstrap-server", "127.0.0.1:" + port)
                .expectRefusal(ExitCode.FAILED, "topic:orders", "127.0.0.1:" + port, "cannot connect (");
    }

    @Test
    void mistakesAreFoundBeforeAnythingIsRead() {
        for (String command : List.of("inspect", "measure", "advise", "bench")) {
            Invocation.of(command, "topic:orders")
                    .expectRefusal(ExitCode.USAGE, "topic:orders is on a cluster", "--bootstrap-server HOST:PORT");
        }
        squeeze("measure", "sample:access-log").expectRefusal(ExitCode.USAGE, "--bootstrap-server is for reading");
        Invocation.of("measure", "sample:access-log", "--max-rate", "1MiB/s")
                .expectRefusal(ExitCode.USAGE, "--max-rate is for reading topic:NAME");
        squeeze("inspect", "topic:orders", "--max-rate", "0").expectRefusal(ExitCode.USAGE, "a rate must be above 0");
        for (String command : List.of("inspect", "measure")) {
            squeeze(command, "topic:orders", "--sample", "900GiB")
                    .expectRefusal(ExitCode.USAGE, "--sample 900 GiB of a topic", "SQUEEZE_HEAP");
        }
        squeeze("inspect", "topic:orders", "topic:large")
                .expectRefusal(ExitCode.USAGE, "inspect takes one topic at a time");
        squeeze("measure", "topic:orders", "--key-field", "1")
                .expectRefusal(ExitCode.FAILED, "records in topics have their own", "--key-field");
    }
}
