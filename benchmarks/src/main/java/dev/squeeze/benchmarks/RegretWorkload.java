package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import java.util.function.DoubleSupplier;

/**
 * What is sent, and how fast.
 *
 * @param data source of the records
 * @param cell position in the matrix
 * @param recordsPerSecond rate of the only producer
 * @param payload the records; each round starts at a different one
 */
record RegretWorkload(String data, Cell cell, double recordsPerSecond, Payload payload) {
    private static final double LOW_RECORDS_PER_SECOND = 50;
    private static final double MODERATE_BYTES_PER_SECOND = 2e6;

    /** The rate. */
    enum Rate {
        MODERATE("2 MB/s"),
        QUARTER("a quarter of the highest"),
        LOW("low rate");

        private final String words;

        Rate(String words) {
            this.words = words;
        }

        /** @param highest highest rate of the machine, called only if the rate depends on it */
        double recordsPerSecond(double bytesPerRecord, DoubleSupplier highest) {
            double moderate = MODERATE_BYTES_PER_SECOND / bytesPerRecord;
            return switch (this) {
                case MODERATE -> moderate;
                case QUARTER -> highest.getAsDouble() / 4;
                case LOW -> Math.min(LOW_RECORDS_PER_SECOND, moderate);
            };
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * The workload's position in the matrix. Keys alternate between sources, the rate between workloads, and the
     * partitions change so that ten sources with two workloads each cover every combination.
     */
    record Cell(boolean keyed, int partitions, Rate rate) {
        static Cell of(int source, int number, int workloadsPerSource) {
            Rate[] rates = Rate.values();
            return new Cell(
                    source % 2 == 1,
                    (number + source / 2) % 2 == 0 ? 1 : 12,
                    rates[(source * workloadsPerSource + number) % rates.length]);
        }

        @Override
        public String toString() {
            return (keyed ? "keys, " : "no keys, ")
                    + (partitions == 1 ? "1 partition, " : partitions + " partitions, ")
                    + rate;
        }
    }
}
