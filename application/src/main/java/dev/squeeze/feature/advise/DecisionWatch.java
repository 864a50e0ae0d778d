package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.Codec;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Follows a sweep by what it would lead to: says a provisional choice as soon as every setting was tried, and has measuring
 * end once the choice stays and its saving is known well enough.
 */
final class DecisionWatch implements SweepListener {
    /** Of the saving: what the intervals of the speeds may still move. */
    private static final double KNOWN_TO = 0.02;

    private final SweepListener shown;
    private final Function<SweepResult, Advisor> advisors;
    private final Consumer<Advisor.Choice> provisional;
    private Optional<Advisor.Choice> last = Optional.empty();

    /**
     * @param shown gets the same progress
     * @param advisors of what was measured so far
     * @param provisional gets the first choice
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
