package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Stored bytes per record in the batches that form with and without a change. All batches are compressed. */
final class FormedAgain {
    /**
     * How many times batches of unchanged records are formed per round: their chance deviation affects the savings of
     * all changes.
     */
    private static final int DRAWS = 6;

    /**
     * How many times the bytes of all records the distinct batches of a few records have: each record alone, and with
     * one neighbour.
     */
    private static final double DIFFERENT_BATCHES = 3;

    private final BatchForming forming;
    private final int turns;
    private final Optional<KnownSizes> todays;

    /**
     * Stored bytes per record that a change saves, comparing the batches that form with and without it.
     *
     * @param standardError from random arrival times
     * @param today stored bytes per record without the change
     * @param turns how many times each record was sent
     */
    record Saved(double bytes, double standardError, double today, int turns) {
        /** Scaled to stored bytes per record of today's batches that were measured in another way. */
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

    /** For many records, each of which is sent once. */
    static FormedAgain of(BatchForming forming) {
        return new FormedAgain(forming, 1, Optional.empty());
    }

    /** For few records with few of them per batch: the same batches recur, and each of them is compressed once. */
    static FormedAgain overAndOver(BatchForming forming, int turns) {
        return new FormedAgain(
                forming, turns, Optional.of(new KnownSizes(forming.settings().codec())));
    }

    /**
     * How many rounds of batches of all records there is time for.
     *
     * @param changes per round, in addition to the unchanged records
     */
    long rounds(int changes, Duration cpuTime) {
        double compressedOnce =
                (changes + 1) * BatchForming.bytes(forming.sent().records());
        double turnsCompressed = forming.compressedIn(cpuTime) / compressedOnce;
        if (todays.isEmpty() || turnsCompressed < DIFFERENT_BATCHES) {
            return (long) turnsCompressed;
        }
        // The first run compresses, further runs look up the sizes.
        storedBytesPerRecord(forming, todays, 0);
        // On all cores at once, since they slow each other down.
        int atOnce = ForkJoinPool.getCommonPoolParallelism() + 1;
        long began = System.nanoTime();
        IntStream.range(0, atOnce).parallel().forEach(round -> storedBytesPerRecord(forming, todays, round));
        double ofRound = (double) (changes + DRAWS) * (System.nanoTime() - began);
        return (long) ((1 - DIFFERENT_BATCHES / turnsCompressed) * cpuTime.toNanos() / ofRound);
    }

    /** Stored bytes per record in the batches of unchanged records, in each of several rounds. */
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
     * Each round has other arrival times and other random batches; if timestamps give the arrival times, these are the
     * same in all rounds.
     */
    private double storedBytesPerRecord(BatchForming ofRecords, Optional<KnownSizes> known, int round) {
        BatchForming inRound = ofRecords.atOtherMoments(round);
        return known.map(sizes -> inRound.repeated(turns).storedBytesPerRecord(sizes))
                .orElseGet(inRound::storedBytesPerRecord);
    }

    /**
     * The saving in the batches that form with changed records.
     *
     * @param todays from {@link #storedBytesPerRecord(int)}, for the unchanged records
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
