package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes on the command line are found before any record is read. */
class UsageErrorTest {
    private static final String SOURCE = "sample:access-log";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("--bogus", "measure", SOURCE, "--bogus"),
                mistake("'nonsense'", "nonsense"),
                mistake("unknown option '--rat'; did you mean --rate?", "advise", SOURCE, "--rat", "5"),
                mistake("did you mean --bootstrap-server?", "survey", "--bootstrap-server-s", "h:1"),
                mistake("use --bootstrap-server", "inspect", "topic:a", "--bootstrap-servers", "h:1"),
                mistake("unknown command 'advice'; did you mean advise?", "advice", SOURCE),
                mistake("unknown command 'advice'; did you mean advise?", "help", "advice"),
                mistake("give topic:NAME as the SOURCE", "bench", SOURCE, "--topic", "orders"),
                mistake("'--throughput': use --rate", "bench", SOURCE, "--throughput", "500"),
                mistake("'--records': use --num-records", "bench", SOURCE, "--records", "500"),
                mistake("'--records': use --num-records", "fill", SOURCE, "--records", "500"),
                mistake("as the SOURCE", "bench", "--payload-file", "records.txt"),
                mistake(
                        "use --command-config for how to connect, and --producer-property for all other settings",
                        "bench",
                        SOURCE,
                        "--producer.config=client.properties"),
                mistake(
                        "use --command-config for how to connect, and --current-from for all other settings",
                        "advise",
                        SOURCE,
                        "--producer-config=client.properties"),
                mistake("use --producer-config", "doctor", "--producer.config=client.properties"),
                mistake("leave it out", "bench", SOURCE, "--print-metrics"),
                mistake("'1e3' is not a whole number", "advise", SOURCE, "--partitions", "1e3"),
                mistake("'9999999999' is beyond 2147483647", "advise", SOURCE, "--partitions", "9999999999"),
                mistake("'half' is not a number", "advise", SOURCE, "--max-producer-cores", "half"),
                mistake("not a duration: 'soon'", "bench", SOURCE, "--linger", "5,soon"),
                mistake("--linger must be a whole number of milliseconds", "bench", SOURCE, "--linger", "0.5ms"),
                mistake("not a rate: 'fast'", "bench", SOURCE, "--rate", "fast"),
                mistake("--rounds must be at least 1", "bench", SOURCE, "--linger", "5,20ms", "--rounds", "0"),
                mistake("--max-latency belongs to --find-max", "bench", SOURCE, "--max-latency", "50"),
                mistake(
                        "--partitions must be at least 1",
                        "advise",
                        SOURCE,
                        "--max-latency",
                        "50",
                        "--partitions",
                        "0"),
                mistake(
                        "--partitions must be at least 1",
                        "advise",
                        SOURCE,
                        "--client",
                        "FRANZ_GO",
                        "--partitions",
                        "0"),
                mistake("'fisch' is not one of bash, zsh, fish; did you mean fish?", "completion", "fisch"),
                mistake("'brokr' is not one of queued, broker; did you mean broker?", "gateway", "--ack", "brokr"),
                mistake(
                        "give acks=1 or acks=all",
                        "gateway",
                        "--bootstrap-server",
                        "h:1",
                        "--producer-property",
                        "acks=0"),
                mistake(
                        "give acks=1 or acks=all",
                        "gateway",
                        "--ack",
                        "broker",
                        "--bootstrap-server",
                        "h:1",
                        "--command-property",
                        "acks=0"),
                mistake("there is no file codexs", "run", "codexs"),
                mistake("did you mean codecs?", "run", "codexs"),
                mistake("SOURCE", "advise"),
                mistake(
                        "unknown codec 'brotli' (one of none, gzip, snappy, lz4, zstd)",
                        "measure",
                        SOURCE,
                        "--codecs",
                        "brotli"),
                mistake("zstd level 23 is out of range (-131072 to 22)", "measure", SOURCE, "--codecs", "zstd:23"),
                mistake("gzip level 0 is out of range (1 to 9)", "advise", SOURCE, "--codecs", "gzip:0"),
                mistake("snappy has no levels", "measure", SOURCE, "--codecs", "snappy:1"),
                mistake("not a level: 'x'", "measure", SOURCE, "--codecs", "lz4:x"),
                mistake("from low to high", "measure", SOURCE, "--codecs", "zstd:6-1"),
                mistake("an empty entry", "measure", SOURCE, "--codecs", "lz4,,zstd"),
                mistake("an empty entry", "measure", SOURCE, "--codecs", ""),
                mistake("a rate must be above 0, got 0", "advise", SOURCE, "--rate", "0"),
                mistake("10MiB/s", "advise", SOURCE, "--rate", "-5"),
                mistake("unknown unit 'furlongs'", "advise", SOURCE, "--rate", "5furlongs/s"),
                mistake("unknown key 'acks'", "advise", SOURCE, "--current", "acks=all"),
                mistake("is not key=value", "advise", SOURCE, "--current", "zstd"),
                mistake("unknown codec 'brotli'", "advise", SOURCE, "--current", "compression.type=brotli"),
                mistake("compression.zstd.level", "advise", SOURCE, "--current", "compression.type=zstd:3"),
                mistake(
                        "unknown key 'compression.zstd.level'",
                        "advise",
                        SOURCE,
                        "--current",
                        "compression.type=lz4,compression.zstd.level=3"),
                mistake(
                        "linger.ms must be a whole number, not 'soon'",
                        "advise",
                        SOURCE,
                        "--current",
                        "linger.ms=soon"),
                mistake("batch.size must be at least 0, got -1", "advise", SOURCE, "--current", "batch.size=-1"),
                mistake("--partitions must be at least 1, got -3", "advise", SOURCE, "--partitions", "-3"),
                mistake("--producers must be at least 1, got 0", "advise", SOURCE, "--producers", "0"),
                mistake("--consumer-groups must be at least 0, got -1", "advise", SOURCE, "--consumer-groups", "-1"),
                mistake("--brokers 5 or more", "advise", SOURCE, "--brokers", "3", "--replication-factor", "5"),
                mistake("--max-producer-cores must be above 0, got 0", "advise", SOURCE, "--max-producer-cores", "0"),
                mistake("'many'", "advise", SOURCE, "--partitions", "many"),
                mistake("not a duration: '5x' (write 20ms, 60s, 5m, 12h or 7d)", "measure", SOURCE, "--budget", "5x"),
                mistake("not a duration: '-1d'", "advise", SOURCE, "--retention=-1d"),
                mistake(
                        "unknown objective 'speed' (cost, cpu, network, latency or balanced)",
                        "advise",
                        SOURCE,
                        "--optimize",
                        "speed"),
                mistake(".txt, .json, .csv, .md", "measure", SOURCE, "--output", "result.pdf"),
                mistake("there is no folder", "measure", SOURCE, "--output", "no/such/folder/x.json"),
                mistake("no price list 'nowhere.yaml'", "advise", SOURCE, "--prices", "nowhere.yaml"),
                mistake(
                        "unknown format 'parquet' (lines, jsonl, csv, length-prefixed or avro)",
                        "measure",
                        SOURCE,
                        "--format",
                        "parquet"),
                mistake("must be between 1 B and 64 MiB", "measure", SOURCE, "--batch-bytes", "0"),
                mistake("must be between 1 B and 64 MiB", "measure", SOURCE, "--batch-bytes", "1GiB"),
                mistake(
                        "at most 16 sizes",
                        "measure",
                        SOURCE,
                        "--batch-bytes",
                        "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"),
                mistake("must be above 0% and at most 100%, got 200%", "advise", SOURCE, "--keep", "200%"),
                mistake("must be above 0% and at most 100%, got -5%", "advise", SOURCE, "--keep=-5%"),
                mistake("got 95: write 95%", "advise", SOURCE, "--keep", "95"),
                mistake("not a number of bytes: 'big'", "measure", SOURCE, "--sample", "big"));
    }

    /** Range errors have one form, with the flag's name and the given value; nothing is read and no cluster is contacted before. */
    static Stream<Arguments> outOfRange() {
        String noSample = "--sample must be at least 1 B, got 0 B";
        String noBudget = "--budget must be above 0, got 0s";
        String noLatency = "--max-latency must be above 0, got 0s";
        String largeBatch = "--batch-size must be at most 1 MiB, got 2 MiB: brokers accept no larger batches";
        return Stream.of(
                mistake(noSample, "advise", SOURCE, "--sample", "0"),
                mistake(noSample, "measure", SOURCE, "--sample", "0"),
                mistake(noSample, "explain", SOURCE, "--sample", "0"),
                mistake(noSample, "bench", SOURCE, "--sample", "0"),
                mistake(noSample, onCluster("inspect topic:x --sample 0")),
                mistake(noSample, onCluster("advise topic:x --sample 0")),
                mistake(noSample, onCluster("survey --sample 0")),
                mistake(noSample, onCluster("doctor --sample 0")),
                mistake(noSample, onCluster("fill sample:access-log --topic x --sample 0")),
                mistake(noBudget, "advise", SOURCE, "--budget", "0s"),
                mistake(noBudget, "measure", SOURCE, "--budget", "0s"),
                mistake(noBudget, "explain", SOURCE, "--budget", "0s"),
                mistake("--round-trip must be above 0, got 0s", "advise", SOURCE, "--round-trip", "0"),
                mistake(noLatency, "advise", SOURCE, "--max-latency", "0"),
                mistake(noLatency, "bench", SOURCE, "--find-max", "--max-latency", "0"),
                mistake(noLatency, onCluster("survey --max-latency 0")),
                mistake("--brokers-cost must be above 0, got 0", "advise", SOURCE, "--brokers-cost", "0"),
                mistake("--broker-heap must be at least 1 MiB, got 1 KiB", "bench", SOURCE, "--broker-heap", "1KiB"),
                mistake("'--max-rate': a rate must be above 0, got 0", onCluster("inspect topic:x --max-rate 0")),
                mistake("'--rate': a rate must be above 0, got 0", onCluster("copy x --codecs zstd --rate 0")),
                mistake(
                        "the time of a stage must be at least 1s, got 500ms",
                        "bench",
                        SOURCE,
                        "--stages",
                        "500ms:1000"),
                mistake("--min-saving must be at least 0, got -1", onCluster("plan --min-saving=-1")),
                mistake(
                        "--partitions must be at least 1, got 0",
                        onCluster("fill sample:access-log --topic x --partitions 0")),
                mistake(
                        "--replication-factor must be between 1 and 32767, got 0",
                        onCluster("fill sample:access-log --topic x --replication-factor 0")),
                mistake(
                        "--num-records must be at least 1, got 0",
                        onCluster("fill sample:access-log --topic x --num-records 0")),
                mistake(
                        "--duration must be above 0, got 0s",
                        onCluster("fill sample:access-log --topic x --duration 0s")),
                mistake("'--rate': a rate must be above 0", onCluster("fill sample:access-log --topic x --rate 0")),
                mistake("--duration must be above 0, got 0s", onCluster("copy x --codecs zstd --duration 0s")),
                mistake(
                        "--replication-factor must be between 1 and 32767, got 0",
                        onCluster("copy x --codecs zstd --replication-factor 0")),
                mistake(largeBatch, onCluster("copy x --codecs zstd --batch-size 2MiB")),
                mistake(largeBatch, "recompress", "x", "--codec", "zstd", "--output", "y", "--batch-size", "2MiB"));
    }

    /** With an address where nothing is listening. */
    private static String[] onCluster(String line) {
        return (line + " --bootstrap-server localhost:1").split(" ", -1);
    }

    private static Arguments mistake(String said, String... args) {
        return Arguments.of(said, List.of(args));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource({"mistakes", "outOfRange"})
    void isOneLineThatNamesTheMistakeAndTheHelp(String said, List<String> args) {
        Invocation.of(args.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, said, "--help')");
    }

    @Test
    void anUnknownKeyOfAPriceListIsNamedWithTheFileAndTheKnownKeys() {
        String prices = Records.write(folder, "prices.yaml", "vcpu-per-hour: 0.04\nvcpu-per-minute: 1\n");

        Invocation.of("advise", SOURCE, "--prices", prices)
                .expectRefusal(ExitCode.USAGE, "unknown key 'vcpu-per-minute'", prices, "disk-per-gb-month");
    }

    @Test
    void aPriceThatIsNoPriceIsNamedWithItsFileAndKey() {
        String words = Records.write(folder, "words.yaml", "vcpu-per-hour: dear\n");
        String negative = Records.write(folder, "negative.yaml", "disk-per-gb-month: -1\n");
        String broken = Records.write(folder, "broken.yaml", "a: [\n");

        Invocation.of("advise", SOURCE, "--prices", words)
                .expectRefusal(ExitCode.USAGE, words, "vcpu-per-hour must be a number, not 'dear'");
        Invocation.of("advise", SOURCE, "--prices", negative)
                .expectRefusal(ExitCode.USAGE, negative, "cannot be negative");
        Invocation.of("advise", SOURCE, "--prices", broken).expectRefusal(ExitCode.USAGE, broken, "not YAML");
    }

    @Test
    void anOutputThatIsAFolderIsRefused() throws Exception {
        Path taken = Files.createDirectory(folder.resolve("taken.json"));

        Invocation.of("measure", SOURCE, "--output", taken.toString())
                .expectRefusal(ExitCode.USAGE, taken.toString(), "is a folder");
    }

    @Test
    void aSampleThatTheHeapCannotHoldIsRefusedWithEveryRemedy() {
        Invocation refused = Invocation.of("measure", SOURCE, "--sample", "900GiB", "--batch-bytes", "1KiB,64MiB");

        refused.expectRefusal(
                ExitCode.USAGE, "--sample 900 GiB", "heap", "--batch-bytes", "a smaller --sample", "SQUEEZE_HEAP");
        assertThat(refused.err()).doesNotContain("reading");
    }
}
