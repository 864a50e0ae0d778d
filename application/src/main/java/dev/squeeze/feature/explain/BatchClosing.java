package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What closes batches, and so how much deeper they are where a change makes records smaller: their doublings, which are 1 where twice
 * as many records come into a batch. Producers are simulated with records of the changed sizes. Nothing is compressed there; what
 * Java's producer guesses that batches compress to is known from those that were measured.
 *
 * <p>Bytes and the guess count by themselves. A batch is full where what it holds, times the guess, and the next record, which counts
 * uncompressed, reach {@code batch.size} ({@code MemoryRecordsBuilder.hasRoomFor}): of large records, fewer bytes make room even where
 * what is left compresses so much worse that no stored byte is saved.
 */
final class BatchClosing {
    /** Batches keep their records. */
    static final BatchClosing NEVER = new BatchClosing(Optional.empty(), false);

    /** Share that records, or the guess, keep where it is asked what fewer bytes do. */
    private static final double KEPT = 0.8;

    /** More are not simulated for each change. */
    private static final int MAX_RECORDS = 120_000;

    private static final double LOG_2 = Math.log(2);

    private final Optional<BatchForming> forming;
    private final boolean whole;
    private final Map<Today, Double> recordsPerBatch = new HashMap<>();
    private Optional<Elasticities> elasticities = Optional.empty();

    /**
     * What Java's producer guesses that batches compress to; 1 for those that do not guess.
     *
     * @param before stored over uncompressed bytes of the batches as they are
     * @param after the same of the changed ones
     */
    record Guess(double before, double after) {
        static final Guess NONE = new Guess(1, 1);
    }

    /** By how many per cent records per batch grow, at least 0, where all records or the guess shrink by one per cent. */
    private record Elasticities(double ofRecords, double ofGuess) {}

    /** Records as they are, at the moments of a round. */
    private record Today(double guess, int round) {}

    private BatchClosing(Optional<BatchForming> forming, boolean whole) {
        this.forming = forming;
        this.whole = whole;
    }

    static BatchClosing of(BatchForming forming) {
        int records = forming.sent().records().size();
        return records <= MAX_RECORDS
                ? new BatchClosing(Optional.of(forming), true)
                : new BatchClosing(Optional.of(forming.some(records(forming, MAX_RECORDS))), false);
    }

    private static long records(BatchForming forming, int wanted) {
        List<BatchRecord> all = forming.sent().records();
        return (long) (bytes(all) * wanted / all.size());
    }

    /** Only Java's client guesses what batches compress to. */
    boolean isByGuess() {
        return forming.filter(known -> known.costs().workload().client() == ClientProfile.JAVA
                        && !known.settings().codec().equals(Codec.NONE))
                .isPresent();
    }

    /** Whether batches can get deeper; not where only {@code linger.ms} is known to close them. */
    boolean canDeepen() {
        return forming.isPresent()
                && elasticities
                        .map(known -> known.ofRecords > 0 || known.ofGuess > 0)
                        .orElse(true);
    }

    /** About the doublings of a change of which the bytes that it leaves are known, over those of today. */
    double doublings(double rawLeft, Guess guess) {
        if (!canDeepen()) {
            return 0;
        }
        Elasticities known = elasticities.orElseGet(() -> elasticities(forming.orElseThrow(), guess.before));
        elasticities = Optional.of(known);
        return -(known.ofRecords * log(rawLeft) + known.ofGuess * log(guess.after / guess.before)) / LOG_2;
    }

    private static double log(double left) {
        return Math.log(Math.max(1e-3, left));
    }

    private Elasticities elasticities(BatchForming known, double guess) {
        List<BatchRecord> shorter =
                known.sent().records().stream().map(BatchClosing::shorter).toList();
        double left = bytes(shorter) / bytes(known.sent().records());
        double today = recordsPerBatch(guess, 0);
        double ofRecords =
                left > 0.99 ? 0 : Math.log(known.changedTo(shorter).recordsPerBatch(guess) / today) / -Math.log(left);
        double ofGuess = isByGuess() ? Math.log(recordsPerBatch(KEPT * guess, 0) / today) / -Math.log(KEPT) : 0;
        return new Elasticities(Math.max(0, ofRecords), Math.max(0, ofGuess));
    }

    /** The records whose sizes {@link #doublings(int[], Guess, int)} asks for, in the order of sending. */
    List<BatchRecord> records() {
        return forming.map(known -> known.sent().records()).orElse(List.of());
    }

    /** Whether these are all records that are sent. */
    boolean isOfAllRecords() {
        return whole;
    }

    /**
     * The doublings of a change, with producers that send the changed records.
     *
     * @param round in each one records come at other moments
     */
    double doublings(int[] valueBytes, Guess guess, int round) {
        BatchForming changed =
                forming.orElseThrow().changedTo(withValues(valueBytes)).atOtherMoments(round);
        return Math.log(changed.recordsPerBatch(guess.after) / recordsPerBatch(guess.before, round)) / LOG_2;
    }

    private synchronized double recordsPerBatch(double guess, int round) {
        return recordsPerBatch.computeIfAbsent(
                new Today(guess, round),
                asked -> forming.orElseThrow().atOtherMoments(round).recordsPerBatch(guess));
    }

    /** Nobody looks at what is in them, so values of the same length are the same array. */
    private List<BatchRecord> withValues(int[] valueBytes) {
        Map<Integer, byte[]> values = new HashMap<>();
        List<BatchRecord> changed = new ArrayList<>(valueBytes.length);
        for (BatchRecord record : records()) {
            byte[] value =
                    record.value() == null ? null : values.computeIfAbsent(valueBytes[changed.size()], byte[]::new);
            changed.add(new BatchRecord(record.key(), value, record.headers(), record.timestampMillis()));
        }
        return changed;
    }

    private static BatchRecord shorter(BatchRecord record) {
        byte[] value = record.value();
        return value == null
                ? record
                : new BatchRecord(
                        record.key(),
                        Arrays.copyOf(value, (int) (KEPT * value.length)),
                        record.headers(),
                        record.timestampMillis());
    }

    private static double bytes(List<BatchRecord> records) {
        return records.stream()
                .mapToDouble(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
    }
}
