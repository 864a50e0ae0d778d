package dev.squeeze.load;

/** Follows a trial while it runs. */
public interface TrialWatch {
    /** Asked many times a second; true gives the trial up. */
    boolean stopRequested();

    /**
     * Told twice a second while measuring.
     *
     * @return true to end the window now
     */
    boolean afterSlice(Slice slice);

    /**
     * Half a second of the window.
     *
     * @param recordsPerSecond acknowledged
     * @param cpuSecondsPerGigabyte of the application threads and the producers' network threads
     */
    record Slice(double recordsPerSecond, double cpuSecondsPerGigabyte) {}
}
