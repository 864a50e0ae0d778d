package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.WorkloadFixtures;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.survey.TopicAppraisal.CodecChange;
import dev.squeeze.feature.survey.TopicAppraisal.Outcome;
import dev.squeeze.feature.survey.TopicAppraisal.Proposal;
import dev.squeeze.feature.survey.TopicAppraisal.Seen;
import dev.squeeze.feature.survey.TopicAppraisal.Share;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Handwritten results of {@code squeeze survey}: nothing in them depends on the machine or the date. */
public final class SurveyFixtures {
    private SurveyFixtures() {}

    /** All outcomes, on a cluster that reported everything. */
    public static SurveyResult complete() {
        List<TopicAppraisal> topics = new ArrayList<>();
        topics.add(appraised(
                "payments", Optional.of("only the level would change (zstd:3 to zstd:1), for 0.3 %"), 40, 0.8, 3));
        topics.add(appraised("orders", Optional.empty(), 410, 512, 41));
        topics.add(appraised("clicks", Optional.empty(), 2_300, 1_804.5, 90));
        topics.add(none(
                "audit",
                "the user has no permission; grant Describe, and Read to read, on the topic",
                Optional.of(ConfidenceInterval.exact(1_234_567, 1))));
        topics.add(
                none("new", "is empty: its partitions have no offsets", Optional.of(ConfidenceInterval.exact(0, 1))));
        return new SurveyResult(
                MeasureFixtures.run("survey", "--bootstrap-server", "kafka1:9092"),
                scope(List.of(), 0, 20),
                basis(Optional.of("sEcReTlEsS-Id-0123456"), Optional.empty()),
                List.of("--consumer-groups 2 for every topic"),
                List.of(),
                topics,
                List.of(),
                false,
                Optional.empty(),
                List.of("squeeze advise topic:clicks --bootstrap-server kafka1:9092"));
    }

    /** Ended early, on a cluster that reported little. */
    public static SurveyResult cutShort() {
        List<TopicAppraisal> topics = new ArrayList<>();
        topics.add(appraised("clicks", Optional.empty(), 2_300, 1_804.5, 800));
        topics.add(appraised("orders", Optional.empty(), 410, 512, 41));
        topics.add(new TopicAppraisal(
                "replayed",
                1,
                1,
                Outcome.NOT_APPRAISED,
                Optional.of("its records' timestamps span no time"),
                Optional.empty(),
                Optional.of(new Seen(
                        true,
                        1,
                        1,
                        2_048,
                        List.of(new Share("none", 0.5), new Share("lz4", 0.375), new Share("unknown-5", 0.125)),
                        3,
                        512,
                        Optional.empty(),
                        OptionalDouble.empty(),
                        1,
                        Optional.empty(),
                        Optional.empty())),
                Optional.empty(),
                List.of("partition replayed-0: it has no leader and is left out"),
                Optional.empty(),
                Optional.empty()));
        return new SurveyResult(
                        MeasureFixtures.run("survey", "--bootstrap-server", "kafka1:9092", "--include", "[a-z]+"),
                        scope(List.of("[a-z]+"), 1, 1),
                        basis(Optional.empty(), Optional.of(Duration.ofHours(36))),
                        List.of("--zones 3: the brokers have no racks"),
                        List.of("stored bytes of topics (it needs DESCRIBE on the cluster): estimated from what was"
                                + " read"),
                        topics,
                        List.of("stock", "users"),
                        true,
                        Optional.of("the cluster no longer answers: no connection to kafka1:9092"),
                        List.of())
                .by(Optional.of(new SurveyWorkers(
                        "lab",
                        Optional.of("control:9092"),
                        List.of(worker("host-1-4711-a1b", 2, 1_048_576 + 2_048), worker("host-2-4712-c3d", 0, 0)),
                        List.of("worker host-2-4712-c3d sent no heartbeat for 5 s: it died, was paused or was cut off;"
                                + " its unfinished topics (3) went to others"))));
    }

    private static SurveyWorkers.Member worker(String name, int topics, long bytes) {
        return new SurveyWorkers.Member(
                name, "0.1.0", "4.1.0", "Temurin 17", "Linux 6.1 amd64", "AMD EPYC", 2, 16L << 30, topics, bytes);
    }

    /** Topics with these names, all to be changed, in the order of increasing savings. */
    public static SurveyResult withTopics(List<String> names) {
        List<TopicAppraisal> topics = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            topics.add(appraised(names.get(i), Optional.empty(), 2 + 2 * i, 1 + i, 0.1));
        }
        return with(topics, List.of());
    }

    /** @param pending names of topics that were not reached */
    public static SurveyResult with(List<TopicAppraisal> topics, List<String> pending) {
        return new SurveyResult(
                MeasureFixtures.run("survey", "--bootstrap-server", "kafka1:9092"),
                scope(List.of(), 0, 20),
                basis(Optional.empty(), Optional.empty()),
                List.of(),
                List.of(),
                topics,
                pending,
                false,
                Optional.empty(),
                List.of());
    }

    private static SurveyScope scope(List<String> include, int resumed, int rows) {
        return new SurveyScope(
                "kafka1:9092",
                include,
                List.of("test-.*"),
                false,
                9,
                2,
                2,
                resumed,
                resumed == 0 ? Optional.empty() : Optional.of(Instant.parse("2026-01-01T09:30:00Z")),
                2,
                10 << 20,
                SurveyOrder.MONEY,
                rows);
    }

    private static SurveyBasis basis(Optional<String> cluster, Optional<Duration> retention) {
        return new SurveyBasis(
                cluster,
                1 << 20,
                1,
                3,
                3,
                OptionalInt.of(2),
                retention,
                retention.map(time -> time.dividedBy(6)),
                2,
                100,
                PriceList.read("aws"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.of(3));
    }

    private static TopicAppraisal appraised(
            String name, Optional<String> reason, double moneyToday, double saved, double halfWidth) {
        return new TopicAppraisal(
                name,
                12,
                3,
                reason.isPresent() ? Outcome.LEAVE_IT : Outcome.CHANGE,
                reason,
                Optional.of(ConfidenceInterval.around(moneyToday * 100_000_000, moneyToday * 5_000_000, 14)),
                Optional.of(new Seen(
                        false,
                        14,
                        45_000,
                        1_048_576,
                        List.of(new Share("none", 0.75), new Share("zstd", 0.25)),
                        12.5,
                        6_250,
                        Optional.of(ConfidenceInterval.around(1.31, 0.02, 14)),
                        OptionalDouble.of(2_000),
                        0.75,
                        Optional.of(Instant.parse("2026-01-01T15:10:00Z")),
                        reason.map(leaveIt -> new CodecChange("none", "zstd", 5.1)))),
                Optional.of(new Proposal(
                        ProducerSettings.KAFKA_DEFAULTS,
                        new ProducerSettings(Codec.parse("zstd:3"), 65_536, 20),
                        5.25,
                        210.5,
                        2 * moneyToday,
                        3 * moneyToday,
                        moneyToday,
                        new Savings(
                                interval(saved, halfWidth),
                                interval(2 * saved, 2 * halfWidth),
                                interval(1.5 * saved, 1.5 * halfWidth),
                                interval(-0.02, 0.01)),
                        Optional.of(WorkloadFixtures.learned()),
                        Optional.of(new TopicAppraisal.MoreCores(0.04, -0.01, -0.01)))),
                name.equals("orders")
                        ? List.of(
                                "the newest record is more than 12 days old: bytes and money use the mean rate from the"
                                        + " oldest record until now")
                        : List.of(),
                Optional.of("producer"),
                Optional.of(false));
    }

    private static TopicAppraisal none(String name, String why, Optional<ConfidenceInterval> stored) {
        return new TopicAppraisal(
                name,
                3,
                1,
                Outcome.NOT_APPRAISED,
                Optional.of(why),
                stored,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static ConfidenceInterval interval(double estimate, double halfWidth) {
        return ConfidenceInterval.around(estimate, halfWidth, 14);
    }
}
