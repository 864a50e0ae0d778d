package dev.squeeze.measure;

/** Is told how a sweep goes on, and is asked whether it should. */
public interface SweepListener {
    /**
     * Progress within a phase.
     *
     * @param phase what is being done, in a few words
     * @param fraction 0 to 1
     */
    void progress(String phase, double fraction);

    /** True once the user wants the run to end; the sweep then stops at the next batch and hands over what it has. */
    boolean stopRequested();

    SweepListener SILENT = new SweepListener() {
        @Override
        public void progress(String phase, double fraction) {}

        @Override
        public boolean stopRequested() {
            return false;
        }
    };
}
