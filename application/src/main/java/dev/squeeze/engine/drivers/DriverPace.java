package dev.squeeze.engine.drivers;

import java.nio.file.Path;
import java.time.Duration;

/** When the records of a driver are due. */
public sealed interface DriverPace {
    /** Each record is sent as soon as the previous call has returned. */
    record Unthrottled() implements DriverPace {}

    /**
     * Evenly paced: the k-th record is due {@code (turn + k * turns) / recordsPerSecond} after the start.
     *
     * @param recordsPerSecond total rate of the drivers that take turns
     * @param turn this driver's turn, from 0
     * @param turns number of drivers that take turns
     */
    record Even(double recordsPerSecond, int turn, int turns) implements DriverPace {
        public Even {
            if (!(recordsPerSecond > 0) || turn < 0 || turns <= turn) {
                throw new IllegalArgumentException(
                        "invalid pace: turn " + turn + " of " + turns + ", " + recordsPerSecond + " records/s");
            }
        }
    }

    /**
     * A repeating sequence of times.
     *
     * @param times file of nanoseconds after the start, 8 bytes each, big-endian, ascending
     * @param pass length of the sequence, after which it repeats
     */
    record Times(Path times, Duration pass) implements DriverPace {}
}
