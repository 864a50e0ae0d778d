package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Receives the progress of a sweep, and decides whether it continues. */
public interface SweepListener {
    /**
     * Called on progress within a phase.
     *
     * @param phase what is being done, in a few words
     * @param fraction 0 to 1
     */
    void progress(String phase, double fraction);

    /**
     * Called after a round of speeds.
     *
     * @param result returns the result that the sweep would have if it ended now; takes measuring time, so call it
     *     rarely, and only during this call
     */
    default void soFar(Supplier<SweepResult> result) {}

    /**
     * Called once, when every setting has been tried on a few batches and before anything is measured further.
     *
     * @param result returns what these batches show about the settings that are measured in any case; speeds are rough
     * @return the codec whose ratios matter most, which are refined first; empty if all matter equally
     */
    default Optional<Codec> firstLook(Supplier<SweepResult> result) {
        return Optional.empty();
    }

    /**
     * Whether more rounds of speeds would not change anything that the caller needs. Called between rounds, once all
     * settings have enough of them for an interval.
     *
     * @param result as in {@link #soFar}
     */
    default boolean knowsEnough(Supplier<SweepResult> result) {
        return false;
    }

    /** True once the user wants the run to end; the sweep then stops at the next batch and returns what it has. */
    boolean stopRequested();

    SweepListener SILENT = stoppedBy(() -> false);

    /** A listener that ignores progress. */
    static SweepListener stoppedBy(BooleanSupplier stopRequested) {
        return new SweepListener() {
            @Override
            public void progress(String phase, double fraction) {}

            @Override
            public boolean stopRequested() {
                return stopRequested.getAsBoolean();
            }
        };
    }
}
