package dev.squeeze.engine.predict;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The environment in which the producers run.
 *
 * @param cores shared by clients and brokers; empty if they run on separate machines
 * @param evenly whether records are evenly paced, as by a load generator; otherwise they arrive at random or according
 *     to the pattern
 * @param pattern in which records arrive; see {@link SentRecords}
 * @param everyRecord each producer sends one out of this many records; absent if the workload's producers share them
 * @param asMeasured whether batches compress like measured ones of their size, regardless of which records are adjacent
 */
public record Surroundings(
        OptionalInt cores,
        boolean evenly,
        Optional<ArrivalPattern> pattern,
        OptionalInt everyRecord,
        boolean asMeasured) {
    /** Records per burst, if a log's batches show that records arrive in bursts. */
    OptionalDouble recordsPerBurst() {
        return pattern.map(ArrivalPattern::recordsPerBurst).orElse(OptionalDouble.empty());
    }

    /** A producer of the workload sends one out of this many records. */
    int every(Workload workload) {
        return everyRecord.orElse(workload.producers());
    }

    /**
     * A load generator, brokers and consumers on one machine. Each producer sends all records, starting at a different
     * position.
     */
    public static Surroundings bench(int cores) {
        return new Surroundings(OptionalInt.of(cores), true, Optional.empty(), OptionalInt.of(1), true);
    }

    /**
     * The same with producers that share the records.
     *
     * @param among number of producers that share them; the workload may have fewer
     */
    public static Surroundings verification(int cores, int among) {
        return new Surroundings(OptionalInt.of(cores), true, Optional.empty(), OptionalInt.of(among), among == 1);
    }

    /** Applications that share the records among them, with brokers on separate machines. */
    public static Surroundings applications(Optional<ArrivalPattern> pattern) {
        return new Surroundings(OptionalInt.empty(), false, pattern, OptionalInt.empty(), false);
    }
}
