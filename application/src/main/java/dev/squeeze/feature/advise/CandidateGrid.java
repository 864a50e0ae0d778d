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

/** Every sensible {@code batch.size} and {@code linger.ms}, which each codec and level is tried with. */
final class CandidateGrid {
    /** No larger one is tried unless it is today's. */
    static final int MAX_BATCH_SIZE = 524_288;

    private static final List<Integer> BATCH_SIZES = List.of(16_384, 32_768, 65_536, 131_072, 262_144, MAX_BATCH_SIZE);

    private static final List<Integer> LINGERS = List.of(0, 5, 10, 20, 50, 100);

    /** Tried only where a longer linger than the usual ones before them is recommended. */
    private static final List<Integer> BETWEEN = List.of(30, 70);

    /** Enough to see whether smaller or larger batches would do better elsewhere. */
    private static final List<Integer> FEW_BATCH_SIZES = List.of(65_536, 262_144);

    private static final List<Integer> FEW_LINGERS = List.of(5, 20, 100);

    private static final double SHORT_MILLIS = 10;

    /**
     * What clients count of a record besides key and value, where that decides whether they refuse it: sarama 36 bytes
     * ({@code maximumRecordOverhead}), franz-go also the header of its batch. Headers of records are not known here.
     */
    private static final int FRAMING_BYTES = 128;

    private CandidateGrid() {}

    /** Of all records that were given: a batch with more of them would hold many twice, and compress too well. */
    private static final double MAX_SHARE_OF_RECORDS = 0.5;

    /** How many records have to be given for batches of so many. */
    static double recordsNeeded(double recordsPerBatch) {
        return Math.ceil(recordsPerBatch / MAX_SHARE_OF_RECORDS);
    }

    /**
     * Which batches may take the place of today's.
     *
     * @param settable whether the client has a {@code batch.size}
     * @param leastBytes no smaller {@code batch.size}
     * @param maxBytes no larger one, unless it is today's and records wait no longer than today: brokers refuse larger batches, and
     *     {@code batch.size} bounds a batch as it is stored
     * @param maxRecords no deeper batches
     * @param lingering whether records may wait longer than today for others; where transactions end batches, none come
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

        /** Whether as many records were given as such batches need. */
        boolean enoughFor(Prediction prediction) {
            return prediction.fill().recordsPerBatch() <= maxRecords;
        }

        /** The largest {@code batch.size} that may be tried. */
        int largest() {
            return usual(BATCH_SIZES).last();
        }

        /** Whether the topic's limit is why no larger batches than these were tried. */
        boolean limit(Prediction prediction) {
            return settable
                    && prediction.fill().full()
                    && largest() < MAX_BATCH_SIZE
                    && prediction.settings().batchSizeBytes() == largest();
        }

        /** Whether such batches form, and brokers take them, or at least no more of them are refused than today. */
        private boolean arePossible(ProducerSettings settings, ProducerSettings today) {
            return (lingering || settings.lingerMillis() <= today.lingerMillis()) && areTaken(settings, today);
        }

        private boolean areTaken(ProducerSettings settings, ProducerSettings today) {
            return settings.batchSizeBytes() <= maxBytes
                    || (settings.batchSizeBytes() == today.batchSizeBytes()
                            && settings.lingerMillis() <= today.lingerMillis());
        }

        /** Where the topic takes none of them, what it takes. */
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
     * Coarse predictions of all combinations; today's comes first, as it is.
     *
     * @param sizes of the client
     * @param curves of the codecs and levels
     * @param limits half of a short limit on latency is tried as a linger too: the rest goes to the broker and back
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
     * Where a client refuses records above {@code batch.size}, at least today's size and one that takes the largest record.
     *
     * @param largestRecordBytes key and value of the largest that was seen
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

    /** The least usual size that takes a record; usual ones are powers of two. */
    private static int sizeFor(long recordBytes) {
        int bytes = BATCH_SIZES.get(0);
        while (bytes < recordBytes + FRAMING_BYTES && bytes < 1 << 30) {
            bytes *= 2;
        }
        return bytes;
    }

    /** Lingers between a usual one and the shorter one before it; none where they are close. */
    static List<Integer> lingersBelow(int lingerMillis) {
        return BETWEEN.stream()
                .filter(millis -> millis < lingerMillis)
                .filter(millis -> LINGERS.stream().noneMatch(tried -> tried > millis && tried < lingerMillis))
                .toList();
    }

    /** The same with few combinations, some settings' own among them. */
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
        // Settings of one linger share simulations: one thread has all of them. A list is divided down to single ones,
        // unlike a set.
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
