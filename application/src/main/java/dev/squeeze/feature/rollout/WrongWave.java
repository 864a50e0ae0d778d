package dev.squeeze.feature.rollout;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The deliberate mistakes of the last wave, made where they matter: the team that gains most from larger batches omits
 * linger.ms, and brokers recompress the busiest topic of another team.
 */
final class WrongWave {
    /** With fewer records per batch than this, a missing linger.ms hardly shows. */
    private static final double DEEP = 3;

    private final Map<String, App> apps;
    private final Optional<String> team;
    private final Optional<PlannedChange> repacked;

    /**
     * @param apps by topic
     * @param all changes of the plan
     * @param last the changes of the last wave
     */
    WrongWave(Map<String, App> apps, List<PlannedChange> all, List<PlannedChange> last) {
        this.apps = apps;
        this.team = last.stream()
                .filter(WrongWave::isDeep)
                .collect(Collectors.groupingBy(
                        change -> app(change).team(), TreeMap::new, Collectors.summingDouble(WrongWave::depth)))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
        this.repacked = busiest(last).or(() -> busiest(all));
    }

    private App app(PlannedChange change) {
        App app = apps.get(change.topic());
        if (app == null) {
            throw new IllegalStateException("the plan has an unknown topic: " + change.topic());
        }
        return app;
    }

    private static double depth(PlannedChange change) {
        return change.evidence()
                .map(PlannedChange.Evidence::expectedRecordsPerBatch)
                .orElse(0.0);
    }

    private static boolean isDeep(PlannedChange change) {
        return change.to().lingerMillis() > 0 && depth(change) >= DEEP;
    }

    private Optional<PlannedChange> busiest(List<PlannedChange> changes) {
        return changes.stream()
                .filter(change -> !team.equals(Optional.of(app(change).team())))
                .max(Comparator.comparingDouble(change -> app(change).recordsPerSecond()));
    }

    /**
     * Restarts the producers of this wave. A mistake's time is taken before the restart of its producer, since watch
     * may mark it before the whole wave has been restarted.
     *
     * @return the mistakes made
     */
    List<Mistake> restart(
            List<PlannedChange> wave, BiConsumer<PlannedChange, ProducerSettings> restart, InstantSource clock) {
        List<Mistake> mistakes = new ArrayList<>();
        for (PlannedChange change : wave) {
            if (isWithoutLinger(change)) {
                mistakes.add(withoutLinger(change, clock.instant()));
            }
            restart.accept(change, settings(change));
        }
        return mistakes;
    }

    /** The settings that a producer of this wave actually gets. */
    private ProducerSettings settings(PlannedChange change) {
        ProducerSettings to = change.to();
        return isWithoutLinger(change) ? new ProducerSettings(to.codec(), to.batchSizeBytes(), 0) : to;
    }

    private boolean isWithoutLinger(PlannedChange change) {
        return isDeep(change) && team.equals(Optional.of(app(change).team()));
    }

    /** The topic whose setting makes brokers recompress. */
    Optional<String> repackedTopic() {
        return repacked.map(PlannedChange::topic);
    }

    /** The setting, with a codec other than the planned one. */
    TopicCompression repackedTo() {
        boolean isGzip = repacked.map(change -> change.to().codec().type() == CodecType.GZIP)
                .orElse(false);
        return TopicCompression.of(isGzip ? CodecType.LZ4 : CodecType.GZIP);
    }

    private Mistake withoutLinger(PlannedChange change, Instant at) {
        return new Mistake(
                Mistake.Kind.NO_LINGER,
                change.topic(),
                app(change).team(),
                app(change).clientId(),
                "batch.size=" + change.to().batchSizeBytes() + " and linger.ms=0 instead of "
                        + change.to().lingerMillis(),
                at,
                Optional.empty());
    }

    /**
     * The mistake of recompression on the topic; empty if there is no such topic.
     *
     * @param at a time before the setting was changed
     */
    List<Mistake> repacked(Instant at) {
        List<Mistake> mistakes = new ArrayList<>();
        repacked.ifPresent(change -> mistakes.add(new Mistake(
                Mistake.Kind.BROKER_RECOMPRESSES,
                change.topic(),
                app(change).team(),
                app(change).clientId(),
                repackedTo().configLine() + " on the topic, but its producer sends "
                        + change.to().codec().type().label(),
                at,
                Optional.empty())));
        return mistakes;
    }
}
