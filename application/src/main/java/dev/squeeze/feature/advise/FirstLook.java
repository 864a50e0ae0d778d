package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Ends a sweep once every setting was tried. */
final class FirstLook implements SweepListener {
    private final BooleanSupplier stopRequested;
    private final Consumer<SweepResult> tried;
    private boolean over;

    /** @param tried receives the results from the first few batches */
    FirstLook(BooleanSupplier stopRequested, Consumer<SweepResult> tried) {
        this.stopRequested = stopRequested;
        this.tried = tried;
    }

    @Override
    public void progress(String phase, double fraction) {}

    @Override
    public Optional<Codec> firstLook(Supplier<SweepResult> result) {
        over = true;
        if (!stopRequested.getAsBoolean()) {
            tried.accept(result.get());
        }
        return Optional.empty();
    }

    @Override
    public boolean stopRequested() {
        return over || stopRequested.getAsBoolean();
    }
}
