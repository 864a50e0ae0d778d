package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.watch.WatchResult.Change;
import dev.squeeze.feature.watch.WatchResult.Observation;
import dev.squeeze.feature.watch.WatchedTopic.CodecShare;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.feature.watch.WatchedTopic.Money;
import dev.squeeze.feature.watch.WatchedTopic.Point;
import dev.squeeze.feature.watch.WatchedTopic.Promise;
import dev.squeeze.feature.watch.WatchedTopic.Traffic;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Results of squeeze watch report with all possible parts. */
public final class WatchFixtures {
    private static final Instant FROM = Instant.parse("2026-11-02T00:00:00Z");
    private static final Instant CHANGE = Instant.parse("2026-11-16T10:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-19T10:00:00Z");

    private WatchFixtures() {}

    /** Weeks of topics without {@code --change-at}. */
    public static WatchResult watched() {
        return result(
                Optional.empty(),
                List.of(
                        topic("orders", 60, Optional.empty(), Optional.empty()),
                        topic("clicks", 25, Optional.empty(), Optional.empty())),
                List.of(),
                List.of());
    }

    /** Before and after a change, with a plan: one topic as planned, one worse, one with too little observed. */
    public static WatchResult compared() {
        Change change = new Change(
                CHANGE,
                Optional.of(CHANGE.plusSeconds(3_600)),
                Verdict.WORSE,
                Optional.of(interval(-0.34, 0.03)),
                Optional.of(interval(-210.5, 22)),
                Optional.of(interval(0.06, 0.02)),
                OptionalDouble.of(2.31),
                OptionalDouble.of(2.44));
        WatchedTopic orders = topic(
                "orders",
                60,
                Optional.of(comparison(Verdict.AS_PLANNED, -0.41, -240)),
                Optional.of(new Promise(
                        "zstd",
                        Optional.of(interval(-0.43, 0.05)),
                        interval(250, 40),
                        Optional.of(interval(-180, 20)),
                        0.97)));
        WatchedTopic clicks = topic("clicks", 25, Optional.of(comparison(Verdict.WORSE, 0.12, 29.5)), Optional.empty());
        Comparison little = new Comparison(
                traffic(0, 0, List.of()),
                traffic(4, 1, List.of(new CodecShare("gzip", 1, 1))),
                Verdict.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                0,
                0);
        WatchedTopic rare = topic("rare", 1, Optional.of(little), Optional.empty());
        return result(
                Optional.of(change),
                List.of(orders, clicks, rare),
                marks(),
                List.of("1 topic had too little traffic."));
    }

    private static List<Mark> marks() {
        return List.of(
                new Mark(
                        CHANGE.plusSeconds(75),
                        Mark.Kind.PRODUCER_CODEC,
                        "orders",
                        OptionalLong.of(4021),
                        Optional.of("lz4"),
                        Optional.of("zstd"),
                        "producer 4021, which is new, sends zstd; until now producers sent lz4"),
                new Mark(
                        CHANGE.plusSeconds(80),
                        Mark.Kind.BEHIND_PLAN,
                        "orders",
                        OptionalLong.of(4021),
                        Optional.empty(),
                        Optional.empty(),
                        "producer 4021 sends zstd as planned, but has 1.2 records per batch instead of the 40.0"
                                + " expected with batch.size=65536 and linger.ms=20; its batches span 0.0 ms: is"
                                + " linger.ms set?"),
                new Mark(
                        CHANGE.plusSeconds(90),
                        Mark.Kind.RECOMPRESSION,
                        "clicks",
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.of("gzip"),
                        "brokers recompress 1,200 records/s, according to their metrics"));
    }

    private static WatchResult result(
            Optional<Change> change, List<WatchedTopic> topics, List<Mark> marks, List<String> notes) {
        RunInfo run = MeasureFixtures.run("watch", "report", "--change-at", "2026-11-16T10:00Z");
        return new WatchResult(
                Result.SCHEMA_VERSION,
                WatchResult.KIND.name(),
                run,
                new Observation(
                        "squeeze-watch",
                        "kafka1:9092",
                        FROM,
                        UNTIL,
                        Duration.between(FROM, UNTIL).toSeconds(),
                        5_016,
                        new ReadingLoad(98_000, 41_000_000, 9_300_000_000L, 1_300, 9_100_000_000L),
                        1 << 20),
                "USD",
                change,
                topics,
                marks,
                notes);
    }

    private static WatchedTopic topic(
            String name, double megabytes, Optional<Comparison> comparison, Optional<Promise> promise) {
        return new WatchedTopic(
                name,
                traffic(
                        4_000 * megabytes,
                        220,
                        List.of(new CodecShare("lz4", 0.8, 0.86), new CodecShare("zstd", 0.2, 0.14))),
                12,
                48_211,
                megabytes > 1 ? OptionalDouble.of(0.18) : OptionalDouble.empty(),
                comparison,
                promise,
                IntStream.range(0, 18)
                        .mapToObj(day -> new Point(
                                FROM.plus(Duration.ofDays(day)), 4_000 * megabytes, day < 14 ? 230 : 135, 41 + day % 3))
                        .toList());
    }

    private static Traffic traffic(double recordsPerSecond, double bytes, List<CodecShare> codecs) {
        return new Traffic(
                Math.round(1e6 * recordsPerSecond),
                recordsPerSecond,
                recordsPerSecond * bytes,
                bytes,
                recordsPerSecond == 0 ? 0 : 41.5,
                recordsPerSecond == 0 ? OptionalDouble.empty() : OptionalDouble.of(4.25),
                codecs);
    }

    private static Comparison comparison(Verdict verdict, double bytes, double money) {
        return new Comparison(
                traffic(240_000, 230, List.of(new CodecShare("lz4", 1, 1))),
                traffic(
                        246_000,
                        230 * (1 + bytes),
                        List.of(new CodecShare("zstd", 0.97, 0.95), new CodecShare("lz4", 0.03, 0.05))),
                verdict,
                Optional.of(interval(bytes, 0.03)),
                Optional.of(interval(0.02, 0.04)),
                Optional.of(interval(0.05, 0.1)),
                Optional.of(new Money(600, 600 + money, interval(money, 18))),
                true,
                14,
                3);
    }

    private static ConfidenceInterval interval(double estimate, double half) {
        return ConfidenceInterval.around(estimate, half, 17);
    }
}
