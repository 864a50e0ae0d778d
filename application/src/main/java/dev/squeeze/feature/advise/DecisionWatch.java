package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Monitors a sweep by the recommendation it would lead to: reports a provisional choice as soon as every setting was
 * tried, and ends the sweep once the choice is stable and its saving is known precisely enough.
 */
final class DecisionWatch implements SweepListener {
    /** Share of the saving by which the intervals of the speeds may still change it. */
    private static final double KNOWN_TO = 0.02;

    private final SweepListener shown;
    private final Function<SweepResult, Advisor> advisors;
    private final Consumer<Advisor.Choice> provisional;
    private Optional<Advisor.Choice> last = Optional.empty();

    /**
     * @param shown also receives all progress
     * @param advisors make an advisor from what was measured so far
     * @param provisional receives the first choice
     */
    DecisionWatch(SweepListener shown, Function<SweepResult, Advisor> advisors, Consumer<Advisor.Choice> provisional) {
        this.shown = shown;
        this.advisors = advisors;
        this.provisional = provisional;
    }

    @Override
    public Optional<Codec> firstLook(Supplier<SweepResult> result) {
        last = advisors.apply(result.get()).choice();
        last.ifPresent(provisional);
        return last.map(choice -> choice.best().settings().storedCodec());
    }

    @Override
    public boolean knowsEnough(Supplier<SweepResult> result) {
        Optional<Advisor.Choice> now = advisors.apply(result.get()).choice();
        boolean stays = now.isPresent()
                && last.filter(before -> before.isSameAs(now.get())).isPresent();
        last = now;
        return stays
                && now.get().moneyHalfWidthOfSpeeds()
                        <= KNOWN_TO * Math.abs(now.get().saving());
    }

    @Override
    public void progress(String phase, double fraction) {
        shown.progress(phase, fraction);
    }

    @Override
    public void soFar(Supplier<SweepResult> result) {
        shown.soFar(result);
    }

    @Override
    public boolean stopRequested() {
        return shown.stopRequested();
    }
}
