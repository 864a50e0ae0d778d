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

    /** Of simulations of what fewer bytes do. */
    private static final int ROUNDS = 4;

    /** Standard errors that what they show is above 0. */
    private static final double CERTAIN = 2;

    /** More are not simulated for each change. */
    private static final int MAX_RECORDS = 120_000;

    private static final double LOG_2 = Math.log(2);

    /**
     * So many times records as they are are simulated in a round. A record more in one batch moves the beginnings of all that follow, so
     * batches a few bytes larger or smaller are another draw of the same chance. Changed records have draws of their own; those of records
     * as they are count in the doublings of all changes alike.
     */
    private static final int DRAWS = 6;

    private final Optional<BatchForming> forming;
    private final boolean whole;
    private final Map<Today, Double> recordsPerBatch = new ConcurrentHashMap<>();
    private Optional<FewerBytes> fewerBytes = Optional.empty();

    /**
     * What Java's producer guesses that batches compress to; 1 for those that do not guess.
     *
     * @param before stored over uncompressed bytes of the batches as they are
     * @param after the same of the changed ones
     */
    record Guess(double before, double after) {
        static final Guess NONE = new Guess(1, 1);
    }

    /**
     * What is known of what fewer bytes do.
     *
     * @param share of the doublings of full batches that simulated producers show, and the standard error of that; 0 where it may be
     *     chance
     * @param ofRecords per cents by which records in a full batch grow where all records shrink by one per cent
     * @param ofGuess the same where the guess does
     */
    private record FewerBytes(SimulatedDoublings.Estimate share, double ofRecords, double ofGuess) {
        SimulatedDoublings.Expected expected(double ofFullBatches) {
            return new SimulatedDoublings.Expected(
                    new SimulatedDoublings.Estimate(
                            share.doublings() * ofFullBatches, share.standardError() * Math.abs(ofFullBatches)),
                    ofFullBatches);
        }
    }

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
        return (long) (BatchForming.bytes(all) * wanted / all.size());
    }

    /** Only Java's client guesses what batches compress to. */
    boolean isByGuess() {
        return forming.filter(known -> known.costs().workload().client() == ClientProfile.JAVA
                        && !known.settings().codec().equals(Codec.NONE))
                .isPresent();
    }

    /** The batches that form with changes; absent where some records are not known. */
    Optional<FormedAgain> again() {
        return forming.filter(known -> whole).map(FormedAgain::of);
    }

    /** The same of few records that are sent over and over. */
    Optional<FormedAgain> againOverAndOver(int turns) {
        return forming.filter(known -> whole).map(known -> FormedAgain.overAndOver(known, turns));
    }

    /** Whether batches can get deeper; not where only {@code linger.ms} is known to close them. */
    boolean canDeepen() {
        return forming.isPresent()
                && fewerBytes.map(known -> known.share.doublings() > 0).orElse(true);
    }

    /** About the doublings of a change of which the bytes that it leaves are known, over those of today. */
    SimulatedDoublings.Expected expected(double rawLeft, Guess guess) {
        if (!canDeepen()) {
            return SimulatedDoublings.Expected.AS_DEEP;
        }
        FewerBytes known = fewerBytes(guess);
        return known.expected(-known.ofRecords * doublings(Math.max(1e-3, rawLeft))
                - known.ofGuess * doublings(Math.max(1e-3, guess.after / guess.before)));
    }

    /** Fields are measured by several threads; the first that asks simulates for all. */
    private synchronized FewerBytes fewerBytes(Guess guess) {
        FewerBytes known = fewerBytes.orElseGet(() -> fewerBytes(forming.orElseThrow(), guess.before));
        fewerBytes = Optional.of(known);
        return known;
    }

    private static double doublings(double growth) {
        return Math.log(growth) / LOG_2;
    }

    /** By what a fifth less of all records, and of the guess, does. */
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

    /** Nobody looks at what is in them, so values of the same length are the same array. */
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
