package dev.squeeze.engine.predict;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How the producers run.
 *
 * @param cores that clients and brokers share; empty where they run on machines of their own
 * @param evenly whether records are evenly paced, as by a load generator; else at random, or by the pattern
 * @param pattern in which records come; see {@link SentRecords}
 * @param everyRecord of which record each producer sends; absent where the workload's producers share them
 * @param asMeasured whether batches compress as measured ones of their size, whatever records are next to each other
 */
public record Surroundings(
        OptionalInt cores,
        boolean evenly,
        Optional<ArrivalPattern> pattern,
        OptionalInt everyRecord,
        boolean asMeasured) {
    /** Records that come at once, where a log's batches show that they come in bursts. */
    OptionalDouble recordsPerBurst() {
        return pattern.map(ArrivalPattern::recordsPerBurst).orElse(OptionalDouble.empty());
    }

    /** Of which record a producer of the workload sends. */
    int every(Workload workload) {
        return everyRecord.orElse(workload.producers());
    }

    /** A load generator, brokers and consumers on one machine; each producer sends all records from a place of its own. */
    public static Surroundings bench(int cores) {
        return new Surroundings(OptionalInt.of(cores), true, Optional.empty(), OptionalInt.of(1), true);
    }

    /**
     * The same with producers that share the records.
     *
     * @param among producers, of which the workload may have fewer
     */
    public static Surroundings verification(int cores, int among) {
        return new Surroundings(OptionalInt.of(cores), true, Optional.empty(), OptionalInt.of(among), among == 1);
    }

    /** Applications that share the records among them, and brokers on machines of their own. */
    public static Surroundings applications(Optional<ArrivalPattern> pattern) {
        return new Surroundings(OptionalInt.empty(), false, pattern, OptionalInt.empty(), false);
    }
}
