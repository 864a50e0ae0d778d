package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.Contention;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Determines the caveats of a recommendation. */
final class Caveats {
    private static final long FEW_RECORDS = 5_000;
    private static final long FEW_BYTES = 1 << 20;
    private static final double LONG_LINGER_MILLIS = 25;
    private static final double PROMISED_HALF_WIDTH = 0.02;
    private static final double GUESS_STEP = 0.005;
    /** Records per batch in a log, up to which batches count as single records. */
    private static final double ABOUT_ONE = 1.05;
    /**
     * How many times the records per batch of the log the recommendation must assume: only then does the saving depend
     * on it.
     */
    private static final double DEEPER = 1.5;
    /** Share of all records in one batch. */
    private static final double LARGE_SHARE = 0.05;
    /** The factor of a rate that was observed for less than a day. */
    private static final double NOTABLE_RATE_FACTOR = 1.4;

    /** Difference between timestamps and random arrivals, as the logarithm of a factor: about 10 %. */
    private static final double NOTABLE_PATTERN = 0.1;

    private final Sample sample;
    private final SweepResult sweep;
    private final LeaveIt.Content content;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Map<Codec, CompressionCurve> curves;
    private final Predictor predictor;

    Caveats(
            Sample sample,
            SweepResult sweep,
            LeaveIt.Content content,
            CostModel costs,
            AdviceRequest request,
            Map<Codec, CompressionCurve> curves,
            Predictor predictor) {
        this.sample = sample;
        this.sweep = sweep;
        this.content = content;
        this.costs = costs;
        this.request = request;
        this.curves = curves;
        this.predictor = predictor;
    }

    /** @param sizes of batches that were compared */
    List<Caveat> about(
            Prediction current,
            Prediction recommended,
            Prediction best,
            CandidateGrid.Sizes sizes,
            Drift drift,
            boolean limitsMet) {
        List<Caveat> caveats = new ArrayList<>();
        if (!limitsMet) {
            caveats.add(new ChangeCaveat.LimitsCannotBeMet(limits()));
        }
        topicSetsCodec(current, recommended).ifPresent(caveats::add);
        aboutToday(current, recommended, caveats);
        aboutMeasuring(best, drift, caveats);
        if (!recommended.settings().equals(current.settings())) {
            content.caveat().ifPresent(caveats::add);
            aboutChange(current, recommended, caveats);
        }
        bufferMemory(current.settings(), recommended.settings()).ifPresent(caveats::add);
        if (sizes.limit(best)) {
            caveats.add(new ChangeCaveat.BatchesLimitedByTopic(sizes.largest(), sizes.maxBytes()));
        }
        return caveats;
    }

    /**
     * Present if the topic's codec would undo the change, or if today's codec was read from a log where the topic
     * determines it.
     */
    private Optional<TrafficCaveat.TopicSetsCodec> topicSetsCodec(Prediction current, Prediction recommended) {
        boolean toProducers = !recommended.settings().equals(current.settings())
                && recommended.settings().topicCodec().isEmpty();
        CodecType advised = recommended.settings().codec().type();
        return costs.workload()
                .topicCompression()
                .filter(topic -> !topic.keepsWhatIsSent())
                .map(topic -> new TrafficCaveat.TopicSetsCodec(
                        topic,
                        toProducers && !topic.keeps(advised),
                        !request.fromLog().isAssumed(TopicCompression.KEY)))
                .filter(caveat -> caveat.undone() || request.fromLog().batches());
    }

    /** What is known about today's traffic and settings. */
    private void aboutToday(Prediction current, Prediction recommended, List<Caveat> caveats) {
        if (request.fromLog().batches()) {
            sample.read()
                    .stored()
                    .map(stored -> new TrafficCaveat.BaselineFromLog(
                            stored,
                            request.fromLog().givenSettings().orElse(List.of()),
                            shownAndNotGiven(stored, current.settings().codec().type()),
                            predictor.recordsPerBurst().isPresent()))
                    .ifPresent(caveats::add);
        }
        if (costs.workload().client() != ClientProfile.JAVA) {
            boolean lingers = current.settings().lingerMillis() > 0
                    && recommended.settings().lingerMillis() > 0;
            caveats.add(new TrafficCaveat.BatchesByRule(
                    costs.workload().client().label(),
                    lingers,
                    !sweep.quotients().isEmpty()));
        }
        transactionsEndBatches().ifPresent(caveats::add);
        batchesOfOneRecord(recommended).ifPresent(caveats::add);
        refusedToday().ifPresent(caveats::add);
        cannotCarryTheRate(current).ifPresent(caveats::add);
        if (request.rateIsAssumed()) {
            caveats.add(new TrafficCaveat.AssumedRate(request.rate().toString()));
        }
        double rateFactor = request.rateFactor();
        request.rateSeconds().ifPresent(seconds -> {
            if (rateFactor >= NOTABLE_RATE_FACTOR) {
                caveats.add(new TrafficCaveat.RateSeenForShort(seconds, rateFactor));
            }
        });
    }

    private List<String> shownAndNotGiven(StoredBatches stored, CodecType sent) {
        return SettingsOfLog.shown(stored, costs.workload(), sent).stream()
                .filter(line -> request.fromLog().isAssumed(line.substring(0, line.indexOf('='))))
                .toList();
    }

    /** How well the records show the effect of the settings. */
    private void aboutMeasuring(Prediction best, Drift drift, List<Caveat> caveats) {
        sweep.contention()
                .filter(contention -> !contention.speedsTrustworthy())
                .map(Contention::wallOverCpu)
                .ifPresent(busy -> caveats.add(new MeasurementCaveat.ContendedMachine(busy)));
        if (sample.read().records() < FEW_RECORDS || sample.read().payloadBytes() < FEW_BYTES) {
            caveats.add(new MeasurementCaveat.SmallSample(
                    sample.read().records(), sample.read().payloadBytes()));
        }
        if (best.fill().recordsPerBatch() > LARGE_SHARE * sample.read().records()) {
            caveats.add(new MeasurementCaveat.BatchOfMuchOfTheSample(
                    best.fill().recordsPerBatch(), sample.read().records()));
        }
        CompressionCurve sent = curves.get(best.settings().codec());
        if (sent != null) {
            predictor
                    .recordsPerBatchAtMeanRate(best.settings(), sent)
                    .ifPresent(atRandom -> arrivals(best.fill().recordsPerBatch(), atRandom, caveats));
        }
        CompressionCurve curve = curves.get(best.settings().storedCodec());
        if (curve != null) {
            double known = curve.ratioRelativeHalfWidth(best.fill().recordBytesPerBatch());
            if (known > PROMISED_HALF_WIDTH) {
                caveats.add(new MeasurementCaveat.WideRatio(known));
            }
        }
        if (drift.isNotable()) {
            caveats.add(new MeasurementCaveat.DriftingData(drift.lowest(), drift.highest()));
        }
    }

    /**
     * Java compresses in the sending thread, of which each producer is assumed to have one, or in the network thread.
     */
    private Optional<Caveat> cannotCarryTheRate(Prediction current) {
        int producers = costs.workload().producers();
        double sending = current.applicationCores();
        double coresPerProducer = Math.max(sending, current.resources().producerCores() - sending) / producers;
        boolean impossible = costs.workload().client() == ClientProfile.JAVA
                && coresPerProducer > 1 + current.speedRelativeHalfWidth();
        return impossible
                ? Optional.of(new TrafficCaveat.TodayCannotCarryTheRate(
                        costs.workload().recordsPerSecond(), producers, coresPerProducer))
                : Optional.empty();
    }

    private Optional<Caveat> transactionsEndBatches() {
        return sample.read()
                .stored()
                .map(StoredBatches::recordsPerTransaction)
                .filter(OptionalDouble::isPresent)
                .map(records -> new TrafficCaveat.TransactionsEndBatches(records.getAsDouble()));
    }

    /**
     * A log does not show whether producers wait for each send: records that arrive rarely are alone in their batches
     * too.
     */
    private Optional<Caveat> batchesOfOneRecord(Prediction recommended) {
        double recordsPerBatch = recommended.fill().recordsPerBatch();
        int lingerMillis = recommended.settings().lingerMillis();
        return sample.read()
                .stored()
                .filter(stored -> request.fromLog().batches())
                .filter(stored -> stored.recordsPerBatch() < ABOUT_ONE)
                .filter(stored -> lingerMillis > 0 && recordsPerBatch > DEEPER * stored.recordsPerBatch())
                .map(stored -> new TrafficCaveat.BatchesOfOneRecord(recordsPerBatch, lingerMillis));
    }

    private Optional<Caveat> refusedToday() {
        ClientProfile client = costs.workload().client();
        ProducerSettings today = request.current();
        long largest = sample.recordBytes().max();
        return CandidateGrid.refusesLargest(client, today, largest)
                ? Optional.of(new TrafficCaveat.LargestRecordRefused(
                        client, today.batchSizeBytes(), largest, CandidateGrid.leastBatchBytes(client, today, largest)))
                : Optional.empty();
    }

    private static void arrivals(double recordsPerBatch, double atRandom, List<Caveat> caveats) {
        if (Math.abs(Math.log(recordsPerBatch / atRandom)) > NOTABLE_PATTERN) {
            caveats.add(new TrafficCaveat.Arrivals(recordsPerBatch, atRandom));
        }
    }

    private void aboutChange(Prediction current, Prediction recommended, List<Caveat> caveats) {
        Codec codec = recommended.settings().storedCodec();
        boolean onTopic = recommended.settings().topicCodec().isPresent();
        if (onTopic) {
            caveats.add(new ChangeCaveat.BrokersCompress(
                    codec,
                    current.resources().brokerCores(),
                    recommended.resources().brokerCores(),
                    costs.workload().brokers()));
        } else if (recommended.latencyMillis() > LONG_LINGER_MILLIS
                && recommended.latencyMillis() > current.latencyMillis()) {
            caveats.add(new ChangeCaveat.LongLinger(recommended.latencyMillis()));
        }
        if (codec.type() == CodecType.ZSTD && current.settings().storedCodec().type() != CodecType.ZSTD) {
            caveats.add(new ChangeCaveat.CodecUnknownToSomeClients(codec));
        }
        if (!onTopic) {
            withoutLevel(current, recommended).ifPresent(caveats::add);
        }
        boolean java = costs.workload().client() == ClientProfile.JAVA && !onTopic;
        if (java && recommended.fill().full() && codec.type() != CodecType.NONE && recommended.ratio() > 1.2) {
            caveats.add(new TrafficCaveat.SlowStart((int) Math.ceil((1 - 1 / recommended.ratio()) / GUESS_STEP)));
        }
        if (!costs.workload().retention().isZero()) {
            caveats.add(new ChangeCaveat.OldDataKeepsItsCodec(
                    request.fromLog().keepsAllRecords()
                            ? Optional.empty()
                            : Optional.of(DurationText.format(costs.workload().retention()))));
        }
    }

    /** For the settings that producers should get, or otherwise for those that they have today. */
    private Optional<ChangeCaveat.BufferMemory> bufferMemory(ProducerSettings today, ProducerSettings recommended) {
        Workload workload = costs.workload();
        if (workload.client() != ClientProfile.JAVA || !workload.keyed()) {
            return Optional.empty();
        }
        boolean changes = !recommended.equals(today) && recommended.topicCodec().isEmpty();
        return Optional.of(recommended)
                .filter(any -> changes)
                .flatMap(settings -> ChangeCaveat.BufferMemory.of(workload.partitions(), settings))
                .or(() -> ChangeCaveat.BufferMemory.ofToday(workload.partitions(), today));
    }

    /**
     * If the client's version is known, unsupported levels are not recommended anyway; a level that is in use today
     * works.
     */
    private Optional<Caveat> withoutLevel(Prediction current, Prediction recommended) {
        Client client = costs.workload().producing();
        Codec codec = recommended.settings().codec();
        boolean inAllVersions = ClientSupport.codec(client.profile(), codec.type())
                .levels()
                .filter(levels -> levels.since().isFirst())
                .isPresent();
        boolean inUse = codec.equals(current.settings().codec());
        if (client.version().isPresent() || codec.isDefaultLevel() || inUse || inAllVersions) {
            return Optional.empty();
        }
        double today = current.resources().money();
        ProducerSettings fallback = recommended.settings().withDefaultLevel();
        CompressionCurve curve = curves.get(fallback.codec());
        return Optional.of(new ChangeCaveat.LevelNeedsNewClients(
                client.profile(),
                codec,
                today - recommended.resources().money(),
                curve == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(today
                                - predictor.of(fallback, curve).resources().money()),
                costs.prices().currency()));
    }

    private String limits() {
        List<String> limits = new ArrayList<>();
        request.limits()
                .maxLatencyMillis()
                .ifPresent(millis -> limits.add(String.format(Locale.ROOT, "--max-latency %.0fms", millis)));
        request.limits()
                .maxProducerCores()
                .ifPresent(cores -> limits.add(String.format(Locale.ROOT, "--max-producer-cores %.2f", cores)));
        return String.join(" and ", limits);
    }
}
