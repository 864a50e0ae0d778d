package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.source.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Every sensible {@code batch.size} and {@code linger.ms}, tried with each codec and level. */
final class CandidateGrid {
    /** No larger one is tried unless it is today's. */
    static final int MAX_BATCH_SIZE = 524_288;

    private static final List<Integer> BATCH_SIZES = List.of(16_384, 32_768, 65_536, 131_072, 262_144, MAX_BATCH_SIZE);

    private static final List<Integer> LINGERS = List.of(0, 5, 10, 20, 50, 100);

    /** Tried only if the next longer usual linger is recommended. */
    private static final List<Integer> BETWEEN = List.of(30, 70);

    /** Enough to see whether smaller or larger batches would do better at another rate. */
    private static final List<Integer> FEW_BATCH_SIZES = List.of(65_536, 262_144);

    private static final List<Integer> FEW_LINGERS = List.of(5, 20, 100);

    private static final double SHORT_MILLIS = 10;

    /**
     * Bytes that clients count for a record in addition to key and value when they check its size: 36 for sarama
     * ({@code maximumRecordOverhead}); franz-go also counts the batch header. Record headers are not known here.
     */
    private static final int FRAMING_BYTES = 128;

    private CandidateGrid() {}

    /**
     * Largest part of all given records that a batch may contain: with more, many records would occur twice, and it
     * would compress too well.
     */
    private static final double MAX_SHARE_OF_RECORDS = 0.5;

    /** How many records must be given to form batches of this many. */
    static double recordsNeeded(double recordsPerBatch) {
        return Math.ceil(recordsPerBatch / MAX_SHARE_OF_RECORDS);
    }

    /**
     * Which batches may replace today's.
     *
     * @param settable whether the client has a {@code batch.size}
     * @param leastBytes minimum {@code batch.size}
     * @param maxBytes maximum {@code batch.size}, since brokers refuse larger batches and {@code batch.size} limits the
     *     compressed size. Today's may be larger if records do not wait longer than today
     * @param maxRecords maximum records per batch
     * @param lingering whether records may wait longer than today; false if transactions end batches, because waiting
     *     longer adds no records then
     */
    record Sizes(boolean settable, int leastBytes, int maxBytes, double maxRecords, boolean lingering) {
        static Sizes of(Workload workload, ProducerSettings today, Sample sample) {
            return new Sizes(
                    workload.producing().hasBatchSize(),
                    leastBatchBytes(
                            workload.client(), today, sample.recordBytes().max()),
                    workload.maxMessageBytes().orElse(Integer.MAX_VALUE),
                    MAX_SHARE_OF_RECORDS * sample.read().records(),
                    sample.read()
                            .stored()
                            .filter(stored -> stored.recordsPerTransaction().isPresent())
                            .isEmpty());
        }

        /** Whether enough records were given for such batches. */
        boolean enoughFor(Prediction prediction) {
            return prediction.fill().recordsPerBatch() <= maxRecords;
        }

        /** The largest {@code batch.size} that may be tried. */
        int largest() {
            return usual(BATCH_SIZES).last();
        }

        /** Whether larger batches than these were not tried because of the topic's limit. */
        boolean limit(Prediction prediction) {
            return settable
                    && prediction.fill().full()
                    && largest() < MAX_BATCH_SIZE
                    && prediction.settings().batchSizeBytes() == largest();
        }

        /** Whether such batches can form, and brokers accept them or at least refuse no more of them than today. */
        private boolean arePossible(ProducerSettings settings, ProducerSettings today) {
            return (lingering || settings.lingerMillis() <= today.lingerMillis()) && areTaken(settings, today);
        }

        private boolean areTaken(ProducerSettings settings, ProducerSettings today) {
            return settings.batchSizeBytes() <= maxBytes
                    || (settings.batchSizeBytes() == today.batchSizeBytes()
                            && settings.lingerMillis() <= today.lingerMillis());
        }

        /** The sizes that the topic accepts; if it accepts none of them, its limit. */
        private TreeSet<Integer> usual(List<Integer> sizes) {
            TreeSet<Integer> taken = new TreeSet<>(sizes);
            taken.removeIf(bytes -> bytes > maxBytes);
            if (taken.isEmpty()) {
                taken.add(maxBytes);
            }
            return taken;
        }

        private TreeSet<Integer> among(List<Integer> usual, Collection<Integer> own) {
            TreeSet<Integer> sizes = settable ? usual(usual) : new TreeSet<>();
            sizes.addAll(own);
            sizes.removeIf(bytes -> bytes < leastBytes);
            if (sizes.isEmpty()) {
                sizes.add(leastBytes);
            }
            return sizes;
        }
    }

    /**
     * Coarse predictions of all combinations; today's settings come first, as predicted before.
     *
     * @param sizes of the client
     * @param curves of the codecs and levels
     * @param limits if the limit on latency is short, half of it is tried as a linger too: the rest is for the round
     *     trip to the broker
     * @param between further lingers
     */
    static List<Prediction> of(
            Prediction current,
            Sizes sizes,
            Collection<CompressionCurve> curves,
            Predictor predictor,
            Limits limits,
            Collection<Integer> between) {
        TreeSet<Integer> lingers = new TreeSet<>(LINGERS);
        lingers.addAll(between);
        limits.maxLatencyMillis().stream()
                .filter(millis -> millis < SHORT_MILLIS)
                .forEach(millis -> lingers.add((int) (millis / 2)));
        List<Integer> todays = List.of(current.settings().batchSizeBytes());
        return of(current, curves, predictor, sizes, sizes.among(BATCH_SIZES, todays), lingers);
    }

    /**
     * The minimum {@code batch.size} if a client refuses records that exceed it: today's size, or one that fits the
     * largest record if today's does not. Otherwise 0.
     *
     * @param largestRecordBytes key and value of the largest record that was read
     */
    static int leastBatchBytes(ClientProfile client, ProducerSettings today, long largestRecordBytes) {
        if (!client.refusesRecordsAboveBatchSize()) {
            return 0;
        }
        return refusesLargest(client, today, largestRecordBytes) ? sizeFor(largestRecordBytes) : today.batchSizeBytes();
    }

    /** Whether the client refuses the largest record with these settings. */
    static boolean refusesLargest(ClientProfile client, ProducerSettings settings, long largestRecordBytes) {
        return client.refusesRecordsAboveBatchSize() && largestRecordBytes + FRAMING_BYTES > settings.batchSizeBytes();
    }

    /** The smallest power of two, from the usual sizes up, that fits a record. */
    private static int sizeFor(long recordBytes) {
        int bytes = BATCH_SIZES.get(0);
        while (bytes < recordBytes + FRAMING_BYTES && bytes < 1 << 30) {
            bytes *= 2;
        }
        return bytes;
    }

    /** Lingers to try between this usual one and the next shorter one; none if these are close. */
    static List<Integer> lingersBelow(int lingerMillis) {
        return BETWEEN.stream()
                .filter(millis -> millis < lingerMillis)
                .filter(millis -> LINGERS.stream().noneMatch(tried -> tried > millis && tried < lingerMillis))
                .toList();
    }

    /** The same with few combinations, including those of the given settings. */
    static List<Prediction> few(
            Prediction current,
            ProducerSettings own,
            Sizes sizes,
            Collection<CompressionCurve> curves,
            Predictor predictor) {
        TreeSet<Integer> lingers = new TreeSet<>(FEW_LINGERS);
        lingers.add(own.lingerMillis());
        List<Integer> known = List.of(current.settings().batchSizeBytes(), own.batchSizeBytes());
        return of(current, curves, predictor, sizes, sizes.among(FEW_BATCH_SIZES, known), lingers);
    }

    private static List<Prediction> of(
            Prediction current,
            Collection<CompressionCurve> curves,
            Predictor predictor,
            Sizes sizes,
            TreeSet<Integer> batchSizes,
            TreeSet<Integer> lingers) {
        ProducerSettings today = current.settings();
        lingers.add(today.lingerMillis());
        List<Prediction> candidates = new ArrayList<>();
        candidates.add(current);
        // Settings with the same linger share simulations, so one thread computes all of them. Unlike a set, a list is
        // split down to single elements.
        candidates.addAll(List.copyOf(lingers).parallelStream()
                .flatMap(linger -> curves.stream().flatMap(curve -> batchSizes.stream()
                        .map(batchSize -> new ProducerSettings(curve.codec(), batchSize, linger))
                        .filter(settings -> !settings.equals(today))
                        .filter(settings -> sizes.arePossible(settings, today))
                        .map(settings -> predictor.coarse(settings, curve))
                        .filter(sizes::enoughFor)))
                .toList());
        return candidates;
    }
}
