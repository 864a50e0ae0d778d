package dev.squeeze.engine.load;

/** Follows a trial while it runs, second by second. */
public interface TrialWatch {
    /** Looks at nothing. */
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

    /** Whether the latencies of each second are wanted, which costs some nanoseconds for each record. */
    boolean wantsLatencies();

    /** Whether a trial that the user ends within its window is kept, marked, instead of being given up. */
    default boolean keepsInterrupted() {
        return false;
    }

    /**
     * Called about once a second, by the thread that waits for the trial.
     *
     * @return whether the measured window shall end now; what was sent until then is read back and compared as ever
     */
    boolean afterSecond(TrialSecond second);
}
