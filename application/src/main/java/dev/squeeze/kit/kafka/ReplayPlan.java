package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * A producer to be simulated.
 *
 * @param codec {@code compression.type} with its level
 * @param batchSizeBytes {@code batch.size}
 * @param lingerMillis {@code linger.ms}
 * @param partitions of the topic
 * @param brokers that lead the partitions in turn
 * @param arrivals how records arrive at the producer
 * @param timing duration of each step
 * @param compressing which batches are really compressed
 * @param topicCodec codec with which brokers recompress batches; empty if they keep them
 */
public record ReplayPlan(
        Codec codec,
        int batchSizeBytes,
        int lingerMillis,
        int partitions,
        int brokers,
        Arrivals arrivals,
        ReplayTiming timing,
        Compressing compressing,
        Optional<Codec> topicCodec) {
    public ReplayPlan {
        if (batchSizeBytes < 0 || lingerMillis < 0) {
            throw new IllegalArgumentException("batch.size and linger.ms cannot be negative");
        }
        if (partitions < 1 || brokers < 1) {
            throw new IllegalArgumentException("a topic needs at least one partition and one broker");
        }
    }

    /** All batches are compressed. */
    public ReplayPlan(
            Codec codec,
            int batchSizeBytes,
            int lingerMillis,
            int partitions,
            int brokers,
            Arrivals arrivals,
            ReplayTiming timing) {
        this(
                codec,
                batchSizeBytes,
                lingerMillis,
                partitions,
                brokers,
                arrivals,
                timing,
                Compressing.ALL,
                Optional.empty());
    }

    /**
     * Which batches are really compressed.
     *
     * @param model compressed sizes of the other batches; empty if there are none
     * @param counted whether counted batches are compressed, up to the number in {@link ReplayExtent}; otherwise none are
     */
    public record Compressing(Optional<SizeModel> model, boolean counted) {
        public static final Compressing ALL = new Compressing(Optional.empty(), true);

        /** Compresses counted batches, once the producer has settled. */
        public static Compressing counted(SizeModel before) {
            return new Compressing(Optional.of(before), true);
        }

        /** Compresses no batches. */
        public static Compressing none(SizeModel model) {
            return new Compressing(Optional.of(model), false);
        }
    }

    /** How records arrive at a producer. */
    public sealed interface Arrivals {
        /** At random, as from many independent sources. */
        record Poisson(double recordsPerSecond) implements Arrivals {
            public Poisson {
                requireRate(recordsPerSecond);
            }
        }

        /**
         * Evenly paced, as from a load generator: a thread sends the records that are due, and sleeps until the next one is, which
         * it cannot do for arbitrarily short times. Above a few thousand records per second, records therefore arrive in bursts.
         */
        record Even(double recordsPerSecond) implements Arrivals {
            /** The shortest sleep that the load generator requests. */
            public static final long MIN_ASKED_NANOS = 100_000;

            /** Linux wakes a sleeping thread later than requested by this much. */
            private static final long WAKE_UP_DELAY_NANOS = 50_000;

            /** The shortest possible sleep. */
            public static final double MIN_SLEEP_SECONDS = (MIN_ASKED_NANOS + WAKE_UP_DELAY_NANOS) / 1e9;

            /**
             * Linger is counted in whole milliseconds, and at which point within one a record arrives is random. Stretching all
             * gaps by this fraction makes records pass through all of them.
             */
            public static final double OUT_OF_STEP = 1e-3;

            public Even {
                requireRate(recordsPerSecond);
            }
        }

        /**
         * With a pattern, such as that of the records' own timestamps.
         *
         * @param gapNanos time from each record to the next one, called once per record
         */
        record Patterned(DoubleSupplier gapNanos) implements Arrivals {}

        /** The next record arrives as soon as the last one was accepted: the maximum that a thread can send. */
        record AsFastAsTaken() implements Arrivals {}

        private static void requireRate(double recordsPerSecond) {
            if (!(recordsPerSecond > 0) || Double.isInfinite(recordsPerSecond)) {
                throw new IllegalArgumentException("a rate must be above 0 records/s, got " + recordsPerSecond);
            }
        }
    }
}
