package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;

/**
 * How the recommended settings do at another rate or on other processors, compared with what would be recommended
 * there.
 *
 * @param cases in ascending order of their factors, those of the rate first
 */
public record Robustness(List<Case> cases) {
    /** Up to this share of the largest saving may be lost for the settings to still be a good choice. */
    static final double ABOUT_AS_GOOD = 0.02;

    public Robustness {
        cases = List.copyOf(cases);
    }

    /** What differs from the original question. */
    public enum Changed {
        /** Records per second. */
        RATE,
        /** CPU time of all work. */
        CPU_TIME
    }

    /**
     * One other rate or processor.
     *
     * @param factor by which the rate or CPU time changes
     * @param instead what would be recommended there
     * @param shareLost share of that recommendation's saving that the original settings lose; 0 if they save as much
     */
    public record Case(Changed changed, double factor, ProducerSettings instead, double shareLost) {
        /**
         * The same case with an error subtracted from the loss. Settings that exceed a limit there still lose
         * everything.
         */
        Case without(double error) {
            return new Case(changed, factor, instead, shareLost == 1 ? 1 : Math.max(0, shareLost - error));
        }

        /** Whether the recommended settings are still a good choice. */
        boolean holds() {
            return shareLost <= ABOUT_AS_GOOD;
        }
    }

    /** The smallest factor, from 1 downwards, up to which all cases hold. */
    double lowest(Changed changed) {
        double lowest = 1;
        for (int i = cases.size() - 1; i >= 0; i--) {
            Case one = cases.get(i);
            if (one.changed() == changed && one.factor() < 1) {
                if (!one.holds()) {
                    return lowest;
                }
                lowest = one.factor();
            }
        }
        return lowest;
    }

    /** The largest factor, from 1 upwards, up to which all cases hold. */
    double highest(Changed changed) {
        double highest = 1;
        for (Case one : cases) {
            if (one.changed() == changed && one.factor() > 1) {
                if (!one.holds()) {
                    return highest;
                }
                highest = one.factor();
            }
        }
        return highest;
    }
}
