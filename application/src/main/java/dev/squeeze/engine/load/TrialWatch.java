package dev.squeeze.engine.load;

/** Follows a trial while it runs, second by second. */
public interface TrialWatch {
    /** Ignores everything. */
    TrialWatch NONE = new TrialWatch() {
        @Override
        public boolean wantsLatencies() {
            return false;
        }

        @Override
        public boolean afterSecond(TrialSecond second) {
            return false;
        }
    };

    /** Whether the latencies of each second are wanted, which costs some nanoseconds per record. */
    boolean wantsLatencies();

    /**
     * Whether the result of a trial that the user ends within its window is kept, and marked as interrupted, instead of
     * being discarded.
     */
    default boolean keepsInterrupted() {
        return false;
    }

    /**
     * Called about once a second, by the thread that waits for the trial.
     *
     * @return whether to end the measured window now; the records sent until then are read back and compared as usual
     */
    boolean afterSecond(TrialSecond second);
}
