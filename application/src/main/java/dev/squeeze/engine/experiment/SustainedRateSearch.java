package dev.squeeze.engine.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Finds the highest sustained rate: starts from the rate of a closed loop, widens until one rate is sustained and a
 * higher one is not, then bisects that bracket on a logarithmic scale. A rate that narrowly failed is tried a second
 * time before it bounds the bracket, since a busy neighbour on the machine occasionally makes a trial fail; the answer
 * is confirmed by a longer trial.
 */
public final class SustainedRateSearch {
    /** A closed loop has no idle moments: most systems sustain slightly less under a schedule. */
    private static final double FIRST_GUESS = 0.9;

    /** Smallest step from one rate to the next. */
    private static final double WIDEN = 1.15;

    private static final double MAX_DROP = 3;
    /** If a smaller share of the rate was achieved, a busy neighbour cannot be the cause. */
    private static final double HOPELESS = 0.95;

    /** Number of upward steps before they become wider. */
    private static final int QUICKER_AFTER = 2;

    private static final int MAX_WIDENINGS = 12;
    private static final int MAX_CONFIRMATIONS = 4;

    private SustainedRateSearch() {}

    /** Runs one trial. */
    @FunctionalInterface
    public interface Trials {
        /**
         * @param recordsPerSecond rate to send at
         * @param confirming whether to run longer, to confirm the answer
         */
        Verdict at(double recordsPerSecond, boolean confirming);
    }

    /**
     * Result of one trial.
     *
     * @param sustained whether every condition held
     * @param achievedRecordsPerSecond records/s that were acknowledged
     * @param reason the first condition that did not hold, as text; empty if all did
     * @param limit what was at its limit, with the evidence
     * @param disturbed whether JIT compilation, other programs or other machines on the host took cores that the load
     *     needed
     * @param repeated number of earlier trials at this rate that failed while disturbed, and do not count
     */
    public record Verdict(
            boolean sustained,
            double achievedRecordsPerSecond,
            Optional<String> reason,
            Optional<LimitingFactor> limit,
            boolean disturbed,
            int repeated) {
        /** Verdict of an undisturbed trial. */
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
     * Result of the search.
     *
     * @param sustained the highest rate that held; empty if none did
     * @param failed the lowest rate above it that did not; empty if none failed
     * @param steps all trials, in order
     * @param complete false if the search ended before the bracket was narrow enough and confirmed
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
     * @param closedLoopRate rate of a closed loop, records/s
     * @param narrowest relative width at which the bracket is narrow enough, such as 0.05 for 5 %
     * @param timeUp once true, no higher rate is tried and the bracket is not narrowed: the highest rate that held is
     *     confirmed, and is the answer
     * @param stop ends the search early with the results so far
     */
    public static Outcome run(
            double closedLoopRate, double narrowest, Trials trials, BooleanSupplier timeUp, BooleanSupplier stop) {
        if (!(closedLoopRate > 0)) {
            throw new IllegalArgumentException("the rate of the closed loop must be above 0, got " + closedLoopRate);
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
                // The rate held for a short time but not for longer: search below it.
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
                    // A closed loop may have slowed itself down, and reached far less than can be sustained.
                    rate *= i < QUICKER_AFTER ? widen : widen * widen;
                } else {
                    high = OptionalDouble.of(rate);
                    // Far from any rate that holds, small steps would take too long.
                    rate = below(rate, i > 2 ? widen * widen * widen : widen);
                }
                if (low.isPresent() && high.isPresent() && low.getAsDouble() > high.getAsDouble()) {
                    low = OptionalDouble.empty();
                }
            }
        }

        /** An overloaded system still achieves about what it can sustain, unless it collapsed. */
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

        /**
         * @throws CancellationException when the search is stopped before the answer is known: an untried rate bounds
         *     nothing
         */
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
