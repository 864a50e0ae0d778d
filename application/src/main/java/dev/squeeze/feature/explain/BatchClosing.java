package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.FullBatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Predicts how much deeper batches get when a change makes records smaller, in doublings of the records per batch: 1
 * means twice as many. Simulates producers with records of the changed sizes. Nothing is compressed; the ratio that
 * Java's producer estimates is known from batches that were measured.
 *
 * <p>Bytes and the estimated ratio act separately. A batch is full when its bytes, times the estimated ratio, plus the
 * next record, which counts uncompressed, reach {@code batch.size} ({@code MemoryRecordsBuilder.hasRoomFor}). So if
 * records are large, fewer bytes make room even if the remaining ones compress so much worse that no stored byte is
 * saved.
 */
final class BatchClosing {
    /** Batches keep their records. */
    static final BatchClosing NEVER = new BatchClosing(Optional.empty(), false);

    /**
     * Share of the record bytes, or of the estimated ratio, that remains when the effect of fewer bytes is simulated.
     */
    private static final double KEPT = 0.8;

    /** Number of simulations of the effect of fewer bytes. */
    private static final int ROUNDS = 4;

    /** Standard errors by which that effect must be above 0. */
    private static final double CERTAIN = 2;

    /** At most this many records are simulated for each change. */
    private static final int MAX_RECORDS = 120_000;

    private static final double LOG_2 = Math.log(2);

    /**
     * How many times unchanged records are simulated per round. One more record in a batch shifts the start of all
     * following batches, so batches that are a few bytes larger or smaller give another random draw. Each change has
     * draws of its own; those of the unchanged records affect the doublings of all changes alike.
     */
    private static final int DRAWS = 6;

    private final Optional<BatchForming> forming;
    private final boolean whole;
    private final Map<Today, Double> recordsPerBatch = new ConcurrentHashMap<>();
    private Optional<FewerBytes> fewerBytes = Optional.empty();

    /**
     * The ratio that Java's producer estimates for its batches, as stored over uncompressed bytes; 1 for clients that
     * do not estimate.
     *
     * @param before for the unchanged batches
     * @param after for the changed batches
     */
    record Guess(double before, double after) {
        static final Guess NONE = new Guess(1, 1);
    }

    /**
     * The simulated effect of fewer bytes.
     *
     * @param share how much of the doublings of full batches occurs in simulations, with its standard error; 0 if it
     *     may be chance
     * @param ofRecords growth in per cent of the records in a full batch if all records shrink by one per cent
     * @param ofGuess the same if the estimated ratio shrinks by one per cent
     */
    private record FewerBytes(SimulatedDoublings.Estimate share, double ofRecords, double ofGuess) {
        SimulatedDoublings.Expected expected(double ofFullBatches) {
            return new SimulatedDoublings.Expected(
                    new SimulatedDoublings.Estimate(
                            share.doublings() * ofFullBatches, share.standardError() * Math.abs(ofFullBatches)),
                    ofFullBatches);
        }
    }

    /** Identifies a simulation of the unchanged records; arrival times differ by round. */
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
        return (long) (BatchForming.bytes(all) * wanted / all.size());
    }

    /** Only Java's client estimates the ratio. */
    boolean isByGuess() {
        return forming.filter(known -> known.costs().workload().client() == ClientProfile.JAVA
                        && !known.settings().codec().equals(Codec.NONE))
                .isPresent();
    }

    /** Forms and compresses batches with changes; absent if not all records are available. */
    Optional<FormedAgain> again() {
        return forming.filter(known -> whole).map(FormedAgain::of);
    }

    /** The same for few records that are sent repeatedly. */
    Optional<FormedAgain> againOverAndOver(int turns) {
        return forming.filter(known -> whole).map(known -> FormedAgain.overAndOver(known, turns));
    }

    /** Whether batches can get deeper; false if only {@code linger.ms} is known to close them. */
    boolean canDeepen() {
        return forming.isPresent()
                && fewerBytes.map(known -> known.share.doublings() > 0).orElse(true);
    }

    /**
     * Approximates the doublings of a change without simulating it.
     *
     * @param rawLeft uncompressed bytes that remain, as a share of today's
     */
    SimulatedDoublings.Expected expected(double rawLeft, Guess guess) {
        if (!canDeepen()) {
            return SimulatedDoublings.Expected.AS_DEEP;
        }
        FewerBytes known = fewerBytes(guess);
        return known.expected(-known.ofRecords * doublings(Math.max(1e-3, rawLeft))
                - known.ofGuess * doublings(Math.max(1e-3, guess.after / guess.before)));
    }

    /** Called by several threads; the first call simulates for all of them. */
    private synchronized FewerBytes fewerBytes(Guess guess) {
        FewerBytes known = fewerBytes.orElseGet(() -> fewerBytes(forming.orElseThrow(), guess.before));
        fewerBytes = Optional.of(known);
        return known;
    }

    private static double doublings(double growth) {
        return Math.log(growth) / LOG_2;
    }

    /** Simulates the effect of a fifth less record bytes, and of a fifth less in the estimated ratio. */
    private FewerBytes fewerBytes(BatchForming known, double guess) {
        FullBatches full = new FullBatches(known.settings().batchSizeBytes(), isByGuess());
        List<BatchRecord> shorter =
                records().stream().map(BatchClosing::shorter).toList();
        BatchForming changed = known.changedTo(shorter);
        double today = full.recordsPerBatch(records(), guess);
        double ofRecords = doublings(full.recordsPerBatch(shorter, guess) / today);
        double ofGuess = isByGuess() ? doublings(full.recordsPerBatch(records(), KEPT * guess) / today) : 0;
        double[] share = IntStream.range(0, ROUNDS)
                .parallel()
                .mapToDouble(round -> {
                    double before = recordsPerBatch(guess, round);
                    double simulated = doublings(changed.atOtherMoments(round).recordsPerBatch(guess) / before)
                            + (isByGuess() ? doublings(recordsPerBatch(KEPT * guess, round) / before) : 0);
                    return simulated / (ofRecords + ofGuess);
                })
                .toArray();
        double left = BatchForming.bytes(shorter) / BatchForming.bytes(records());
        return new FewerBytes(
                share(share, ofRecords + ofGuess),
                left > 0.99 ? 0 : ofRecords / -doublings(left),
                ofGuess / -doublings(KEPT));
    }

    private static SimulatedDoublings.Estimate share(double[] each, double ofFullBatches) {
        double mean = mean(each);
        double error = standardError(each);
        return ofFullBatches <= 0 || mean < CERTAIN * error
                ? SimulatedDoublings.Expected.AS_DEEP.estimate()
                : new SimulatedDoublings.Estimate(mean, error);
    }

    private static double mean(double[] rounds) {
        return Arrays.stream(rounds).average().orElseThrow();
    }

    /** Of the mean. */
    private static double standardError(double[] rounds) {
        double mean = mean(rounds);
        double squares =
                Arrays.stream(rounds).map(each -> (each - mean) * (each - mean)).sum();
        return Math.sqrt(squares / (rounds.length - 1) / rounds.length);
    }

    /** The records whose sizes {@link #doublings(int[], Guess, int)} takes, in the order of sending. */
    List<BatchRecord> records() {
        return forming.map(known -> known.sent().records()).orElse(List.of());
    }

    /** Whether these are all records that are sent. */
    boolean isOfAllRecords() {
        return whole;
    }

    /**
     * Simulates producers that send the changed records, and returns the doublings.
     *
     * @param round determines the arrival times of the records
     */
    double doublings(int[] valueBytes, Guess guess, int round) {
        BatchForming changed =
                forming.orElseThrow().changedTo(withValues(valueBytes)).atOtherMoments(round);
        return doublings(changed.recordsPerBatch(guess.after) / recordsPerBatch(guess.before, round));
    }

    private double recordsPerBatch(double guess, int round) {
        return recordsPerBatch.computeIfAbsent(new Today(guess, round), asked -> IntStream.range(0, DRAWS)
                .mapToDouble(draw -> forming.orElseThrow()
                        .drawn(draw, DRAWS)
                        .atOtherMoments(round)
                        .recordsPerBatch(guess))
                .average()
                .orElseThrow());
    }

    /** Contents do not matter, so values of the same length share an array. */
    List<BatchRecord> withValues(int[] valueBytes) {
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
}
