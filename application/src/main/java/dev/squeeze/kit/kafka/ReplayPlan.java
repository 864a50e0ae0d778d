package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * A producer whose sending is simulated.
 *
 * @param codec {@code compression.type} with its level
 * @param batchSizeBytes {@code batch.size}
 * @param lingerMillis {@code linger.ms}
 * @param partitions of the topic
 * @param brokers that lead them in turn
 * @param arrivals how records come
 * @param timing what the steps take
 * @param compressing which batches are really compressed
 * @param topicCodec codec that brokers compress those batches again with; empty where they keep them
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
            throw new IllegalArgumentException("a topic has a partition, and a partition a broker");
        }
    }

    /** With all batches compressed. */
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
     * @param model what the others are taken to compress to; empty where there are no others
     * @param counted whether the first of those that count are, as many as {@link ReplayExtent} says; none otherwise
     */
    public record Compressing(Optional<SizeModel> model, boolean counted) {
        public static final Compressing ALL = new Compressing(Optional.empty(), true);

        /** The batches that count, once the producer has settled. */
        public static Compressing counted(SizeModel before) {
            return new Compressing(Optional.of(before), true);
        }

        /** None. */
        public static Compressing none(SizeModel model) {
            return new Compressing(Optional.of(model), false);
        }
    }

    /** How records come to a producer. */
    public sealed interface Arrivals {
        /** At random, as from many sources that know nothing of one another. */
        record Poisson(double recordsPerSecond) implements Arrivals {
            public Poisson {
                requireRate(recordsPerSecond);
            }
        }

        /**
         * Due at equal distances, as from a load generator: a thread sends what is due, and sleeps until the next is, which it
         * cannot do for as short as it likes. Above some thousand records per second they come in bursts.
         */
        record Even(double recordsPerSecond) implements Arrivals {
            /** The shortest sleep that the load generator asks for. */
            public static final long MIN_ASKED_NANOS = 100_000;

            /** Linux wakes a sleeping thread this much later than asked for. */
            private static final long WAKE_UP_DELAY_NANOS = 50_000;

            /** The shortest sleep that there is. */
            public static final double MIN_SLEEP_SECONDS = (MIN_ASKED_NANOS + WAKE_UP_DELAY_NANOS) / 1e9;

            /**
             * Linger is counted in whole milliseconds, and where in one records fall is chance: they come later by this share, and
             * so pass through all of it.
             */
            public static final double OUT_OF_STEP = 1e-3;

            public Even {
                requireRate(recordsPerSecond);
            }
        }

        /**
         * By a pattern, such as that of the records' own timestamps.
         *
         * @param gapNanos time from each record to the next one, asked for once a record
         */
        record Patterned(DoubleSupplier gapNanos) implements Arrivals {}

        /** The next as soon as the last was taken: the most that a thread can send. */
        record AsFastAsTaken() implements Arrivals {}

        private static void requireRate(double recordsPerSecond) {
            if (!(recordsPerSecond > 0) || Double.isInfinite(recordsPerSecond)) {
                throw new IllegalArgumentException("a rate must be above 0 records/s, got " + recordsPerSecond);
            }
        }
    }
}
