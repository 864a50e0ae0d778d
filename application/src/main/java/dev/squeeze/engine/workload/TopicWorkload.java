package dev.squeeze.engine.workload;

import dev.squeeze.engine.predict.BurstsOfLog;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.ProducerCount;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A topic's workload, and the origin of each part. All commands obtain a workload here, so that they price the same
 * topic alike.
 *
 * @param rate as specified, observed while records arrived, or assumed
 * @param rateFactor how far the rate may be off as a monthly mean, as a factor in either direction
 * @param observedSeconds time over which the log shows the rate: from its oldest record until now; absent if the rate
 *     was specified or assumed
 * @param notes for readers of monthly figures
 */
public record TopicWorkload(
        Workload workload,
        ArrivalRate rate,
        List<PartOrigin> origins,
        double rateFactor,
        OptionalDouble observedSeconds,
        List<String> notes) {
    /** From this value, the age of a log is rounded to minutes. */
    private static final double SECONDS_IN_MINUTES = 6_000;

    private static final double ONE_LOAD_SECONDS = 60;

    private static final int DEFAULT_PRODUCERS = 3;
    private static final ArrivalRate DEFAULT_RATE = new ArrivalRate.BytesPerSecond(10 << 20);

    /** A note on the steady state is added if the log is younger than this share of its retention. */
    private static final double YOUNG = 0.5;

    public TopicWorkload {
        origins =
                origins.stream().sorted(Comparator.comparing(PartOrigin::part)).toList();
        notes = List.copyOf(notes);
    }

    /**
     * Determines the workload of a topic.
     *
     * @param now the time until which a topic counts as silent
     */
    public static TopicWorkload of(LogTraffic log, TopicHosting hosting, GivenWorkload given, Instant now) {
        boolean seen = given.rate().isEmpty() && log.rate().isPresent();
        Optional<TopicLife> life = log.rate()
                .map(rate -> TopicLife.of(rate, log.stored().flatMap(StoredBatches::newest), hosting.live(), now));
        double factor = given.rate().isPresent()
                ? RateUncertainty.GIVEN
                : life.map(known -> RateUncertainty.seenFor(known.seconds())).orElse(RateUncertainty.ASSUMED);
        ArrivalRate rate = rate(log, given);
        Duration retention = hosting.retention()
                .time()
                .orElseGet(() -> age(life.map(TopicLife::seconds).orElse(1.0)));
        OptionalDouble compacted =
                log.stored().map(StoredBatches::compactedShare).orElse(OptionalDouble.empty());
        Workload workload = Workload.of(
                        rate.recordsPerSecond(Math.max(1, log.payloadBytes())),
                        log.recordBytes(),
                        log.keyed(),
                        hosting.partitions())
                .withActiveShare(seen ? life.orElseThrow().activeShare() : OptionalDouble.empty())
                .withProducers(given.number(WorkloadPart.PRODUCERS).orElse(DEFAULT_PRODUCERS))
                .withBrokers(hosting.brokers(), hosting.replicationFactor())
                .withConsumerGroups(hosting.consumerGroups())
                .withRetention(retention)
                .withKeptShare(compacted.isPresent() ? OptionalDouble.of(1 - compacted.getAsDouble()) : compacted)
                .withRetentionBytes(bytes(hosting.retention().bytesPerPartition(), hosting.partitions()))
                .withZones(hosting.zones())
                .withMaxMessageBytes(hosting.maxMessageBytes())
                .withTopicCompression(hosting.compression())
                .withRoundTripMillis(given.roundTripMillis());
        Workload stored = hosting.retention()
                .local()
                .map(local -> workload.withLocalRetention(local.time().orElse(retention))
                        .withLocalRetentionBytes(bytes(local.bytesPerPartition(), hosting.partitions())))
                .orElse(workload);
        List<String> notes = notes(hosting, seen ? life : Optional.empty(), compacted, retention, factor);
        if (hosting.keepsAllRecords() && life.isEmpty()) {
            notes.add(
                    "how much it keeps is unknown, because it deletes nothing by age or size and its records' timestamps span"
                            + " no time: disk cost is close to zero here; specify --retention");
        }
        List<PartOrigin> origins = new ArrayList<>(hosting.origins());
        origins.add(PartOrigin.of(
                WorkloadPart.RATE, given.rate().isPresent() ? Origin.GIVEN : seen ? Origin.LOG : Origin.ASSUMED));
        origins.add(PartOrigin.of(
                WorkloadPart.PRODUCERS, given.gives(WorkloadPart.PRODUCERS) ? Origin.GIVEN : Origin.ASSUMED));
        return new TopicWorkload(
                stored,
                rate,
                origins,
                factor,
                seen ? OptionalDouble.of(life.orElseThrow().seconds()) : OptionalDouble.empty(),
                notes);
    }

    private static ArrivalRate rate(LogTraffic log, GivenWorkload given) {
        return given.rate()
                .or(() -> log.rate().map(seen -> new ArrivalRate.RecordsPerSecond(seen.recordsPerSecond())))
                .orElse(DEFAULT_RATE);
    }

    private static OptionalLong bytes(OptionalLong perPartition, int partitions) {
        return perPartition.isPresent()
                ? OptionalLong.of((long) Math.min(Long.MAX_VALUE, (double) perPartition.getAsLong() * partitions))
                : OptionalLong.empty();
    }

    private static List<String> notes(
            TopicHosting hosting,
            Optional<TopicLife> life,
            OptionalDouble compacted,
            Duration retention,
            double rateFactor) {
        List<String> notes = new ArrayList<>();
        if (compacted.isPresent()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "compaction has removed %.1f %% of the records sent: network and CPU are for all records, disks only for"
                            + " the remaining ones; frequently written keys are rarer in the log than in the traffic",
                    100 * compacted.getAsDouble()));
        }
        if (hosting.live()) {
            life.ifPresent(known -> notes.addAll(known.notes(rateFactor)));
        }
        boolean young = life.filter(known -> known.seconds() < YOUNG * retention.toSeconds())
                .isPresent();
        if (hosting.live() && young) {
            notes.add(String.format(
                    Locale.ROOT,
                    "its log is younger than its retention of %s: disk usage is for the steady state at this rate, not as"
                            + " of today",
                    DurationText.format(retention)));
        }
        if (hosting.retention().bytesPerPartition().isPresent()) {
            notes.add(
                    "retention.bytes is set: if it is reached before retention.ms, better compression keeps records longer and"
                            + " frees no disk space");
        }
        if (hosting.retention()
                .local()
                .filter(local -> local.bytesPerPartition().isPresent())
                .isPresent()) {
            notes.add(
                    "local.retention.bytes is set: if it is reached before local.retention.ms, better compression keeps"
                            + " records longer on brokers and frees no disk space");
        }
        return notes;
    }

    /**
     * The age of a log, rounded to whole minutes or seconds for readability; the error is at most half a per cent,
     * except below 100 s.
     */
    private static Duration age(double seconds) {
        return seconds >= SECONDS_IN_MINUTES
                ? Duration.ofMinutes(Math.round(seconds / 60))
                : Duration.ofSeconds(Math.max(1, Math.round(seconds)));
    }

    /** The origin of a part; absent if not recorded. */
    public Optional<PartOrigin> origin(WorkloadPart part) {
        return origins.stream().filter(origin -> origin.part() == part).findFirst();
    }

    public boolean isAssumed(WorkloadPart part) {
        return origin(part).filter(PartOrigin::assumed).isPresent();
    }

    /**
     * Whether nothing is deleted because of its age or the log's size, so that the age of the log is used as the
     * retention.
     */
    public boolean keepsAllRecords() {
        return origin(WorkloadPart.RETENTION)
                .filter(known -> known.origin() == Origin.LOG)
                .isPresent();
    }

    /**
     * Whether records arrived in so short a time that a producer may have sent them as fast as it could. Such a rate is
     * not a limit for settings: with more work per record, the producer would have been slower. Does not apply to
     * files, which may be cut from a continuous stream.
     */
    public boolean cameInOneLoad() {
        return isOnCluster()
                && observedSeconds.isPresent()
                && observedSeconds.getAsDouble() * workload.activeShare().orElse(1) < ONE_LOAD_SECONDS;
    }

    private boolean isOnCluster() {
        return origins.stream().anyMatch(part -> part.origin() == Origin.CLUSTER);
    }

    /** The same with another workload, for example for another client. */
    public TopicWorkload with(Workload changed) {
        return new TopicWorkload(changed, rate, origins, rateFactor, observedSeconds, notes);
    }

    /** A workload, and records that arrive accordingly. */
    public record Traffic(TopicWorkload workload, SentRecords sent) {}

    /**
     * The same with the number of producers that explains the batches of the log, unless the number was specified, and
     * with records in bursts if no number explains such large batches.
     *
     * @param today settings that producers are assumed to have
     * @param curve of today's codec; absent if not measured yet
     */
    public Traffic explaining(
            StoredBatches stored,
            SentRecords sent,
            ProducerSettings today,
            Optional<CompressionCurve> curve,
            long seed) {
        if (curve.isEmpty()) {
            return new Traffic(this, sent);
        }
        TopicWorkload explained = withProducersThatExplain(stored, sent, today, curve.get(), seed);
        SentRecords coming =
                BurstsOfLog.explaining(sent, explained.workload, today, curve.get(), stored.recordsPerBatch(), seed);
        return new Traffic(explained.withNotes(burstNotes(stored, coming)), coming);
    }

    private static List<String> burstNotes(StoredBatches stored, SentRecords coming) {
        return coming.recordsPerBurst().isEmpty()
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "its batches of %,.1f records are larger than records arriving at random would form: they are assumed to"
                                + " arrive in bursts; how long these are, a log does not show",
                        stored.recordsPerBatch()));
    }

    /** The same with further notes. */
    public TopicWorkload withNotes(List<String> further) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(further);
        return new TopicWorkload(workload, rate, origins, rateFactor, observedSeconds, all);
    }

    private TopicWorkload withProducersThatExplain(
            StoredBatches stored, SentRecords sent, ProducerSettings today, CompressionCurve curve, long seed) {
        if (!isAssumed(WorkloadPart.PRODUCERS)) {
            return this;
        }
        List<PartOrigin> known = new ArrayList<>(origins);
        known.replaceAll(origin -> origin.part() == WorkloadPart.PRODUCERS
                ? PartOrigin.of(WorkloadPart.PRODUCERS, Origin.LOG, "this number explains the size of its batches")
                : origin);
        int producers = ProducerCount.explaining(sent, workload, today, curve, stored.recordsPerBatch(), seed);
        return new TopicWorkload(workload.withProducers(producers), rate, known, rateFactor, observedSeconds, notes);
    }
}
