package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.TrialWatch;

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

    /**
     * Who follows a trial that counts; asked before it begins.
     *
     * @param number of the arm's trials, from 1: the round
     */
    default TrialWatch watch(Arm arm, int number) {
        return TrialWatch.NONE;
    }

    /** Asked after each trial that counts: true begins no other. */
    default boolean endsEarly() {
        return false;
    }

    /** Called after each trial that counts, so that results so far can be saved. */
    void afterTrial();
}
