package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.ArmProfile;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification.Verdict;
import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.MethodShare;
import dev.squeeze.engine.load.Profile;
import dev.squeeze.engine.load.RoleProfile;
import dev.squeeze.engine.load.StackNode;
import dev.squeeze.feature.advise.VerificationFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Hand-made results of {@code squeeze bench}: nothing in them depends on the machine or the date. */
public final class BenchFixtures {
    static final Map<Metric, Double> FIGURES = figures();

    private BenchFixtures() {}

    private static Map<Metric, Double> figures() {
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(Metric.RECORDS_PER_SECOND, 612_345.6);
        figures.put(Metric.PAYLOAD_MIB_PER_SECOND, 125.4);
        figures.put(Metric.WIRE_MIB_PER_SECOND, 31.2);
        figures.put(Metric.RATIO, 4.12);
        figures.put(Metric.RECORDS_PER_BATCH, 151.0);
        figures.put(Metric.BATCH_BYTES, 7_915.0);
        figures.put(Metric.DISK_BYTES_PER_RECORD, 52.4);
        figures.put(Metric.PRODUCER_CPU, 8.21);
        figures.put(Metric.APPLICATION_CPU, 5.4);
        figures.put(Metric.PRODUCER_NETWORK_CPU, 2.81);
        figures.put(Metric.CLIENT_GC_CPU, 0.34);
        figures.put(Metric.CLIENT_JIT_CPU, 0.12);
        figures.put(Metric.BROKER_CPU, 3.3);
        figures.put(Metric.REQUEST_HANDLER_CPU, 2.1);
        figures.put(Metric.BROKER_NETWORK_CPU, 0.9);
        figures.put(Metric.BROKER_GC_CPU, 0.08);
        figures.put(Metric.BROKER_JIT_CPU, 0.41);
        figures.put(Metric.BLOCKED, 0.012);
        figures.put(Metric.BUFFER_WAIT, 0.31);
        figures.put(Metric.ALLOCATED_PER_RECORD, 1_650.0);
        figures.put(Metric.STOLEN, 0.004);
        figures.put(Metric.OTHER_PROGRAMS, 0.21);
        figures.put(Metric.RETRIES, 0.0);
        figures.put(Metric.ACK_P99, 212.7);
        figures.put(Metric.CONSUMER_RECORDS_PER_SECOND, 1_341_676.0);
        figures.put(Metric.CONSUMER_MIB_PER_SECOND, 275.9);
        figures.put(Metric.CONSUMER_CPU, 2.04);
        figures.put(Metric.CONSUMER_SECONDS, 0.5);
        figures.put(Metric.FETCH_BYTES, 1_234_567.0);
        return figures;
    }

    /** From a file: a closed loop of three arms, one of which failed, with all optional parts. */
    public static BenchResult complete() {
        List<ArmInfo> arms = List.of(
                arm("none", Map.of("compression.type", "none"), 1, 0.021, List.of()),
                arm("zstd:3", Map.of("compression.type", "zstd"), 1.31, 0.034, List.of()),
                arm(
                        "gzip:6",
                        Map.of("compression.type", "gzip"),
                        0.4,
                        0.05,
                        List.of("read back 1,203,551 of 1,203,552 records: events-3, offset 88,102 is missing")));
        BenchPlanInfo plan = plan(
                Optional.of("Codecs for events"),
                Optional.of("Is zstd worth its CPU where one producer writes as fast as it can?"),
                "bench",
                12,
                2);
        ClusterInfo cluster = new ClusterInfo(
                true, OptionalInt.of(3), Optional.empty(), OptionalLong.of(536_870_912L), BrokerUsage.PROCESS);
        return new BenchResult(
                MeasureFixtures.run("run", "experiments/events.yaml"),
                MeasureFixtures.keyedSource(),
                cluster,
                plan,
                arms,
                comparisons("zstd:3"),
                List.of(),
                List.of(),
                List.of(profile("none"), profile("zstd:3")),
                List.of(
                        new ThresholdInfo("ratio>=4", "none", OptionalDouble.of(0.99998), false),
                        new ThresholdInfo("ratio>=4", "zstd:3", OptionalDouble.of(5.397), true),
                        new ThresholdInfo("e2e-p99<1s", "none", OptionalDouble.empty(), false),
                        new ThresholdInfo("blocked<5%", "zstd:3", OptionalDouble.of(0.01572), true),
                        new ThresholdInfo("p99<300ms", "zstd:3", OptionalDouble.of(278.6), true)),
                BenchNotes.of(MeasureFixtures.keyedSource(), cluster, plan, arms, List.of(), 8),
                Optional.empty());
    }

    /** Six arms on a busy machine that was still warming up, compared with an earlier run of two of them. */
    public static BenchResult manyArms() {
        List<ArmInfo> arms = new ArrayList<>();
        List<ComparisonInfo> comparisons = new ArrayList<>();
        String[] codecs = {"none", "gzip:6", "snappy", "lz4", "zstd:1", "zstd:3"};
        double[] times = {1, 0.31, 1.05, 1.2, 1.25, 1.31};
        for (int i = 0; i < codecs.length; i++) {
            arms.add(arm(
                    codecs[i],
                    Map.of("compression.type", codecs[i].replaceAll(":.*", "")),
                    times[i],
                    i == 1 ? 1.65 : 0.3,
                    List.of()));
        }
        comparisons.add(comparison("gzip:6", "none", Metric.RECORDS_PER_SECOND, 0.31, 0.01, 9.4, false));
        comparisons.add(comparison("snappy", "none", Metric.RECORDS_PER_SECOND, 1.05, 0.9, 1.23, false));
        comparisons.add(comparison("lz4", "none", Metric.RECORDS_PER_SECOND, 1.009, 1.004, 1.014, false));
        comparisons.addAll(comparisons("zstd:3"));
        BenchPlanInfo plan = plan(Optional.empty(), Optional.empty(), "bench", 3, 0);
        ClusterInfo cluster = new ClusterInfo(
                true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(536_870_912L), BrokerUsage.PROCESS);
        BaselineInfo baseline = new BaselineInfo(
                "monday",
                Instant.parse("2026-03-02T08:00:00Z"),
                List.of("different Java: 17.0.12 before, 21.0.4 now"),
                List.of("snappy is new"),
                List.of(
                        new BaselineInfo.ChangeInfo(
                                "none",
                                Metric.RECORDS_PER_SECOND.key(),
                                650_000,
                                612_345.6,
                                -0.0579,
                                OptionalDouble.of(-0.071),
                                OptionalDouble.of(-0.0448)),
                        new BaselineInfo.ChangeInfo(
                                "zstd:3",
                                Metric.RECORDS_PER_SECOND.key(),
                                850_000,
                                802_172.7,
                                -0.0563,
                                OptionalDouble.of(-0.4),
                                OptionalDouble.of(0.5)),
                        new BaselineInfo.ChangeInfo(
                                "zstd:3",
                                Metric.PRODUCER_CPU.key(),
                                10.7,
                                10.76,
                                0.0056,
                                OptionalDouble.empty(),
                                OptionalDouble.empty())));
        return new BenchResult(
                MeasureFixtures.run("bench", "events.jsonl", "--baseline", "monday"),
                MeasureFixtures.keyedSource(),
                cluster,
                plan,
                arms,
                comparisons,
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new ThresholdInfo("records/s>-5%", "none", OptionalDouble.of(-0.0579), false),
                        new ThresholdInfo("records/s>-5%", "zstd:3", OptionalDouble.of(-0.0563), true),
                        new ThresholdInfo("records/s>-5%", "snappy", OptionalDouble.empty(), false)),
                BenchNotes.of(MeasureFixtures.keyedSource(), cluster, plan, arms, List.of(), 8),
                Optional.of(baseline));
    }

    /** On the user's cluster, interrupted: long names, open loops, few records, wide intervals, recompression. */
    public static BenchResult troubled() {
        String inFlight = ", max.in.flight.requests.per.connection=";
        List<ArmInfo> arms = List.of(
                open("lz4" + inFlight + "1", 5_000, 3, 0.41, 0),
                open("lz4" + inFlight + "5", 20_000, 3, 1.4, 81_230),
                open("zstd:1" + inFlight + "1", 5_000, 1, 0, 0));
        BenchPlanInfo plan = new BenchPlanInfo(
                Optional.empty(),
                Optional.empty(),
                "one-at-a-time",
                "bench",
                OptionalDouble.of(30),
                28.5,
                3,
                0,
                0.3,
                1_800,
                OptionalLong.of(100_000),
                4_096,
                1_048_576,
                false,
                7,
                OptionalDouble.of(0.02),
                Optional.empty(),
                true,
                Optional.of("the broker kafka1:9093 does not answer"),
                Optional.of(List.of(
                        new BenchPlanInfo.StageInfo(60, 5_000, 20_000),
                        new BenchPlanInfo.StageInfo(1_740, 20_000, 20_000))),
                Optional.of(new BenchPlanInfo.AbortInfo(
                        "p99<500ms", "lz4" + inFlight + "5", 1, 71.2, OptionalDouble.of(812.4))));
        ClusterInfo cluster = new ClusterInfo(
                false, OptionalInt.empty(), Optional.of("kafka1:9093"), OptionalLong.empty(), BrokerUsage.NOT_VISIBLE);
        return new BenchResult(
                MeasureFixtures.run("bench", "dump.bin", "--bootstrap-server", "kafka1:9093", "--rate", "5000,20000"),
                MeasureFixtures.troubledSource(),
                cluster,
                plan,
                arms,
                List.of(comparison(
                        "lz4" + inFlight + "5", "lz4" + inFlight + "1", Metric.ACK_P99, 1.4, 0.3, 6.51, false)),
                List.of(
                        new ForecastInfo(
                                "lz4" + inFlight + "1",
                                true,
                                List.of(
                                        VerificationFixtures.check(
                                                Metric.RECORDS_PER_BATCH, 26.0, 0.1, 25.1, 0.02, Verdict.MATCH),
                                        VerificationFixtures.check(
                                                Metric.RATIO, 3.6, 0.02, 3.1, 0.01, Verdict.MISMATCH))),
                        new ForecastInfo("lz4" + inFlight + "5", false, List.of())),
                List.of(),
                List.of(),
                List.of(),
                BenchNotes.of(MeasureFixtures.troubledSource(), cluster, plan, arms, List.of(), 8),
                Optional.empty());
    }

    /** The page of flame graphs of an arm with a hostile name, two methods deep. */
    public static String flamePage() {
        StackNode deflate = new StackNode("java.util.zip.Deflater.deflateBytesBytes", 700, List.of());
        StackNode send = new StackNode("org.apache.kafka.clients.producer.KafkaProducer.send", 950, List.of(deflate));
        RoleProfile application = new RoleProfile(
                1_234,
                1_000,
                List.of(new MethodShare(deflate.method(), 900, 0.7)),
                List.of(),
                new StackNode("", 1_000, List.of(send)));
        return FlamePage.of(new ArmProfile(
                "gzip:6, <b>\"x\"",
                new Profile<>(Map.of(ClientRole.APPLICATION, application), List.of()),
                Optional.empty(),
                Optional.empty()));
    }

    static BenchPlanInfo plan(
            Optional<String> name, Optional<String> description, String mode, int rounds, int leftOut) {
        return new BenchPlanInfo(
                name,
                description,
                "full-product",
                mode,
                mode.equals("find-max") ? OptionalDouble.empty() : OptionalDouble.of(150),
                147.2,
                rounds,
                leftOut,
                0.3,
                1,
                OptionalLong.empty(),
                250_000,
                75_497_472,
                true,
                1,
                OptionalDouble.of(0.02),
                mode.equals("find-max") ? Optional.of(1.0) : Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static ArmInfo.SettingsInfo settings(Map<String, String> own, OptionalDouble rate) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("acks", "all");
        properties.put("batch.size", "16384");
        properties.putAll(own);
        properties.put("linger.ms", "5");
        return new ArmInfo.SettingsInfo(
                properties,
                Map.of("fetch.min.bytes", "1024"),
                Map.of("min.insync.replicas", "2"),
                1,
                2,
                1,
                12,
                3,
                rate,
                rate.isPresent() ? ConsumerSettings.When.CONCURRENT : ConsumerSettings.When.AFTER,
                1,
                1);
    }

    static ArmInfo arm(String codec, Map<String, String> own, double times, double halfWidth, List<String> problems) {
        Map<String, ArmInfo.MetricInfo> metrics = new LinkedHashMap<>();
        FIGURES.forEach((metric, value) -> metrics.put(
                metric.key(),
                metric == Metric.RATIO && codec.equals("none")
                        ? info(metric, 0.99998, 0.000_001, 10)
                        : info(metric, value * times, halfWidth, 10)));
        if (codec.equals("zstd:3")) {
            metrics.put(Metric.REPLICATION_CPU.key(), info(Metric.REPLICATION_CPU, 0.62, halfWidth, 10));
        }
        Map<String, ArmInfo.DistributionInfo> latencies = new LinkedHashMap<>();
        latencies.put("send", distribution(6_123_456, 0.000_45));
        latencies.put("acknowledge", distribution(6_123_456, 24.5));
        return new ArmInfo(
                codec,
                Map.of("codec", codec),
                settings(own, OptionalDouble.empty()),
                problems.isEmpty(),
                problems,
                new ArmInfo.WarmUpInfo(7.5, !codec.equals("zstd:3")),
                10,
                0,
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                metrics,
                latencies,
                List.of(new ArmInfo.MomentInfo(0, 0, 0, 0), new ArmInfo.MomentInfo(0.05, 30_601, 27_002, 3_599)));
    }

    private static ArmInfo open(String label, double rate, int rounds, double halfWidth, long recompressed) {
        Map<String, ArmInfo.MetricInfo> metrics = new LinkedHashMap<>();
        FIGURES.keySet().stream()
                .filter(metric -> !metric.title().startsWith("broker"))
                .forEach(metric -> metrics.put(
                        metric.key(),
                        info(
                                metric,
                                metric == Metric.RECORDS_PER_SECOND ? rate : FIGURES.getOrDefault(metric, 0.0),
                                halfWidth,
                                rounds)));
        Map<String, ArmInfo.DistributionInfo> latencies = new LinkedHashMap<>();
        latencies.put("send", distribution(15_000, 0.002));
        latencies.put("acknowledge", distribution(15_000, 3.2));
        latencies.put("end-to-end", distribution(740, 6.1));
        Map<String, String> levels = new LinkedHashMap<>();
        levels.put("codec", label.substring(0, label.indexOf(',')));
        levels.put("rate", String.valueOf(rate));
        return new ArmInfo(
                label,
                levels,
                settings(Map.of("compression.type", "lz4"), OptionalDouble.of(rate)),
                true,
                List.of(),
                new ArmInfo.WarmUpInfo(4, false),
                rounds,
                recompressed,
                Optional.of(Map.of("429", 12L)),
                OptionalDouble.of(12.25),
                Optional.of(List.of(
                        new ArmInfo.ClientInfo("librdkafka", "2.12.1", "confluent-kafka-go v2.12.0", "go1.26.8"))),
                metrics,
                latencies,
                List.of());
    }

    private static ArmInfo.MetricInfo info(Metric metric, double value, double relativeHalfWidth, int rounds) {
        boolean spread = rounds > 1;
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            values.add(value);
        }
        return new ArmInfo.MetricInfo(
                metric.unit(),
                value,
                spread ? OptionalDouble.of(value * (1 - relativeHalfWidth)) : OptionalDouble.empty(),
                spread ? OptionalDouble.of(value * (1 + relativeHalfWidth)) : OptionalDouble.empty(),
                rounds,
                values);
    }

    private static ArmInfo.DistributionInfo distribution(long n, double medianMillis) {
        List<ArmInfo.PercentileInfo> points = new ArrayList<>();
        double[] percentiles = {0, 50, 95, 99, 99.9, 100};
        double[] times = {0.2, 1, 2.5, 6, 90, 2_000};
        for (int i = 0; i < percentiles.length; i++) {
            points.add(new ArmInfo.PercentileInfo(percentiles[i], medianMillis * times[i]));
        }
        return new ArmInfo.DistributionInfo(n, medianMillis * 1.25, points);
    }

    private static List<ComparisonInfo> comparisons(String arm) {
        return List.of(
                comparison(arm, "none", Metric.RECORDS_PER_SECOND, 1.31, 1.24, 1.38, true),
                comparison(arm, "none", Metric.RATIO, 5.4, 5.38, 5.42, true),
                comparison(arm, "none", Metric.PRODUCER_CPU, 1.31, 1.22, 1.41, true),
                comparison(arm, "none", Metric.BROKER_CPU, 0.74, 0.66, 0.83, true),
                comparison(arm, "none", Metric.CONSUMER_CPU, 1.02, 0.94, 1.11, false));
    }

    private static ComparisonInfo comparison(
            String arm, String baseline, Metric metric, double ratio, double low, double high, boolean difference) {
        return new ComparisonInfo(arm, baseline, metric.key(), ratio, low, high, 0.99, 10, difference);
    }

    private static ProfileInfo profile(String arm) {
        return new ProfileInfo(
                arm,
                List.of(
                        new ProfileInfo.RoleInfo(
                                "client",
                                "application",
                                1_234,
                                List.of(
                                        new ProfileInfo.FrameInfo(
                                                "com.github.luben.zstd.ZstdOutputStreamNoFinalizer.compressStream",
                                                0.412),
                                        new ProfileInfo.FrameInfo("java.util.zip.CRC32C.updateBytes", 0.071)),
                                List.of(new ProfileInfo.MonitorInfo(
                                        "java.util.ArrayDeque",
                                        "org.apache.kafka.clients.producer.internals.RecordAccumulator.append",
                                        312,
                                        1_804.5,
                                        31.25,
                                        OptionalDouble.of(0.314),
                                        Optional.of("application")))),
                        new ProfileInfo.RoleInfo(
                                "brokers",
                                "request handler",
                                210,
                                List.of(new ProfileInfo.FrameInfo("sun.nio.ch.FileDispatcherImpl.write0", 0.25)),
                                List.of())));
    }
}
