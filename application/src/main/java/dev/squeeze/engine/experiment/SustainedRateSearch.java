package dev.squeeze.engine.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Finds the highest rate that is sustained: starts from what a closed loop reached, widens until one rate is sustained and
 * a higher one is not, then halves that bracket on a logarithmic scale. A rate that failed by a little is tried a second
 * time before it bounds the bracket, since a neighbour on the machine fails a trial now and then; the answer is confirmed
 * by a longer trial.
 */
public final class SustainedRateSearch {
    /** A closed loop has no idle moments: most systems hold a little less under a schedule. */
    private static final double FIRST_GUESS = 0.9;

    /** The least step, from one rate to the next. */
    private static final double WIDEN = 1.15;

    private static final double MAX_DROP = 3;
    /** With less than this share of the rate achieved, no neighbour is to blame. */
    private static final double HOPELESS = 0.95;

    /** Steps up of the single width. */
    private static final int QUICKER_AFTER = 2;

    private static final int MAX_WIDENINGS = 12;
    private static final int MAX_CONFIRMATIONS = 4;

    private SustainedRateSearch() {}

    /** Runs one trial. */
    @FunctionalInterface
    public interface Trials {
        /**
         * @param recordsPerSecond to send at
         * @param confirming whether to look longer, since this is to be the answer
         */
        Verdict at(double recordsPerSecond, boolean confirming);
    }

    /**
     * What one trial showed.
     *
     * @param sustained whether every condition held
     * @param achievedRecordsPerSecond what was acknowledged
     * @param reason the first condition that did not hold, in words; empty if all did
     * @param limit what was at its limit, with the evidence
     * @param disturbed whether compilers, other programs or the host's other machines had cores that the load wanted
     * @param repeated trials at this rate before it that failed while they were disturbed, and do not count
     */
    public record Verdict(
            boolean sustained,
            double achievedRecordsPerSecond,
            Optional<String> reason,
            Optional<LimitingFactor> limit,
            boolean disturbed,
            int repeated) {
        /** Of a quiet machine. */
        public Verdict(
                boolean sustained,
                double achievedRecordsPerSecond,
                Optional<String> reason,
                Optional<LimitingFactor> limit) {
            this(sustained, achievedRecordsPerSecond, reason, limit, false, 0);
        }
    }

    /** A trial of the search. */
    public record Step(double recordsPerSecond, boolean confirming, Verdict verdict) {}

    /**
     * What was found.
     *
     * @param sustained the highest rate that held; empty if none did
     * @param failed the lowest rate above it that did not; empty if none failed
     * @param steps every trial in its order
     * @param complete false where the search was ended before the bracket was narrow
     */
    public record Outcome(OptionalDouble sustained, OptionalDouble failed, List<Step> steps, boolean complete) {
        public Outcome {
            steps = List.copyOf(steps);
        }

        /** What limited the lowest rate that failed. */
        public Optional<LimitingFactor> limit() {
            return steps.stream()
                    .filter(step -> !step.verdict().sustained()
                            && failed.isPresent()
                            && step.recordsPerSecond() == failed.getAsDouble())
                    .reduce((first, last) -> last)
                    .flatMap(step -> step.verdict().limit());
        }
    }

    /**
     * @param closedLoopRate what a closed loop reached, records/s
     * @param narrowest width of the bracket to reach, such as 0.05 for 5 %
     * @param timeUp once true, nothing higher is tried and the bracket is not narrowed: what held is confirmed, and is the
     *     answer
     * @param stop ends the search early with what is known
     */
    public static Outcome run(
            double closedLoopRate, double narrowest, Trials trials, BooleanSupplier timeUp, BooleanSupplier stop) {
        if (!(closedLoopRate > 0)) {
            throw new IllegalArgumentException("the closed loop must have sent something, not " + closedLoopRate);
        }
        return new Search(trials, timeUp, stop, narrowest).run(closedLoopRate);
    }

    private static final class Search {
        private final Trials trials;
        private final BooleanSupplier timeUp;
        private final BooleanSupplier stop;
        private final double narrowest;
        private final double widen;
        private final List<Step> steps = new ArrayList<>();
        private OptionalDouble low = OptionalDouble.empty();
        private OptionalDouble high = OptionalDouble.empty();

        Search(Trials trials, BooleanSupplier timeUp, BooleanSupplier stop, double narrowest) {
            this.trials = trials;
            this.timeUp = timeUp;
            this.stop = stop;
            this.narrowest = narrowest;
            this.widen = Math.max(WIDEN, 1 + narrowest);
        }

        Outcome run(double closedLoopRate) {
            try {
                return search(closedLoopRate);
            } catch (CancellationException e) {
                return outcome(false);
            }
        }

        private Outcome search(double closedLoopRate) {
            bracket(FIRST_GUESS * closedLoopRate);
            for (int confirmations = 0; confirmations < MAX_CONFIRMATIONS; confirmations++) {
                narrow();
                if (low.isEmpty()) {
                    break;
                }
                if (holds(low.getAsDouble(), true)) {
                    return outcome(true);
                }
                // What held for a short while did not hold for longer: look below it.
                high = low;
                low = OptionalDouble.empty();
                bracket(high.getAsDouble() / widen);
            }
            return outcome(false);
        }

        private Outcome outcome(boolean complete) {
            return new Outcome(low, high, steps, complete);
        }

        private void bracket(double start) {
            double rate = start;
            for (int i = 0; i < MAX_WIDENINGS; i++) {
                if (low.isPresent() && (high.isPresent() || timeUp.getAsBoolean())) {
                    return;
                }
                if (holds(rate, false)) {
                    low = OptionalDouble.of(rate);
                    // A closed loop that got in its own way may have shown far less than can be held.
                    rate *= i < QUICKER_AFTER ? widen : widen * widen;
                } else {
                    high = OptionalDouble.of(rate);
                    // Far from any rate that holds, small steps would take all day.
                    rate = below(rate, i > 2 ? widen * widen * widen : widen);
                }
                if (low.isPresent() && high.isPresent() && low.getAsDouble() > high.getAsDouble()) {
                    low = OptionalDouble.empty();
                }
            }
        }

        /** An overloaded system still shows about what it can do, unless it collapsed. */
        private double below(double rate, double step) {
            double achieved = steps.get(steps.size() - 1).verdict().achievedRecordsPerSecond();
            return Math.max(rate / MAX_DROP, Math.min(rate / step, achieved / (1 + narrowest / 2)));
        }

        private void narrow() {
            while (low.isPresent()
                    && high.isPresent()
                    && high.getAsDouble() / low.getAsDouble() > 1 + narrowest
                    && !timeUp.getAsBoolean()) {
                double middle = Math.sqrt(low.getAsDouble() * high.getAsDouble());
                if (holds(middle, false)) {
                    low = OptionalDouble.of(middle);
                } else {
                    high = OptionalDouble.of(middle);
                }
            }
        }

        /** @throws CancellationException when it was to end before this was known: an untried rate bounds nothing */
        private boolean holds(double rate, boolean confirming) {
            for (int attempt = 0; attempt < 2; attempt++) {
                if (stop.getAsBoolean()) {
                    throw new CancellationException("the search was ended");
                }
                Verdict verdict = trials.at(rate, confirming);
                steps.add(new Step(rate, confirming, verdict));
                if (verdict.sustained()) {
                    return true;
                }
                if (verdict.achievedRecordsPerSecond() < HOPELESS * rate) {
                    return false;
                }
            }
            return false;
        }
    }
}
