package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.WorkloadFixtures;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.feature.survey.TopicAppraisal.Outcome;
import dev.squeeze.feature.survey.TopicAppraisal.Seen;
import dev.squeeze.feature.survey.TopicAppraisal.Share;
import dev.squeeze.kit.cluster.ClientSoftware;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Plans from handwritten surveys. */
public final class PlanFixtures {
    private static final ProducerSettings NONE = ProducerSettings.KAFKA_DEFAULTS;

    private PlanFixtures() {}

    /** A change in each wave, with teams, and topics that stay. */
    public static PlanResult inWaves() {
        return new Planner(owners("orders.* checkout", "clicks web"), 5, Optional.empty())
                .plan(
                        MeasureFixtures.run("plan", "survey.json", "--owners", "owners.txt"),
                        survey(),
                        Optional.of(List.of(
                                new ClientSoftware("apache-kafka-java", "3.6.1", 412),
                                new ClientSoftware("confluent-kafka-python", "2.3.0-rdkafka-2.3.0", 96),
                                new ClientSoftware("sarama", "1.19.0", 12),
                                new ClientSoftware("in-house", "7", 3),
                                new ClientSoftware("unknown", "unknown", 1))));
    }

    /** The same while it is carried out. */
    public static PlanResult checked() {
        SurveyResult later = later();
        return new Planner(Owners.NONE, 0, Optional.of(later))
                .plan(MeasureFixtures.run("plan", "survey.json", "--check", "now.json"), survey(), Optional.empty());
    }

    static SurveyResult survey() {
        return of(List.of(
                topic("clicks", NONE, settings("zstd:6", 65_536, 20), 900, 90, "none=1"),
                topic("orders", NONE, settings("zstd:3", 16_384, 5), 400, 40, "none=1"),
                topic("orders.audit", NONE, settings("zstd:3", 16_384, 5), 300, 30, "none=0.75 zstd=0.25"),
                topic("logs", settings("gzip:6", 16_384, 5), settings("lz4", 16_384, 5), 20, 2, "gzip=1"),
                topic("tiny", NONE, settings("lz4", 16_384, 5), 1, 0.1, "none=1"),
                topic("doubtful", NONE, settings("lz4", 16_384, 5), 50, 60, "none=1"),
                left("payments", "it compresses well already"),
                left("media", "its records do not compress")));
    }

    /** Some changes are done, some under way, some went another way, and one topic is gone. */
    static SurveyResult later() {
        return of(List.of(
                topic("clicks", NONE, settings("zstd:6", 65_536, 20), 900, 90, "zstd=0.5 none=0.5"),
                topic("orders", NONE, settings("zstd:3", 16_384, 5), 400, 40, "none=1"),
                topic("orders.audit", NONE, settings("zstd:3", 16_384, 5), 300, 30, "zstd=0.99 none=0.01"),
                topic(
                        "logs",
                        settings("gzip:6", 16_384, 5),
                        settings("lz4", 16_384, 5),
                        20,
                        2,
                        "snappy=0.6 gzip=0.4")));
    }

    static final String UNCOMPRESSED = "set-to-uncompressed";
    static final String SET_TO_ZSTD = "set-to-zstd";
    static final String INHERITED = "inherits-gzip";
    static final String UNKNOWN = "tiny";

    static SurveyResult of(List<TopicAppraisal> topics) {
        SurveyResult complete = SurveyFixtures.complete();
        return new SurveyResult(
                MeasureFixtures.run(
                        "survey", "--bootstrap-server", "kafka1:9092", "--command-config", "/etc/my client.properties"),
                complete.scope(),
                complete.basis(),
                List.of(),
                List.of(),
                topics,
                List.of(),
                false,
                Optional.empty(),
                List.of());
    }

    static ProducerSettings settings(String codec, int batchSizeBytes, int lingerMillis) {
        return new ProducerSettings(Codec.parse(codec), batchSizeBytes, lingerMillis);
    }

    /** @param codecs with their shares, such as {@code none=0.5 zstd=0.5} */
    static TopicAppraisal topic(
            String name, ProducerSettings from, ProducerSettings to, double saved, double halfWidth, String codecs) {
        return appraisal(name, Optional.empty(), from, to, saved, halfWidth, codecs);
    }

    static TopicAppraisal left(String name, String reason) {
        return appraisal(name, Optional.of(reason), NONE, NONE, 0, 1, "none=1");
    }

    private static TopicAppraisal appraisal(
            String name,
            Optional<String> reason,
            ProducerSettings from,
            ProducerSettings to,
            double saved,
            double halfWidth,
            String codecs) {
        List<Share> shares = List.of(codecs.split(" ")).stream()
                .map(one -> one.split("="))
                .map(parts -> new Share(parts[0], Double.parseDouble(parts[1])))
                .toList();
        boolean takesCores = name.equals("clicks");
        return new TopicAppraisal(
                name,
                12,
                3,
                reason.isPresent() ? Outcome.LEAVE_IT : Outcome.CHANGE,
                reason,
                Optional.empty(),
                Optional.of(new Seen(
                        true,
                        10,
                        10,
                        1_048_576,
                        shares,
                        12.5,
                        6_250,
                        Optional.empty(),
                        OptionalDouble.of(2_000),
                        1,
                        Optional.of(Instant.parse("2026-01-01T15:10:00Z")),
                        Optional.empty())),
                Optional.of(new TopicAppraisal.Proposal(
                        from,
                        to,
                        5,
                        to.batchSizeBytes() > from.batchSizeBytes() ? 200 : 12.5,
                        3 * saved,
                        4 * saved,
                        1.25 * saved,
                        new Savings(
                                        ConfidenceInterval.around(saved, halfWidth, 10),
                                        ConfidenceInterval.around(2 * saved, halfWidth, 10),
                                        ConfidenceInterval.around(3 * saved, halfWidth, 10),
                                        ConfidenceInterval.around(takesCores ? -0.3 : -0.02, 0.01, 10))
                                .atRateWithin(WorkloadFixtures.learned().rateFactor()),
                        Optional.of(WorkloadFixtures.learned()),
                        Optional.of(
                                takesCores
                                        ? new TopicAppraisal.MoreCores(0.36, -0.04, -0.02)
                                        : new TopicAppraisal.MoreCores(0.03, -0.01, 0)))),
                List.of(),
                compressionType(name),
                compressionType(name).map(value -> !name.equals(INHERITED) && !value.equals("producer")));
    }

    /** One topic makes brokers recompress, one makes them decompress, and the setting of one is unknown. */
    private static Optional<String> compressionType(String topic) {
        return switch (topic) {
            case UNKNOWN -> Optional.empty();
            case "logs", INHERITED -> Optional.of("gzip");
            case SET_TO_ZSTD -> Optional.of("zstd");
            case UNCOMPRESSED -> Optional.of("uncompressed");
            default -> Optional.of("producer");
        };
    }

    static Owners owners(String... lines) {
        try {
            Path file = Files.createTempFile("owners", ".txt");
            try {
                return Owners.read(Files.write(file, List.of(lines)));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
