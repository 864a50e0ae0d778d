package dev.squeeze.load;

import java.util.function.BooleanSupplier;

/**
 * Follows a trial only to end it.
 *
 * @param stop true gives the trial up
 */
public record StoppableWatch(BooleanSupplier stop) implements TrialWatch {
    @Override
    public boolean stopRequested() {
        return stop.getAsBoolean();
    }

    @Override
    public boolean afterSlice(Slice slice) {
        return false;
    }
}
