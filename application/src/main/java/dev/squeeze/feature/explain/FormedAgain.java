package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** What records take in the batches that form of them, and changed records in those that form with the change. All batches are compressed. */
final class FormedAgain {
    /** So many times records as they are form batches in a round: chance in these is in what all changes save. */
    private static final int DRAWS = 6;

    /** So many times the bytes of all records are in the different batches that a few records make: each alone, and with one neighbour. */
    private static final double DIFFERENT_BATCHES = 3;

    private final BatchForming forming;
    private final int turns;
    private final Optional<KnownSizes> todays;

    /**
     * Stored bytes per record that a change saves in the batches that form with it, over those that form today.
     *
     * @param standardError of chance in when records come
     * @param today what those that form today take
     * @param turns so many times each record was sent
     */
    record Saved(double bytes, double standardError, double today, int turns) {
        /** Where batches that form today were measured by other means, by which they take so many bytes per record. */
        Saved of(double stored) {
            double times = stored / today;
            return new Saved(times * bytes, times * standardError, stored, turns);
        }
    }

    private FormedAgain(BatchForming forming, int turns, Optional<KnownSizes> todays) {
        this.forming = forming;
        this.turns = turns;
        this.todays = todays;
    }

    /** Of many records, each of which is sent once. */
    static FormedAgain of(BatchForming forming) {
        return new FormedAgain(forming, 1, Optional.empty());
    }

    /** Of few records, a few of which are in a batch: the same batches come again and again, and each of them is compressed once. */
    static FormedAgain overAndOver(BatchForming forming, int turns) {
        return new FormedAgain(
                forming, turns, Optional.of(new KnownSizes(forming.settings().codec())));
    }

    /**
     * How many rounds of batches of all records there is time for.
     *
     * @param changes that are asked for in each round, besides records as they are
     */
    long rounds(int changes, Duration cpuTime) {
        double compressedOnce =
                (changes + 1) * BatchForming.bytes(forming.sent().records());
        double turnsCompressed = forming.compressedIn(cpuTime) / compressedOnce;
        if (todays.isEmpty() || turnsCompressed < DIFFERENT_BATCHES) {
            return (long) turnsCompressed;
        }
        // The first time compresses, the others look up.
        storedBytesPerRecord(forming, todays, 0);
        // On all cores, which slow each other down.
        int atOnce = ForkJoinPool.getCommonPoolParallelism() + 1;
        long began = System.nanoTime();
        IntStream.range(0, atOnce).parallel().forEach(round -> storedBytesPerRecord(forming, todays, round));
        double ofRound = (double) (changes + DRAWS) * (System.nanoTime() - began);
        return (long) ((1 - DIFFERENT_BATCHES / turnsCompressed) * cpuTime.toNanos() / ofRound);
    }

    /** Stored bytes per record in the batches that form of records as they are, in each of several rounds. */
    double[] storedBytesPerRecord(int rounds) {
        return IntStream.range(0, rounds)
                .parallel()
                .mapToDouble(round -> storedBytesPerRecord(round, rounds))
                .toArray();
    }

    private double storedBytesPerRecord(int round, int rounds) {
        return todays.isEmpty()
                ? storedBytesPerRecord(forming.drawn(round, rounds), todays, round)
                : IntStream.range(0, DRAWS)
                        .mapToDouble(draw -> storedBytesPerRecord(forming.drawn(draw, DRAWS), todays, round))
                        .average()
                        .orElseThrow();
    }

    /**
     * In each round records come at other moments, and batches are another draw: where timestamps say when records come, moments are the
     * same in all rounds.
     */
    private double storedBytesPerRecord(BatchForming ofRecords, Optional<KnownSizes> known, int round) {
        BatchForming inRound = ofRecords.atOtherMoments(round);
        return known.map(sizes -> inRound.repeated(turns).storedBytesPerRecord(sizes))
                .orElseGet(inRound::storedBytesPerRecord);
    }

    /**
     * What the batches that form with changed records take less.
     *
     * @param todays what {@link #storedBytesPerRecord(int)} says of records as they are
     * @param changed all records, in their order
     */
    Saved saved(double[] todays, List<BatchRecord> changed) {
        BatchForming with = forming.changedTo(changed);
        Optional<KnownSizes> known =
                this.todays.map(none -> new KnownSizes(forming.settings().codec()));
        double[] saved = IntStream.range(0, todays.length)
                .parallel()
                .mapToDouble(
                        round -> todays[round] - storedBytesPerRecord(with.drawn(round, todays.length), known, round))
                .toArray();
        double mean = Arrays.stream(saved).average().orElseThrow();
        double squares =
                Arrays.stream(saved).map(each -> (each - mean) * (each - mean)).sum();
        return new Saved(
                mean,
                Math.sqrt(squares / (saved.length - 1) / saved.length),
                Arrays.stream(todays).average().orElseThrow(),
                turns * todays.length);
    }
}
