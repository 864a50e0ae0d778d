package dev.squeeze.engine.load;

/** How fast records are handed to the producers. */
public sealed interface LoadProfile {
    /** Each application thread sends its next record as soon as the last call returned. */
    record ClosedLoop() implements LoadProfile {}

    /**
     * Records are evenly paced whatever becomes of the earlier ones; latency counts from when a record was due,
     * so that a stall is charged to every record that it delayed.
     *
     * @param recordsPerSecond of all producers and threads together
     */
    record OpenLoop(double recordsPerSecond) implements LoadProfile {
        public OpenLoop {
            if (!(recordsPerSecond > 0) || Double.isInfinite(recordsPerSecond)) {
                throw new IllegalArgumentException("a rate must be above 0 records/s, got " + recordsPerSecond);
            }
        }
    }
}
