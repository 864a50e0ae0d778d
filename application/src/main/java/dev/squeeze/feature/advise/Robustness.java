package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;

/**
 * How the recommended settings do under another load or on other processors, next to what would be recommended there.
 *
 * @param cases in ascending order of their factors, those of the rate first
 */
public record Robustness(List<Case> cases) {
    /** Settings stay as good as others within this share of the largest saving. */
    static final double ABOUT_AS_GOOD = 0.02;

    public Robustness {
        cases = List.copyOf(cases);
    }

    /** What is another than in the question. */
    public enum Changed {
        /** Records per second. */
        RATE,
        /** CPU time of all work. */
        CPU_TIME
    }

    /**
     * One other load or machine.
     *
     * @param factor of what is changed
     * @param instead what would be recommended there
     * @param shareLost of the saving that settings like those would have there; 0 where the recommended ones save as much
     */
    public record Case(Changed changed, double factor, ProducerSettings instead, double shareLost) {
        /** Less what is lost by an error; settings that are beyond a limit there still lose all. */
        Case without(double error) {
            return new Case(changed, factor, instead, shareLost == 1 ? 1 : Math.max(0, shareLost - error));
        }

        /** Whether the recommended settings are about as good there. */
        boolean holds() {
            return shareLost <= ABOUT_AS_GOOD;
        }
    }

    /** The smallest factor from which on, up to 1, the settings hold. */
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

    /** The largest factor up to which, from 1 on, the settings hold. */
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
