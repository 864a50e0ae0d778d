package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.SlowStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class AdviseCommandTest {
    /** Enough, since the measured settings (default levels, zstd:1 and today's codec) get their rounds in any case. */
    private static final String BUDGET = "500ms";

    /** So low that only the linger closes batches: one simulation is valid for every larger {@code batch.size}. */
    private static final String RATE = "2000";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void advisesOnASampleAndWritesEveryForm() throws Exception {
        List<Path> files = Stream.of("json", "csv", "md", "txt")
                .map(form -> folder.resolve("advice." + form))
                .toList();
        Invocation run = Invocation.of(
                        "advise",
                        "sample:access-log",
                        "--codecs",
                        "zstd:1",
                        "--rate",
                        "20MiB/s",
                        "--budget",
                        BUDGET,
                        "--details",
                        "--output",
                        files.get(0).toString(),
                        "--output",
                        files.get(1).toString(),
                        "--output",
                        files.get(2).toString(),
                        "--output",
                        files.get(3).toString())
                .expectDone();
        JsonNode document = ResultSchema.parse(Files.readString(files.get(0)));
        String verdict = document.at("/recommendation/verdict").asText();

        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(verdict).startsWith("Use zstd at level 1 with batch.size=").contains("USD/month");
        assertThat(run.out().replace('\n', ' ')).contains(verdict);
        assertThat(document.at("/recommendation/producerConfig")).hasSize(4).allSatisfy(line -> assertThat(run.out())
                .contains("\n  " + line.asText() + "\n"));
        assertThat(run.out())
                .contains("compression.type=producer")
                .containsPattern("(?m)^ +today +recommended +change$")
                .containsPattern("(?m)^  total, USD +\\S+ +\\S+ +-\\d+ %$")
                .contains("--rate 20 MiB/s: ");
        assertThat(Files.readString(files.get(3))).isEqualTo(run.out());
        assertThat(Files.readString(files.get(2)))
                .contains("# squeeze advise", "**" + verdict + "**", "| batch.size |");
        assertThat(Files.readAllLines(files.get(1)))
                .hasSize(2
                        + document.at("/recommendation/ladder/rungs").size()
                        + document.at("/recommendation/runnersUp").size()
                        + document.at("/recommendation/candidates").asInt());
        assertThat(run.err())
                .contains(files.stream().map(file -> "wrote " + file).toList());
        assertThat(folder.toFile().list()).hasSize(files.size());
    }

    @Test
    void aSourceThatTakesLongToReadHasAProvisionalVerdictByItsFirstRecords() {
        byte[] lines = "GET /index.html 200 5120 Mozilla/5.0 (X11; Linux x86_64)\n"
                .repeat(40_000)
                .getBytes(StandardCharsets.US_ASCII);

        Invocation run = Invocation.withInput(
                        new SlowStream(lines, 128 << 10, Duration.ofMillis(150)),
                        "advise",
                        "-",
                        "--codecs",
                        "zstd:9",
                        "--rate",
                        RATE,
                        "--budget",
                        BUDGET)
                .expectDone();

        assertThat(run.err())
                .containsPattern("provisional, from the first \\S+ [KM]iB: zstd:9, ")
                .containsPattern("provisional, from the first [\\d.]+ [KM]iB: .*; still reading \\.\\.\\.\\R(.*\\R)*"
                        + "provisional: .*; still measuring \\.\\.\\.\\R")
                .doesNotContain("still reading ...\nprovisional, ");
    }

    @Test
    void theFirstScreenFitsATerminal() {
        Invocation run = Invocation.of(
                        "advise",
                        "sample:access-log",
                        "--codecs",
                        "zstd:1,zstd:9,lz4",
                        "--rate",
                        RATE,
                        "--budget",
                        BUDGET)
                .expectDone();

        // Commands are not wrapped.
        assertThat(run.out().lines())
                .hasSizeLessThanOrEqualTo(25)
                .filteredOn(line -> !line.startsWith("Next: "))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(run.out())
                .containsPattern("(?m)^compression.type=\\S+$")
                .containsPattern("(?m)^  today +none, 16384, 5 ")
                .containsPattern("(?m)^> \\S+")
                .containsPattern("(?m)^! \\S+")
                .containsPattern("(?m)^Next: squeeze advise sample:access-log .*--verify")
                .doesNotContain("Alternatives considered", "What changes");
    }

    @Tag("live")
    @Test
    @Timeout(300)
    void putsAdviceToTheProofOnABrokerOfItsOwn() throws Exception {
        Path json = folder.resolve("verified.json");
        Path page = folder.resolve("verified.html");
        // High prices per byte at a low rate: neither the recommendation to change nor holding the rate depends on this
        // machine's CPU.
        String prices = Records.write(
                folder, "prices.yaml", "name: Ours\ncurrency: EUR\nper-usd: 0.9\nzone-transfer-per-gb: 5\n");
        Invocation run = Invocation.of(
                        "advise",
                        "sample:access-log",
                        "--codecs",
                        "zstd:1,lz4",
                        "--rate",
                        "1000",
                        "--prices",
                        prices,
                        "--current",
                        "linger.ms=20",
                        "--producers",
                        "1",
                        "--partitions",
                        "1",
                        "--budget",
                        BUDGET,
                        "--verify",
                        "--verify-budget",
                        "10s",
                        "--output",
                        json.toString(),
                        "--report",
                        page.toString())
                .expectDone();
        JsonNode document = ResultSchema.parse(Files.readString(json));
        JsonNode verification = document.path("verification");

        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(verification.at("/load/recordsPerSecond").asDouble()).isEqualTo(1000);
        assertThat(verification.path("runs")).hasSizeGreaterThanOrEqualTo(3);
        for (JsonNode one : verification.path("runs")) {
            assertThat(one.at("/arm/problems")).isEmpty();
        }
        JsonNode today = ofStanding(verification, "today");
        // The load of one partition is evenly paced, so its batches do not depend on chance.
        assertThat(check(today, "records-per-batch").path("predicted").asDouble())
                .isBetween(15.0, 25.0);
        // If other processes load the machine, batches fill differently, which also affects their ratio a little.
        assertThat(Math.abs(check(ofStanding(verification, "recommended"), "ratio")
                        .path("relativeError")
                        .asDouble()))
                .isLessThan(0.3);
        assertThat(run.out()).contains("Predicted and measured", "acknowledgement p99, ms");
        assertThat(Files.readString(page)).contains("Predicted and measured");
    }

    private static JsonNode ofStanding(JsonNode verification, String standing) {
        for (JsonNode one : verification.path("runs")) {
            if (one.path("standing").asText().equals(standing)) {
                return one;
            }
        }
        throw new AssertionError("no settings are " + standing + ": " + verification.path("runs"));
    }

    private static JsonNode check(JsonNode verified, String metric) {
        for (JsonNode one : verified.path("checks")) {
            if (one.path("metric").asText().equals(metric)) {
                return one;
            }
        }
        throw new AssertionError("nothing was predicted of " + metric + ": " + verified.path("checks"));
    }

    @ParameterizedTest
    @CsvSource({
        "--jmx localhost:9999, --jmx requires --verify",
        "--embedded, --embedded requires --verify",
        "--verify --verify-budget 2s, --verify-budget must be at least 10s",
        "--verify --jmx localhost:9999, --jmx is for your own cluster"
    })
    void whatDoesNotGoWithTheProofIsRefusedBeforeAnyWork(String flags, String message) {
        List<String> line = new ArrayList<>(List.of("advise", "sample:access-log"));
        line.addAll(List.of(flags.split(" ")));

        Invocation.of(line.toArray(String[]::new)).expectRefusal(2, message);
    }

    @ParameterizedTest
    @CsvSource({
        "--client java:3.6 --codecs zstd:6, --codecs zstd:6 does not work with --client java:3.6: Java clients before 3.8 ignore",
        "--client librdkafka --codecs zstd:12, '--codecs zstd:12 does not work with --client librdkafka: from level 10 up'",
        "--client java:new, is not a version",
        "--client java:7.6, such as java:3.6",
        "--change broker, 'give producer, topic or any'",
        "--change topic --verify, give either --verify or --change topic",
        "--client librdkafka:1.0 --verify, --verify runs the version of librdkafka that its driver is built with"
    })
    void aClientThatCannotDoItIsRefusedBeforeAnyWork(String flags, String message) {
        List<String> line = new ArrayList<>(List.of("advise", "sample:access-log"));
        line.addAll(List.of(flags.split(" ")));

        Invocation.of(line.toArray(String[]::new)).expectRefusal(2, message);
    }

    @Test
    void aVersionOfTheClientDecidesItsDefaultsAndWhichLevelsAreConsidered() {
        JsonNode document = ResultSchema.parse(
                Invocation.of("advise", records(), "--client", "java:3.6", "--rate", RATE, "--budget", BUDGET, "--json")
                        .out());

        assertThat(document.at("/workload/clientVersion").asText()).isEqualTo("3.6");
        assertThat(document.at("/request/current/lingerMillis").asInt(-1)).isZero();
        assertThat(document.at("/sweep/measurements"))
                .extracting(measured -> measured.path("codec").asText())
                .containsOnly("none", "gzip:6", "snappy", "lz4", "zstd:3");
        assertThat(document.at("/recommendation/producerConfig"))
                .extracting(JsonNode::asText)
                .noneMatch(line -> line.contains(".level"));
    }

    @Test
    void whereOnlyTheTopicMayChangeItsConfigurationIsWhatIsPrinted() throws Exception {
        Invocation run = Invocation.of(
                "advise",
                records(),
                "--change",
                "topic",
                "--codecs",
                "zstd:1,zstd:3",
                "--rate",
                RATE,
                "--budget",
                BUDGET,
                "--output",
                folder.resolve("topic.json").toString());
        JsonNode document = ResultSchema.parse(Files.readString(folder.resolve("topic.json")));
        JsonNode recommended = document.at("/recommendation/recommended");

        assertThat(document.at("/request/change").asText()).isEqualTo("topic");
        assertThat(document.at("/recommendation/producerConfig")).isEmpty();
        assertThat(recommended.at("/settings/codec").asText()).isEqualTo("none");
        assertThat(recommended.at("/settings/topicCodec").asText()).startsWith("zstd:");
        assertThat(recommended.at("/sentRatio").asDouble())
                .isEqualTo(document.at("/recommendation/current/ratio").asDouble());
        assertThat(run.out())
                .contains("--alter --entity-type topics", "--add-config compression.type=zstd")
                .doesNotContain("compression.type=producer");
    }

    /** Otherwise batches would contain records many times and compress far too well. */
    @Test
    void tooFewRecordsForABatchOfTodaysSettingsAreRefused() {
        String few = Records.write(folder, "few.jsonl", Records.jsonLines(40, "u"));

        adviseByOneProducer(few, "--rate", "100000", "--partitions", "1")
                .expectRefusal(1, few + ": 40 records are too few: at this rate a batch of today's settings has ");
        adviseByOneProducer(few, "--rate", "1000", "--partitions", "4").expectDone();
    }

    private static Invocation adviseByOneProducer(String source, String... more) {
        return Invocation.of(Stream.concat(
                        Stream.of("advise", source, "--producers", "1", "--codecs", "zstd:1", "--budget", BUDGET),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void saysToLeaveEncryptedRecordsAlone() {
        String encrypted = Records.write(folder, "encrypted.bin", lengthPrefixed(Records.randomBytes(600_000)));
        JsonNode advice = advise(encrypted, "--format", "length-prefixed", "--codecs", "zstd:1")
                .path("recommendation");

        assertThat(advice.path("verdict").asText())
                .startsWith("Keep today's settings, none, batch.size=16384, linger.ms=5: ");
        assertThat(advice.path("recommended")).isEqualTo(advice.path("current"));
        assertThat(advice.path("leaveIt").asText()).isNotBlank();
    }

    @Test
    void comparesWithTheCompressionThatIsUsedToday() {
        JsonNode document = advise(
                records(),
                "--codecs",
                "zstd:1",
                "--rate",
                RATE,
                "--current",
                "compression.type=lz4,compression.lz4.level=3,batch.size=32768,linger.ms=10");
        JsonNode current = document.at("/recommendation/current/settings");

        assertThat(current.path("codec").asText()).isEqualTo("lz4:3");
        assertThat(current.path("batchSizeBytes").asInt()).isEqualTo(32_768);
        assertThat(current.path("lingerMillis").asInt()).isEqualTo(10);
        assertThat(document.at("/recommendation/current/ratio").asDouble()).isGreaterThan(1.2);
        assertThat(document.at("/request/current")).isEqualTo(current);
    }

    @ParameterizedTest
    @CsvSource({"cost,0.01,10000", "cpu,0.02,2000", "network,0.01,2000", "latency,0.25,2000", "balanced,0.05,10000"})
    void findsNothingWorseThanTodayByAnyObjective(String objective, double tolerance, String rate) {
        JsonNode document = advise(records(), "--codecs", "zstd:1", "--rate", rate, "--optimize", objective);
        JsonNode advice = document.path("recommendation");

        assertThat(document.at("/request/objective").asText()).isEqualTo(objective);
        assertThat(score(objective, advice.path("best")))
                .isLessThanOrEqualTo((1 + tolerance) * score(objective, advice.path("current")));
    }

    @Test
    void keepsWithinTheLatencyThatIsAllowed() {
        JsonNode document = advise(records(), "--codecs", "zstd:1", "--max-latency", "12ms", "--rate", "300");
        JsonNode advice = document.path("recommendation");

        assertThat(document.at("/request/limits/maxLatencyMillis").asDouble()).isEqualTo(12);
        assertThat(advice.at("/best/simulated/ackP99Millis").asDouble()).isLessThanOrEqualTo(12);
        assertThat(advice.at("/recommended/simulated/ackP99Millis").asDouble()).isLessThanOrEqualTo(12);
    }

    @Test
    void aLimitThatNothingMeetsIsSaid() {
        JsonNode document =
                advise(records(), "--codecs", "zstd:1", "--rate", RATE, "--max-producer-cores", "0.0000001");

        assertThat(document.at("/recommendation/caveats"))
                .extracting(caveat -> caveat.path("kind").asText())
                .contains("limits-cannot-be-met");
    }

    @Test
    void takesTheRateFromTheRecordsTheWorkloadFromFlagsAndPricesFromAFile() {
        String prices =
                Records.write(folder, "prices.yaml", "name: Ours\ncurrency: EUR\nper-usd: 0.9\nvcpu-per-hour: 0.5\n");
        JsonNode document = advise(
                records(),
                "--codecs",
                "zstd:1",
                "--timestamp-field",
                "/at",
                "--key-field",
                "/user/id",
                "--partitions",
                "48",
                "--producers",
                "2",
                "--retention",
                "36h",
                "--consumer-groups",
                "0",
                "--prices",
                prices);

        assertThat(document.at("/request/rateIsAssumed").asBoolean()).isFalse();
        assertThat(document.at("/workload/recordsPerSecond").asDouble()).isBetween(99.0, 101.0);
        assertThat(document.at("/workload/keyed").asBoolean()).isTrue();
        assertThat(document.at("/workload/partitions").asInt()).isEqualTo(48);
        assertThat(document.at("/workload/producers").asInt()).isEqualTo(2);
        assertThat(document.at("/workload/consumerGroups").asInt()).isZero();
        assertThat(document.at("/workload/retention").asDouble()).isEqualTo(129_600);
        assertThat(document.at("/prices/currency").asText()).isEqualTo("EUR");
        assertThat(document.at("/prices/vcpuPerHour").asDouble()).isEqualTo(0.5);
        assertThat(document.at("/recommendation/verdict").asText()).doesNotContain("USD");
        assertThat(document.at("/recommendation/current/resources/consumerCores")
                        .asDouble())
                .isZero();
    }

    private static double score(String objective, JsonNode prediction) {
        JsonNode resources = prediction.path("resources");
        return switch (objective) {
            case "cpu" -> sum(resources, "producerCores", "brokerCores", "consumerCores");
            case "network" -> sum(resources, "wireBytesPerSecond");
            // One millisecond is added on both sides, so that hundredths of one do not count.
            case "latency" -> 1 + prediction.at("/simulated/ackP99Millis").asDouble();
            default -> sum(resources, "zoneMoney", "diskMoney", "cpuMoney");
        };
    }

    private static double sum(JsonNode resources, String... names) {
        return Stream.of(names)
                .mapToDouble(name -> resources.get(name).asDouble())
                .sum();
    }

    private String records() {
        return Records.write(folder, "a.jsonl", Records.jsonLines(2_000, "u"));
    }

    private static byte[] lengthPrefixed(byte[] all) {
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(all.length / 1_200 * 1_204);
        for (int i = 0; i < all.length / 1_200; i++) {
            bytes.putInt(1_200).put(all, i * 1_200, 1_200);
        }
        return bytes.array();
    }

    private static JsonNode advise(String source, String... more) {
        return Invocation.of(Stream.concat(Stream.of("advise", source, "--json", "--budget", BUDGET), Stream.of(more))
                        .toArray(String[]::new))
                .expectDone()
                .document();
    }
}
