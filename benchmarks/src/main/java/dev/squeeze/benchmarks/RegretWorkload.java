package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import java.util.function.DoubleSupplier;

/**
 * What is sent, and how fast.
 *
 * @param data where the records are from
 * @param cell of the matrix
 * @param recordsPerSecond of the only producer
 * @param payload the records; each round begins elsewhere among them
 */
record RegretWorkload(String data, Cell cell, double recordsPerSecond, Payload payload) {
    private static final double LOW_RECORDS_PER_SECOND = 50;
    private static final double MODERATE_BYTES_PER_SECOND = 2e6;

    /** How fast. */
    enum Rate {
        MODERATE("2 MB/s"),
        QUARTER("a quarter of the highest"),
        LOW("low rate");

        private final String words;

        Rate(String words) {
            this.words = words;
        }

        /** @param highest what the machine carries, asked where the rate depends on it */
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
     * Which of the matrix a workload is. Keys change from source to source, the rate from workload to workload, and the
     * partitions so that ten sources with two workloads each meet every combination.
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
