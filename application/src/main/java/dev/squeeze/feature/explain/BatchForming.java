package dev.squeeze.feature.explain;

import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.RecordsInMemory;
import dev.squeeze.kit.source.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** The batches that producers with these settings form, by the predictor that all commands use. */
record BatchForming(
        SentRecords sent, CostModel costs, Map<Codec, CompressionCurve> curves, ProducerSettings settings, long seed) {
    /** Number of pieces that {@link #some} takes. */
    static final int STRETCHES = 16;

    /** With fewer batches, the positions where they begin affect the costs of fields. */
    private static final int ENOUGH_BATCHES = 4_000;

    private static final int MAX_TURNS = 32;

    /** Share of {@code batch.size} between two draws. */
    private static final double BETWEEN_DRAWS = 5e-4;

    private static final long BYTES_PER_CELL = 1 << 18;
    private static final long MIN_BYTES = 2L << 20;

    /** The records of each batch, in the order in which the batches are sent. */
    List<List<BatchRecord>> batches() {
        return predictor().batches(settings, curve());
    }

    /**
     * The batches to measure. Records are not repeated if their timestamps show a pattern, since it would not continue
     * with the first record.
     */
    MeasuredBatches formed() {
        List<List<BatchRecord>> once = batches();
        int turns = Math.min(MAX_TURNS, ENOUGH_BATCHES / Math.max(1, once.size()));
        return turns <= 1 || sent.pattern().isPresent()
                ? MeasuredBatches.once(once)
                : new MeasuredBatches(once, repeated(turns).batches(), turns);
    }

    /** With the records sent several times over, at random times. */
    BatchForming repeated(int turns) {
        List<BatchRecord> all = Collections.nCopies(turns, sent.records()).stream()
                .flatMap(List::stream)
                .toList();
        return new BatchForming(new SentRecords(all, Optional.empty()), costs, curves, settings, seed);
    }

    /** Other records in the same traffic. */
    BatchForming ofRecords(List<BatchRecord> records, double recordBytes, boolean keyed) {
        return new BatchForming(
                new SentRecords(records, sent.pattern()),
                new CostModel(costs.workload().withRecords(recordBytes, keyed), costs.prices()),
                curves,
                settings,
                seed);
    }

    /**
     * Some of the records in a topic of their own, with their share of the rate and of the partitions.
     *
     * @param places of these records, ascending, at least one
     */
    BatchForming inTopicOfItsOwn(List<Integer> places) {
        SentRecords own = sent.thinnedTo(places);
        List<BatchRecord> records = own.records();
        double share = (double) records.size() / sent.records().size();
        Workload whole = costs.workload();
        Workload part = whole.atRateTimes(share)
                .withRecords(bytes(records) / records.size(), whole.keyed())
                .withPartitions((int) Math.max(1, Math.round(share * whole.partitions())));
        return new BatchForming(own, new CostModel(part, costs.prices()), curves, settings, seed);
    }

    /**
     * Records per batch if all batches have the same compression ratio; nothing is compressed.
     *
     * @param storedShare compressed over uncompressed bytes, without headers
     */
    double recordsPerBatch(double storedShare) {
        return predictor().recordsPerBatch(settings, curve(), (recordBytes, rank) -> storedShare);
    }

    /** Stored bytes per record of the batches that form if their compressed sizes are these. */
    double storedBytesPerRecord(KnownSizes sizes) {
        return predictor().storedBytesPerRecord(settings, curve(), sizes);
    }

    /** Stored bytes per record of {@link #batches}, including batch headers. */
    double storedBytesPerRecord() {
        return predictor().storedBytesPerRecord(settings, curve());
    }

    /** With this many bytes of records, in pieces from all over; all records if they have fewer. */
    BatchForming some(long maxBytes) {
        List<BatchRecord> all = sent.records();
        double share = maxBytes / bytes(all);
        if (share >= 1) {
            return this;
        }
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < STRETCHES; i++) {
            int begin = (int) ((long) i * all.size() / STRETCHES);
            int end = (int) ((i + 1L) * all.size() / STRETCHES);
            IntStream.range(begin, begin + (int) Math.ceil(share * (end - begin)))
                    .forEach(kept::add);
        }
        return new BatchForming(sent.ofStretches(kept), costs, curves, settings, seed);
    }

    /** The same records in the same traffic with other values, on which the codecs are measured first. */
    BatchForming withValues(List<byte[]> values, Collection<Codec> codecs, SweepListener listener) {
        Iterator<byte[]> next = values.iterator();
        List<BatchRecord> changed = sent.records().stream()
                .map(record -> record.value() == null
                        ? record
                        : new BatchRecord(record.key(), next.next(), record.headers(), record.timestampMillis()))
                .toList();
        BatchForming forming = changedTo(changed);
        try (QuickSweep sweep = new QuickSweep(BYTES_PER_CELL)) {
            Map<Codec, CompressionCurve> measured =
                    CompressionCurve.byCodec(sweep.run(forming.sample(QuickSweep.BATCH_BYTES), codecs, listener));
            return new BatchForming(forming.sent, forming.costs, measured, settings, seed);
        }
    }

    /** Other values of the same records, in the same traffic. */
    BatchForming changedTo(List<BatchRecord> changed) {
        double share = bytes(changed) / bytes(sent.records());
        return ofRecords(
                changed,
                share * costs.workload().recordBytes(),
                costs.workload().keyed());
    }

    /** The records as a sample on which codecs can be measured. */
    Sample sample(List<Integer> batchBytes) {
        return new RecordsInMemory(sent.records()).sample(batchBytes, Long.MAX_VALUE, seed, 1);
    }

    /** With other arrival times of the records. */
    BatchForming atOtherMoments(int round) {
        return new BatchForming(sent, costs, curves, settings, seed + round);
    }

    /** With batches that are a little smaller or larger; over all draws the deviations cancel out. */
    BatchForming drawn(int draw, int draws) {
        double share = (draw - (draws - 1) / 2.0) * BETWEEN_DRAWS;
        return with(new ProducerSettings(
                settings.codec(),
                settings.batchSizeBytes() + (int) Math.round(share * settings.batchSizeBytes()),
                settings.lingerMillis()));
    }

    BatchForming with(ProducerSettings other) {
        return new BatchForming(sent, costs, curves, other, seed);
    }

    /**
     * With as many records as today's codec compresses in a time, at most this many bytes, but no fewer than give
     * useful results.
     */
    BatchForming affordable(Duration compressing, long maxBytes) {
        return some(Math.max(MIN_BYTES, Math.min(maxBytes, compressedIn(compressing))));
    }

    /** Uncompressed bytes that today's codec compresses in this CPU time, in batches of {@code batch.size}. */
    long compressedIn(Duration cpuTime) {
        return (long) (cpuTime.toNanos() / curve().compressNanosPerByte(settings.batchSizeBytes()));
    }

    /** Uncompressed, including framing. */
    static double bytes(List<BatchRecord> records) {
        return records.stream()
                .mapToDouble(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
    }

    private SettingsPredictor predictor() {
        return SettingsPredictor.ofApplications(sent, costs, curves, Optional.empty(), 0, seed);
    }

    private CompressionCurve curve() {
        return Objects.requireNonNull(curves.get(settings.codec()));
    }
}
