package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Gets the progress of a sweep, and is asked whether it should go on. */
public interface SweepListener {
    /**
     * Progress within a phase.
     *
     * @param phase what is being done, in a few words
     * @param fraction 0 to 1
     */
    void progress(String phase, double fraction);

    /**
     * After a round of speeds.
     *
     * @param result makes what the sweep would end with now; it takes some time of the measuring, so it is asked for seldom,
     *     and only within this call
     */
    default void soFar(Supplier<SweepResult> result) {}

    /**
     * Once, when every setting was tried on a few batches and before anything is measured further.
     *
     * @param result makes what these batches say of the settings that are measured in any case; speeds are rough
     * @return the codec whose ratios matter most, which are narrowed first; empty where all matter as much
     */
    default Optional<Codec> firstLook(Supplier<SweepResult> result) {
        return Optional.empty();
    }

    /**
     * Whether more rounds of speeds would change nothing that the caller wants to know. Asked between rounds, once all
     * settings have enough of them for an interval.
     *
     * @param result as in {@link #soFar}
     */
    default boolean knowsEnough(Supplier<SweepResult> result) {
        return false;
    }

    /** True once the user wants the run to end; the sweep then stops at the next batch and hands over what it has. */
    boolean stopRequested();

    SweepListener SILENT = stoppedBy(() -> false);

    /** One that shows nothing. */
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
