package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.TrialWatch;

/** Follows an experiment. */
public interface ExperimentListener {
    /** Never stops the experiment and reports nothing. */
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

    /** Called many times a second; true ends the experiment with the results so far. */
    boolean stopRequested();

    /**
     * Called when a trial begins.
     *
     * @param what description of the trial
     * @param fraction of the experiment that is done, 0 to 1
     */
    void progress(String what, double fraction);

    /**
     * Returns the watch that follows a trial that counts; called before it begins.
     *
     * @param number of the arm's trials, from 1: the round
     */
    default TrialWatch watch(Arm arm, int number) {
        return TrialWatch.NONE;
    }

    /** Called after each trial that counts; if true, no further trial begins. */
    default boolean endsEarly() {
        return false;
    }

    /** Called after each trial that counts, so that results so far can be saved. */
    void afterTrial();
}
