package dev.squeeze.engine.load;

import java.time.Duration;
import java.util.List;

/** How fast records are handed to the producers. */
public sealed interface LoadProfile {
    /** Closed loop: each application thread sends its next record as soon as the previous call returns. */
    record ClosedLoop() implements LoadProfile {}

    /**
     * Open loop: records are due on a schedule, regardless of earlier ones. Latency is counted from when a record was
     * due, so that a stall is charged to every record it delayed.
     */
    sealed interface Paced extends LoadProfile {
        /**
         * Number of records, over all producers and threads, that are due within {@code seconds} of the first; 0 for
         * negative values.
         */
        double recordsDueBy(double seconds);

        /**
         * Mean rate of due records over a period, in records/s.
         *
         * @param fromSeconds start of the period, after the first record
         * @param seconds its length, above 0
         */
        default double meanRecordsPerSecond(double fromSeconds, double seconds) {
            return (recordsDueBy(fromSeconds + seconds) - recordsDueBy(fromSeconds)) / seconds;
        }

        /**
         * When a record is due, in nanoseconds after the first one.
         *
         * @param position of the record in the common schedule, from 0
         */
        double nanosUntil(long position);
    }

    /**
     * Records are evenly paced.
     *
     * @param recordsPerSecond rate of all producers and threads together
     */
    record OpenLoop(double recordsPerSecond) implements Paced {
        public OpenLoop {
            requireRate(recordsPerSecond);
        }

        @Override
        public double recordsDueBy(double seconds) {
            return Math.max(0, seconds) * recordsPerSecond;
        }

        @Override
        public double nanosUntil(long position) {
            return position * (1e9 / recordsPerSecond);
        }
    }

    /**
     * A sequence of stages, each with its own rate. After the last stage its final rate continues until sending is
     * stopped.
     *
     * @param stages at least one
     */
    record Staged(List<Stage> stages) implements Paced {
        public Staged {
            stages = List.copyOf(stages);
            if (stages.isEmpty()) {
                throw new IllegalArgumentException("a staged load needs at least one stage");
            }
        }

        /** Total length of all stages. */
        public Duration length() {
            return stages.stream().map(Stage::length).reduce(Duration.ZERO, Duration::plus);
        }

        /** Mean rate over all stages, records/s. */
        public double meanRecordsPerSecond() {
            double seconds = length().toNanos() / 1e9;
            return recordsDueBy(seconds) / seconds;
        }

        @Override
        public double recordsDueBy(double seconds) {
            double left = Math.max(0, seconds);
            double records = 0;
            for (Stage stage : stages) {
                if (left <= stage.seconds()) {
                    return records + stage.recordsAfter(left);
                }
                records += stage.records();
                left -= stage.seconds();
            }
            return records + left * stages.get(stages.size() - 1).toRecordsPerSecond();
        }

        @Override
        public double nanosUntil(long position) {
            double left = position;
            double seconds = 0;
            for (Stage stage : stages) {
                double records = stage.records();
                if (left <= records) {
                    return (seconds + stage.secondsUntil(left)) * 1e9;
                }
                left -= records;
                seconds += stage.seconds();
            }
            return (seconds + left / stages.get(stages.size() - 1).toRecordsPerSecond()) * 1e9;
        }
    }

    /**
     * A period with a constant rate, or a rate that changes linearly.
     *
     * @param length above 0
     * @param fromRecordsPerSecond rate at its beginning
     * @param toRecordsPerSecond rate at its end
     */
    record Stage(Duration length, double fromRecordsPerSecond, double toRecordsPerSecond) {
        public Stage {
            if (length.isZero() || length.isNegative()) {
                throw new IllegalArgumentException("the length of a stage must be above 0, got " + length);
            }
            requireRate(fromRecordsPerSecond);
            requireRate(toRecordsPerSecond);
        }

        double seconds() {
            return length.toNanos() / 1e9;
        }

        double records() {
            return seconds() * (fromRecordsPerSecond + toRecordsPerSecond) / 2;
        }

        /** @param elapsed seconds of this stage */
        private double recordsAfter(double elapsed) {
            return elapsed * (fromRecordsPerSecond + acceleration() * elapsed / 2);
        }

        /** The inverse of {@link #recordsAfter}, in the form of the quadratic's root that avoids cancellation. */
        private double secondsUntil(double records) {
            double square = fromRecordsPerSecond * fromRecordsPerSecond + 2 * acceleration() * records;
            return 2 * records / (fromRecordsPerSecond + Math.sqrt(Math.max(0, square)));
        }

        /** Change of the rate, in records/s per second. */
        private double acceleration() {
            return (toRecordsPerSecond - fromRecordsPerSecond) / seconds();
        }
    }

    private static void requireRate(double recordsPerSecond) {
        if (!(recordsPerSecond > 0) || Double.isInfinite(recordsPerSecond)) {
            throw new IllegalArgumentException("a rate must be above 0 records/s, got " + recordsPerSecond);
        }
    }
}
