package dev.squeeze.feature.rollout;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.plan.Wave;
import dev.squeeze.feature.rollout.RolloutResult.Agreement;
import dev.squeeze.feature.rollout.RolloutResult.ChangedTopic;
import dev.squeeze.feature.rollout.RolloutResult.Found;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.feature.rollout.RolloutResult.Step;
import dev.squeeze.feature.rollout.RolloutResult.Total;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Rehearsals with all possible parts. */
public final class RolloutFixtures {
    private static final Instant AT = Instant.parse("2026-11-25T10:00:00Z");

    private RolloutFixtures() {}

    /** Both mistakes found, all as planned. */
    public static RolloutResult complete() {
        return result(
                false,
                mistakes(
                        Optional.of(new Found(OptionalLong.of(41), 9.4, "producer 41 sends zstd as planned, but 1.1")),
                        Optional.of(new Found(OptionalLong.of(37), 2.5, "batches of producer 37 were zstd"))),
                List.of(),
                Optional.of(new Total(interval(-0.61), interval(-0.63), Agreement.AGREES)),
                Optional.of("rehearsal"));
    }

    /** One mistake was not found, there was a false alarm, and it was ended early. */
    public static RolloutResult interrupted() {
        return result(
                true,
                mistakes(
                        Optional.empty(),
                        Optional.of(new Found(OptionalLong.empty(), 130, "according to their" + " metrics"))),
                List.of(new Mark(
                        AT,
                        Mark.Kind.SHALLOW_BATCHES,
                        "web.access-log-1",
                        OptionalLong.of(3),
                        Optional.empty(),
                        Optional.empty(),
                        "1.0 records per batch, before 4.0 at about the same rate")),
                Optional.empty(),
                Optional.empty());
    }

    private static List<Mistake> mistakes(Optional<Found> linger, Optional<Found> repacked) {
        return List.of(
                new Mistake(
                        Mistake.Kind.NO_LINGER,
                        "web.access-log-1",
                        "web",
                        "web-access-log-1-service",
                        "batch.size=65536 and linger.ms=0 instead of 50",
                        AT.plusSeconds(200),
                        linger),
                new Mistake(
                        Mistake.Kind.BROKER_RECOMPRESSES,
                        "ads.json-events-2",
                        "ads",
                        "ads-json-events-2-service",
                        "compression.type=gzip on the topic, but its producer sends zstd",
                        AT.plusSeconds(206),
                        repacked));
    }

    private static RolloutResult result(
            boolean interrupted,
            List<Mistake> mistakes,
            List<Mark> falseAlarms,
            Optional<Total> total,
            Optional<String> folder) {
        boolean measured = total.isPresent();
        return new RolloutResult(
                Result.SCHEMA_VERSION,
                RolloutResult.KIND.name(),
                MeasureFixtures.run("run", "rollout", "--topics", "3"),
                List.of("sample:access-log", "sample:json-events"),
                0.5,
                interrupted,
                3,
                1,
                120,
                List.of(
                        new Step(AT, 3.2, "3 producers with old settings started, each with its own topic"),
                        new Step(AT.plusSeconds(200), 203.2, "wave 2 of 2, Batching: 1 producer restarted")),
                mistakes,
                falseAlarms,
                List.of(
                        changed("web.access-log-1", "web", Wave.ZSTD, -0.7, Agreement.AGREES, measured),
                        changed("ads.json-events-2", "ads", Wave.BATCHES, -0.5, Agreement.LESS, measured)),
                total,
                List.of("squeeze survey --bootstrap-server 127.0.0.1:19092 --output survey.json"),
                folder);
    }

    private static ChangedTopic changed(
            String topic, String team, Wave wave, double promised, Agreement agreement, boolean measured) {
        return new ChangedTopic(
                topic,
                team,
                topic.replace('.', '-') + "-service",
                wave,
                ProducerSettings.KAFKA_DEFAULTS,
                new ProducerSettings(Codec.parse("zstd:3"), 65_536, 50),
                Optional.of(interval(promised)),
                measured ? Optional.of(interval(promised + 0.02)) : Optional.empty(),
                Optional.of(6.5),
                measured ? 1.2 : 0,
                measured ? 6.3 : 0,
                measured ? "as planned" : "too little observed",
                measured ? agreement : Agreement.UNKNOWN);
    }

    private static ConfidenceInterval interval(double estimate) {
        return ConfidenceInterval.around(estimate, 0.05, 12);
    }
}
