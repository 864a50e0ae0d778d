package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.FilledTopics;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** For each check a topic that triggers it and one that must not, on a real broker, in one run over all of them. */
@Tag("live")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class DoctorCommandTest {
    /** The rate of the topics while they were written to, which took less than a second of the last minutes. */
    private static final String RATE = "10000";

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    private static DoctorFindings all;
    private static Invocation asText;
    private static long rawProducerId;

    @BeforeAll
    static void fill() throws Exception {
        FilledTopics topics = new FilledTopics(broker);
        DoctorTopics.fill(topics);
        rawProducerId = idThatWroteLast("mixed");
        Invocation run = squeeze("doctor", "--json", "--fail-on", "none");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        all = DoctorFindings.of(run);
        asText = squeeze("doctor", "raw", "packed", "mixed", "cipher");
    }

    /** The last batch of that topic is uncompressed. */
    private static long idThatWroteLast(String topic) throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (Admin admin = broker.admin()) {
            return admin
                    .describeProducers(List.of(partition))
                    .partitionResult(partition)
                    .get(30, TimeUnit.SECONDS)
                    .activeProducers()
                    .stream()
                    .max(java.util.Comparator.comparingLong(state -> state.lastTimestamp()))
                    .orElseThrow()
                    .producerId();
        }
    }

    private static Invocation squeeze(String... words) {
        return Invocation.of(
                Stream.concat(Stream.of(words), Stream.of("--bootstrap-server", broker.address(), "--rate", RATE))
                        .toArray(String[]::new));
    }

    private static DoctorFindings found(String... words) {
        List<String> line = new ArrayList<>(List.of("doctor", "--json", "--fail-on", "none"));
        line.addAll(List.of(words));
        return DoctorFindings.of(squeeze(line.toArray(String[]::new)));
    }

    @Test
    void aTopicThatIsStoredRawIsSerious() {
        assertThat(all.severity("raw-topic", "raw")).isEqualTo("serious");
        assertThat(all.fix("raw-topic", "raw")).contains("compression.type=zstd");
        JsonNode worth = all.the("raw-topic", "raw").get("estimatedSaving");
        // 10,000 records/s of about 300 bytes: some 8 TB per month, of which zstd leaves less than half.
        assertThat(worth.at("/wireGigabytesPerMonth/estimate").asDouble()).isBetween(3_000.0, 9_000.0);
        assertThat(worth.at("/moneyPerMonth/estimate").asDouble()).isGreaterThan(100);
        assertThat(all.checks("packed")).isEmpty();
        assertThat(all.checks("raw")).containsExactly("raw-topic");
    }

    @Test
    void aMirrorThatWritesRawIsToldByItsTwin() {
        assertThat(all.seen("raw-mirror", "b.packed"))
                .contains("cluster 'b'", "'packed' of this cluster is compressed");
        assertThat(all.fix("raw-mirror", "b.packed")).contains("producer.override.compression.type=zstd");
        assertThat(all.checks("b.packed")).doesNotContain("raw-topic");
        assertThat(all.checks("shop.raw")).containsExactly("raw-topic");
    }

    @Test
    void aRawProducerAmongCompressedOnesIsNamedByItsId() {
        assertThat(all.seen("raw-producer", "mixed")).contains("ID " + rawProducerId + " with 100 %");
        assertThat(all.checks("mixed")).containsExactly("raw-producer");
        assertThat(all.checks("packed")).doesNotContain("raw-producer");
    }

    @Test
    void whatWasChangedAlreadyIsANote() {
        assertThat(all.severity("old-codec", "switched")).isEqualTo("note");
        assertThat(all.checks("switched")).containsExactly("old-codec");
        assertThat(all.checks("mixed")).doesNotContain("old-codec");
    }

    @Test
    void gzipIsMeasuredAgainstZstd() {
        assertThat(all.seen("gzip", "gzip")).contains("100 % of the recent bytes are gzip", "with zstd");
        assertThat(all.fix("gzip", "gzip")).contains("compression.type=zstd");
        assertThat(all.checks("packed")).doesNotContain("gzip");
    }

    @Test
    void shallowBatchesAreFoundWhereWaitingWouldGatherMore() {
        assertThat(all.seen("shallow-batches", "pairs"))
                .contains("2.0 records")
                .containsPattern("linger.ms=20 would merge (2.[89]|3.0) of them into one");
        assertThat(all.checks("pairs-far-apart")).isEmpty();
    }

    @Test
    void singleRecordsAtARateThatWouldFillBatchesAreNoLinger() {
        assertThat(all.seen("no-linger", "singles")).contains("1.0 records", "collected records for at most 1 ms");
        assertThat(all.fix("no-linger", "singles")).contains("linger.ms=20", "flush()");
        assertThat(all.checks("singles-by-log-time")).doesNotContain("no-linger");
    }

    @Test
    void tinyTransactionsAreToldByTheirControlBatches() {
        assertThat(all.seen("no-linger", "transactions")).contains("40 control batches");
        assertThat(all.fix("no-linger", "transactions")).contains("commit");
    }

    @Test
    void keysThatFragmentBatchesAreFoundAtAHighRateAlone() {
        assertThat(all.seen("fragmented-batches", "fragments")).contains("1 producers times 30 partitions");
        assertThat(all.checks("fragments")).containsExactly("fragmented-batches");
        assertThat(all.checks("fragments-slow")).doesNotContain("fragmented-batches", "shallow-batches", "no-linger");
    }

    @Test
    void keylessRecordsInARoundOverPartitionsAreSprayed() {
        assertThat(all.checks("sprayed")).containsExactly("sprayed-records");
        assertThat(all.fix("sprayed-records", "sprayed")).contains("RoundRobinPartitioner");
        assertThat(all.checks("healthy-lz4")).doesNotContain("sprayed-records");
    }

    @Test
    void recordsThatFillABatchAreFoundWhereTheyHaveSomethingInCommon() {
        assertThat(all.fix("record-fills-batch", "documents")).contains("batch.size=524288");
        assertThat(all.checks("unlike-documents")).doesNotContain("record-fills-batch");
    }

    @Test
    void aSchemaInEachRecordIsMeasured() {
        assertThat(all.seen("schema-in-records", "schema")).contains("100 % of the values begin with {\"schema\":");
        assertThat(all.checks("packed")).doesNotContain("schema-in-records");
    }

    @Test
    void valuesThatAreCompressedAloneAreMeasuredUnpacked() {
        assertThat(all.checks("gzipped-values")).containsExactly("values-compressed-alone");
        assertThat(all.money("values-compressed-alone", "gzipped-values")).isPositive();
        assertThat(all.checks("cipher")).doesNotContain("values-compressed-alone");
    }

    @Test
    void whatNothingCompressesIsLeftAlone() {
        assertThat(all.checks("cipher")).containsExactly("incompressible");
        assertThat(all.severity("incompressible", "cipher")).isEqualTo("note");
        assertThat(all.fix("incompressible", "cipher")).contains("leave it");
        assertThat(all.fix("incompressible", "packed-cipher")).contains("compression.type=none");
        assertThat(all.checks("raw")).doesNotContain("incompressible");
    }

    /** Only two batches of a topic are rebuilt, which are too few for an interval. */
    @Test
    void batchesOfMoreThanAMebibyteAreNotTakenForRecordsThatDoNotCompress() {
        assertThat(all.checks("large-batches")).isEmpty();
    }

    @Test
    void aTopicSettingThatUndoesCompressionIsFound() {
        assertThat(all.fix("topic-uncompressed", "undone"))
                .contains(
                        "kafka-configs.sh --bootstrap-server " + broker.address(),
                        "--entity-name undone",
                        "compression.type=producer");
        assertThat(all.checks("undone")).containsExactly("topic-uncompressed");
        assertThat(all.checks("undone-cipher")).containsExactly("incompressible");
    }

    @Test
    void aTopicsCodecAloneIsANoteAndFullUncompressedBatchesAreATrace() {
        assertThat(all.severity("broker-recompresses", "again")).isEqualTo("note");
        assertThat(all.seen("broker-recompresses", "again")).contains("the log does not show whether");
        assertThat(all.severity("broker-recompresses", "again-from-raw")).isEqualTo("warning");
        assertThat(all.seen("broker-recompresses", "again-from-raw")).contains("end at 16,384 bytes uncompressed");
        assertThat(all.severity("broker-recompresses", "filled-by-lz4")).isEqualTo("note");
        assertThat(all.checks("packed")).doesNotContain("broker-recompresses");
    }

    @Test
    void aProducersConfigurationSettlesIt() {
        DoctorFindings same = found("same-codec", "--producer-config", file("compression.type=lz4"));
        DoctorFindings other = found("same-codec", "--producer-config", file("linger.ms=5"));

        assertThat(same.severity("broker-recompresses", "same-codec")).isEqualTo("note");
        assertThat(other.severity("broker-recompresses", "same-codec")).isEqualTo("warning");
        assertThat(other.seen("broker-recompresses", "same-codec")).contains("compression.type=none");
    }

    @Test
    void brokersThatAreAskedOverJmxSayWhetherTheyCompressAgain() throws Exception {
        String jmx = broker.startJmx();
        DoctorFindings found;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        do {
            // Kafka's meters are updated every five seconds.
            found = found("again", "same-codec", "undone", "--jmx", jmx);
        } while (found.document().toString().contains("the log does not show whether") && System.nanoTime() < deadline);

        assertThat(found.severity("broker-recompresses", "again")).isEqualTo("serious");
        assertThat(found.seen("broker-recompresses", "again")).contains("1,200 since the brokers started");
        assertThat(found.the("broker-recompresses", "again")
                        .at("/confidence/level")
                        .asText())
                .isEqualTo("certain");
        assertThat(found.checks("same-codec")).isEmpty();
        assertThat(found.severity("topic-uncompressed", "undone")).isEqualTo("serious");
        assertThat(squeeze("doctor", "same-codec", "--jmx", "nowhere").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void zstdAsATopicsSettingIsANote() {
        assertThat(all.severity("zstd-topic-setting", "zstd-setting")).isEqualTo("note");
        assertThat(all.checks("packed")).doesNotContain("zstd-topic-setting");
    }

    @Test
    void batchesThatUnpackToVeryMuchAreFound() {
        assertThat(all.checks("zeros")).contains("consumer-heap");
        assertThat(all.checks("packed")).doesNotContain("consumer-heap", "huge-batches");
        DoctorFindings lower = found("packed", "raw", "--threshold", "huge-batch-bytes=10000");
        assertThat(lower.severity("huge-batches", "packed")).isEqualTo("warning");
        assertThat(lower.severity("huge-batches", "raw")).isEqualTo("note");
        assertThat(found("zeros", "--consumer-config", file("fetch.max.bytes=100000"))
                        .checks("zeros"))
                .doesNotContain("consumer-heap");
    }

    @Test
    void batchesNearTheLimitAreWorseWhereARecordIsOne() {
        assertThat(all.severity("near-size-limit", "large-records")).isEqualTo("warning");
        assertThat(all.fix("near-size-limit", "large-records")).contains("max.message.bytes=40000");
        assertThat(all.checks("packed")).doesNotContain("near-size-limit");
    }

    @Test
    void theLevelOfLz4IsATrapBelowNine() {
        assertThat(found("packed", "--producer-config", file("compression.type=lz4\ncompression.lz4.level=1"))
                        .checks(""))
                .containsExactly("lz4-level");
        for (String fine : List.of(
                "compression.type=lz4\ncompression.lz4.level=9",
                "compression.type=lz4",
                "compression.type=zstd\ncompression.lz4.level=1")) {
            assertThat(found("packed", "--producer-config", file(fine)).checks(""))
                    .isEmpty();
        }
    }

    @Test
    void aServiceThatTakesGzipAloneIsToldByItsName() {
        Invocation run = Invocation.of(
                "doctor",
                "raw",
                "gzip",
                "--json",
                "--fail-on",
                "none",
                "--bootstrap-server",
                broker.address() + ",nobody.servicebus.windows.net:9093");
        DoctorFindings hub = DoctorFindings.of(run);

        assertThat(hub.checks("")).containsExactly("gzip-only-service");
        assertThat(hub.fix("raw-topic", "raw")).contains("compression.type=gzip");
        assertThat(hub.checks("gzip")).isEmpty();
        assertThat(all.checks("")).isEmpty();
    }

    @Test
    void nothingIsSeriousOrWorthAWordOnHealthyTopics() {
        for (String topic : List.of("packed", "healthy-lz4", "healthy-snappy", "healthy-slow", "healthy-compacted")) {
            assertThat(all.checks(topic)).as(topic).isEmpty();
        }
        assertThat(all.of("cipher"))
                .allSatisfy(
                        finding -> assertThat(finding.get("severity").asText()).isEqualTo("note"));
        Invocation run = squeeze(
                "doctor",
                "packed",
                "healthy-lz4",
                "healthy-snappy",
                "healthy-slow",
                "healthy-compacted",
                "--fail-on",
                "note");
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("5 topics examined", "No problem found", "No findings")
                .contains("squeeze survey ", "--bootstrap-server " + broker.address())
                .doesNotContain("squeeze survey --fail-on");
    }

    @Test
    void theTextNamesSeverityFixWorthAndSource() {
        assertThat(asText.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(asText.out())
                .containsSubsequence(
                        "Findings by topic", "Topic raw", "SERIOUS  topic stored uncompressed [1 raw-topic]")
                .contains("squeeze advise topic:raw --bootstrap-server " + broker.address() + " --rate " + RATE)
                .containsPattern("(?m)^    fix +compression.type=zstd")
                .containsPattern("(?m)^    saves +[0-9,]+ USD/month.*, this change alone")
                .containsPattern("(?m)^    confidence +certain: ")
                .contains("NOTE  cipher: nothing to compress [15 incompressible]")
                .contains("Can every consumer of mixed, raw read zstd?", "CVE-2026-35554")
                .contains("--fail-on serious: a finding is at least as severe");
        assertThat(asText.out()).doesNotContain("warehouse").doesNotContain("key-");
    }

    @Test
    void findingsAreGroupedBySeverityOnRequest() {
        Invocation grouped = squeeze("doctor", "raw", "cipher", "--by", "severity");

        assertThat(grouped.out())
                .containsSubsequence("\nSerious", "SERIOUS  raw: topic stored uncompressed", "\nNotes", "NOTE  cipher:")
                .doesNotContain("Findings by topic");
        squeeze("doctor", "raw", "--by", "owner").expectRefusal(ExitCode.USAGE, "'owner'");
    }

    @Test
    void theExitCodeFollowsTheSeverityThatIsAskedFor() {
        assertThat(squeeze("doctor", "cipher").code()).isEqualTo(ExitCode.DONE);
        assertThat(squeeze("doctor", "cipher", "--fail-on", "note").code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(squeeze("doctor", "topic:large-records", "--fail-on", "warning")
                        .code())
                .isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(squeeze("doctor", "raw", "--threshold", "serious-money=1e12").code())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void readingChangesNothingOnTheCluster() throws Exception {
        Set<String> before = broker.topics();
        found("raw", "packed");

        assertThat(broker.topics()).isEqualTo(before);
        try (Admin admin = broker.admin()) {
            assertThat(admin.listGroups().all().get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void topicsAreChosenByNameOrExpression() {
        DoctorFindings healthy = found("--include", "healthy-.*", "--exclude", ".*-slow");
        assertThat(healthy.document().get("topics"))
                .extracting(topic -> topic.get("topic").asText())
                .containsExactly("healthy-compacted", "healthy-lz4", "healthy-snappy");
        assertThat(all.document().get("topics"))
                .extracting(topic -> topic.get("topic").asText())
                .noneMatch(topic -> topic.startsWith("__"));
    }

    @Test
    void theRateOfATopicIsThatOfItsTimestamps() {
        for (JsonNode topic : all.document().get("topics")) {
            if (topic.get("topic").asText().equals("packed")) {
                assertThat(topic.get("recordsPerSecond").asDouble()).isEqualTo(10_000, within(500.0));
                assertThat(topic.get("records").asLong()).isEqualTo(1_200);
                assertThat(topic.get("whole").asBoolean()).isTrue();
            }
        }
    }

    @Test
    void controlCPrintsWhatWasExaminedUntilThen() throws Exception {
        LiveRun run = LiveRun.start(List.of(
                        "doctor", "packed", "raw", "mixed", "zeros", "schema", "--bootstrap-server", broker.address()))
                .awaitProgress("examining topics");
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).contains("The run was interrupted");
    }

    @Test
    void mistakesAreFoundBeforeAnythingIsRead() {
        Invocation.of("doctor", "raw").expectRefusal(ExitCode.USAGE, "--bootstrap-server HOST:PORT");
        squeeze("doctor", "--fail-on", "loud")
                .expectRefusal(ExitCode.USAGE, "'loud'", "none, note, warning or serious");
        squeeze("doctor", "--threshold", "raw-fractoin=1").expectRefusal(ExitCode.USAGE, "did you mean raw-fraction?");
        squeeze("doctor", "--threshold", "raw-fraction=much").expectRefusal(ExitCode.USAGE, "'raw-fraction=much'");
        squeeze("doctor", "raw", "--include", "x").expectRefusal(ExitCode.USAGE, "omit them or TOPIC");
        squeeze("doctor", "--include", "(").expectRefusal(ExitCode.USAGE, "--include '('", "regular expression");
        squeeze("doctor", "--prices", "nowhere.yaml").expectRefusal(ExitCode.USAGE, "nowhere.yaml");
        squeeze("doctor", "rau").expectRefusal(ExitCode.FAILED, "no topic 'rau'", "did you mean raw?");
        squeeze("doctor", "--include", "nothing-such").expectRefusal(ExitCode.FAILED, "no topic to examine");
        squeeze("doctor", "raw", "--producer-config", "/nowhere/p.properties")
                .expectRefusal(ExitCode.FAILED, "--producer-config /nowhere/p.properties");
    }

    private static String file(String lines) {
        try {
            java.nio.file.Path file = java.nio.file.Files.createTempFile("client", ".properties");
            file.toFile().deleteOnExit();
            return java.nio.file.Files.writeString(file, lines).toString();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
