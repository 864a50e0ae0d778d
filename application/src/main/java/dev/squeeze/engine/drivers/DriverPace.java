package dev.squeeze.engine.drivers;

import java.nio.file.Path;
import java.time.Duration;

/** When the records of a driver are due. */
public sealed interface DriverPace {
    /** Each as soon as the one before was handed over. */
    record Unthrottled() implements DriverPace {}

    /**
     * Evenly: the k-th record is due {@code (turn + k * turns) / recordsPerSecond} after the start.
     *
     * @param recordsPerSecond of all drivers that take turns
     * @param turn this driver's, from 0 on
     * @param turns how many drivers take turns
     */
    record Even(double recordsPerSecond, int turn, int turns) implements DriverPace {
        public Even {
            if (!(recordsPerSecond > 0) || turn < 0 || turns <= turn) {
                throw new IllegalArgumentException(
                        "no pace: turn " + turn + " of " + turns + ", " + recordsPerSecond + " records/s");
            }
        }
    }

    /**
     * By times that repeat.
     *
     * @param times a file of nanoseconds after the start, 8 bytes each, big-endian, ascending
     * @param pass when they begin again
     */
    record Times(Path times, Duration pass) implements DriverPace {}
}
