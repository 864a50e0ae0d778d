package dev.squeeze.engine.experiment;

/** Follows an experiment. */
public interface ExperimentListener {
    /** Lets it run to its end and says nothing. */
    ExperimentListener SILENT = new ExperimentListener() {
        @Override
        public boolean stopRequested() {
            return false;
        }

        @Override
        public void progress(String what, double fraction) {}

        @Override
        public void afterTrial() {}
    };

    /** Asked many times a second; true ends it with what is there. */
    boolean stopRequested();

    /**
     * Called when a trial begins.
     *
     * @param what in words
     * @param fraction of the whole that is done, 0 to 1
     */
    void progress(String what, double fraction);

    /** Called after each trial that counts, so that results so far can be saved. */
    void afterTrial();
}
