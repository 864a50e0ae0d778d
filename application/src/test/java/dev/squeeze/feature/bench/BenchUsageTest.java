package dev.squeeze.feature.bench;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in a command line are found before a record is read or a broker started. */
class BenchUsageTest {
    private static final String SOURCE = "sample:access-log";

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("give a SOURCE"),
                mistake("leave one of them out", SOURCE, "--record-size", "100"),
                mistake("not a threshold: 'p99=20ms' (write 'p99<20ms'", SOURCE, "--threshold", "p99=20ms"),
                mistake("no metric is called 'p98'", SOURCE, "--threshold", "p98<20ms"),
                mistake("the unit of ack-p99 is ms, not MiB", SOURCE, "--threshold", "p99<20MiB"),
                mistake("no property 'lingr.ms'", SOURCE, "--producer-property", "lingr.ms=3"),
                mistake("no property 'fetch.mni.bytes'", SOURCE, "--consumer-property", "fetch.mni.bytes=3"),
                mistake("no property 'bufer.memory'", SOURCE, "--vary", "bufer.memory=1,2"),
                mistake("write KEY=V1,V2", SOURCE, "--vary", "buffer.memory"),
                mistake("not a duration: '-1'", SOURCE, "--linger=-1"),
                mistake("--acks must be 0, 1 or all, got '2'", SOURCE, "--acks", "2"),
                mistake("leave --rounds out", SOURCE, "--find-max", "--rounds", "3"),
                mistake("leave --threshold out", SOURCE, "--find-max", "--threshold", "p99<1s"),
                mistake("leave --rate out", SOURCE, "--find-max", "--rate", "1000,2000"),
                mistake("'sometimes' is not one of after, concurrent, never", SOURCE, "--consume", "sometimes"),
                mistake("leave --consume out", SOURCE, "--find-max", "--consume", "after"),
                mistake("leave --profile out", SOURCE, "--find-max", "--profile"),
                mistake(
                        "--hold must be at least 2s, got 500ms: with --find-max",
                        SOURCE,
                        "--find-max",
                        "--hold",
                        "500ms"),
                mistake("--max-latency belongs to --find-max", SOURCE, "--max-latency", "1s"),
                mistake("--bracket belongs to --find-max", SOURCE, "--bracket", "5"),
                mistake("--trial must be at least 2s, got 1s: with --find-max", SOURCE, "--find-max", "--trial", "1s"),
                mistake("--hold belongs to --find-max", SOURCE, "--hold", "10s"),
                mistake("--bracket must be between 1% and 50%, got 90%", SOURCE, "--find-max", "--bracket", "90"),
                mistake("--bracket must be between 1% and 50%, got -5%", SOURCE, "--find-max", "--bracket=-5%"),
                mistake("--trial must be at least 500ms, got 100ms: ", SOURCE, "--trial", "100ms"),
                mistake("--num-records must be at least 1, got 0", SOURCE, "--num-records", "0"),
                mistake("--num-records replaces --trial", SOURCE, "--num-records", "9", "--trial", "1s"),
                mistake("a rate must hold for a time", SOURCE, "--num-records", "9", "--find-max"),
                mistake("--budget must be above 0, got 0s", SOURCE, "--budget", "0s"),
                mistake("not a stage: '1000' (write TIME:RATE, such as 1m:10000", SOURCE, "--stages", "1000"),
                mistake("not a rate: 'fast'", SOURCE, "--stages", "10s:fast"),
                mistake("'10' has no unit", SOURCE, "--stages", "10:1000"),
                mistake("--stages must take between 5s and 72h together", SOURCE, "--stages", "1s:10,2s:10-20"),
                mistake("leave --rate out", SOURCE, "--stages", "10s:10", "--rate", "1000"),
                mistake("leave --trial out", SOURCE, "--stages", "10s:10", "--trial", "10s"),
                mistake("leave --stages out", SOURCE, "--stages", "10s:10", "--find-max"),
                mistake("--trial must be at most 3d, got 73h", SOURCE, "--trial", "73h"),
                mistake("its name must end in .csv", SOURCE, "--series", "x.txt"),
                mistake("there is no folder", SOURCE, "--series", "/no/such/folder/x.csv"),
                mistake("give --trial 10s or longer, or --stages", SOURCE, "--abort-unless", "p99<1s"),
                mistake("not known during the run", SOURCE, "--trial", "10s", "--abort-unless", "ratio>2"),
                mistake("only known at the end", SOURCE, "--trial", "10s", "--abort-unless", "p99<+10%"),
                mistake(
                        "--budget 5.0s is too short for 3 arms: a warm-up and three rounds need at least 58s; give --budget 58s",
                        SOURCE,
                        "--codecs",
                        "none,lz4,zstd",
                        "--budget",
                        "5s"),
                mistake(
                        "--budget 60.0s is too short for 6 arms: a warm-up and three rounds need at least 116s",
                        SOURCE,
                        "--codecs",
                        "none,gzip,snappy,lz4,zstd:1,zstd:3",
                        "--budget",
                        "60s"),
                mistake(
                        "--budget 10.0s is too short for 1 arm: a closed loop, two trials and a confirmation need",
                        SOURCE,
                        "--codecs",
                        "lz4",
                        "--find-max",
                        "--budget",
                        "10s"),
                mistake("--min-effect must be between 0% and 50%, got 80%", SOURCE, "--min-effect", "80"),
                mistake("--min-effect must be between 0% and 50%, got 200%", SOURCE, "--min-effect", "200%"),
                mistake("not a percentage: 'much' (write 5 or 5%)", SOURCE, "--min-effect", "much"),
                mistake(
                        "a change must be above -100%, got -200%: 'records/s>-200%'",
                        SOURCE, "--baseline", "x", "--threshold", "records/s>-200%"),
                mistake("name the earlier run with --baseline", SOURCE, "--threshold", "records/s>-5%"),
                mistake("in percent (write 'p99<20ms'", SOURCE, "--baseline", "x", "--threshold", "p99<+5ms"),
                mistake(
                        "--threshold 'p99<+10%' needs --rate: without a rate, latency only reflects the length of the queue",
                        SOURCE, "--baseline", "x", "--threshold", "p99<+10%"),
                mistake(
                        "'p50<+10%' needs --rate",
                        SOURCE, "--rate", "1000,max", "--baseline", "x", "--threshold", "p50<+10%"),
                mistake(
                        "is neither a file nor a saved baseline",
                        SOURCE,
                        "--rate",
                        "1000",
                        "--baseline",
                        "no-such-baseline",
                        "--threshold",
                        "p99<+10%"),
                mistake("is neither a file nor a saved baseline", SOURCE, "--baseline", "no-such-baseline"),
                mistake("must be a name of letters", SOURCE, "--save-baseline", "../x"),
                mistake("--timeout must be between 1s and 10m", SOURCE, "--timeout", "10ms"),
                mistake("--timeout must be between 1s and 10m", SOURCE, "--timeout", "1h"),
                mistake("cannot run with 0 producers", SOURCE, "--producers", "0"),
                mistake("cannot run with 0 consumers", SOURCE, "--consumers", "0"),
                mistake("more than 500 arms", SOURCE, "--codecs", "zstd:1-22,gzip:1-9", "--partitions", many(20)),
                mistake("unknown codec 'brotli'", SOURCE, "--codecs", "brotli"),
                mistake("10MiB/s", SOURCE, "--rate", "fast"),
                mistake("name it with --bootstrap-server", SOURCE, "--keep-topics"),
                mistake("name it with --bootstrap-server", SOURCE, "--command-property", "client.id=x"),
                mistake("--brokers is for embedded brokers", SOURCE, "--bootstrap-server", "a:1", "--brokers", "2"),
                mistake(
                        "no client of Kafka has a setting 'securty.protocol'",
                        SOURCE,
                        "--bootstrap-server",
                        "a:1",
                        "--command-property",
                        "securty.protocol=SSL"),
                mistake("give --linger instead", SOURCE, "--producer-property", "linger.ms=50"),
                mistake("give --codecs instead", SOURCE, "--producer-property", "compression.type=zstd"),
                mistake("is set by bench itself", SOURCE, "--producer-property", "transactional.id=x"),
                mistake("is set by bench itself", SOURCE, "--consumer-property", "auto.offset.reset=latest"),
                mistake("give --codecs instead", SOURCE, "--vary", "compression.type=gzip,lz4"),
                mistake("give --linger instead", SOURCE, "--vary", "linger.ms=1,2"),
                mistake(
                        "--vary buffer.memory conflicts",
                        SOURCE,
                        "--vary",
                        "buffer.memory=1000000,2000000",
                        "--producer-property",
                        "buffer.memory=3000000"),
                mistake(
                        "--command-property has no '='",
                        SOURCE,
                        "--bootstrap-server",
                        "a:1",
                        "--command-property",
                        "x"),
                mistake("overridden by --idempotence", idempotenceTwice()),
                mistake("acks", SOURCE, "--acks", "0", "--idempotence", "true"),
                mistake(
                        "max.in.flight.requests.per.connection",
                        SOURCE,
                        "--vary",
                        "max.in.flight.requests.per.connection=1,many"),
                mistake("--vary ssl.key.password", SOURCE, "--vary", "ssl.key.password=a,b"),
                mistake("leave --linger out", SOURCE, "--raw", "--linger", "5"),
                mistake("leave --rate out", SOURCE, "--find-max", "--rate", "max"),
                mistake("leave --producers out", SOURCE, "--gateway", "--producers", "1"),
                mistake("give acks=1 or acks=all", SOURCE, "--gateway", "--acks", "all,0"),
                mistake("leave --vary out, except for topic.KEY", SOURCE, "--raw", "--vary", "buffer.memory=1,2"),
                mistake("could not be compared", SOURCE, "--topic-config", "message.timestamp.type=LogAppendTime"));
    }

    /** A flag that repeats its default is refused like any other. */
    static Stream<List<String>> settingsOfTheServicesOwn() {
        return Stream.of(
                List.of("--codecs", "none,gzip,snappy,lz4,zstd"),
                List.of("--batch-size", "16KiB"),
                List.of("--linger", "5"),
                List.of("--acks", "all"),
                List.of("--idempotence", "true"),
                List.of("--producers", "1"),
                List.of("--threads", "1"),
                List.of("--topics", "1"),
                List.of("--partitions", "12"),
                List.of("--replication-factor", "1"),
                List.of("--vary", "buffer.memory=1000000"),
                List.of("--producer-property", "buffer.memory=1000000"),
                List.of("--consumer-property", "fetch.min.bytes=1"),
                List.of("--topic-config", "min.insync.replicas=1"),
                List.of("--consume", "after"),
                List.of("--consumers", "1"),
                List.of("--consumer-groups", "1"),
                List.of("--allow-refused"));
    }

    @ParameterizedTest
    @MethodSource("settingsOfTheServicesOwn")
    void withATargetOnlyTheRateMayBeGiven(List<String> setting) {
        List<String> all = new ArrayList<>(List.of("bench", SOURCE, "--target", "http://127.0.0.1:1/in"));
        all.addAll(setting);
        Invocation.of(all.toArray(String[]::new))
                .expectRefusal(
                        ExitCode.USAGE,
                        "with --target only --rate can vary",
                        "leave " + setting.get(0) + " out, or use --gateway");
    }

    private static String[] idempotenceTwice() {
        return new String[] {SOURCE, "--idempotence", "true,false", "--producer-property", "enable.idempotence=true"};
    }

    private static String many(int count) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            values.add(String.valueOf(i));
        }
        return String.join(",", values);
    }

    private static Arguments mistake(String said, String... args) {
        return Arguments.of(said, List.of(args));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("mistakes")
    void isOneLineThatNamesTheMistakeAndTheHelp(String said, List<String> args) {
        List<String> all = new ArrayList<>(List.of("bench"));
        all.addAll(args);
        Invocation.of(all.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, said, "bench --help')");
    }
}
