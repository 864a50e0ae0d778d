package dev.squeeze.feature.advise;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a saving is no reason to change anything, for one topic or a whole cluster. Checked in this order, since a saving
 * that is too small to matter needs no interval.
 */
public enum MoneyDoubt {
    TOO_SMALL {
        @Override
        boolean appliesTo(ConfidenceInterval perMonth) {
            return perMonth.estimate() < MIN_MONEY;
        }

        @Override
        public String words(ConfidenceInterval perMonth, String currency) {
            return String.format(
                    Locale.ROOT,
                    "at this rate the best setting would save only %.2f %s/month",
                    perMonth.estimate(),
                    currency);
        }
    },
    WITHIN_ERROR {
        @Override
        boolean appliesTo(ConfidenceInterval perMonth) {
            return perMonth.low() <= 0;
        }

        @Override
        public String words(ConfidenceInterval perMonth, String currency) {
            return String.format(
                    Locale.ROOT,
                    "the saving of %1$s %2$s/month is within its error of %3$s %2$s/month",
                    Figures.money(perMonth.estimate()),
                    currency,
                    Figures.money(perMonth.estimate() - perMonth.low(), perMonth.estimate()));
        }
    };

    /** In the currency of the price list. */
    private static final double MIN_MONEY = 1;

    abstract boolean appliesTo(ConfidenceInterval perMonth);

    /** As a clause. */
    public abstract String words(ConfidenceInterval perMonth, String currency);

    /** The first that applies; empty if the saving is worth a change. */
    public static Optional<MoneyDoubt> about(ConfidenceInterval perMonth) {
        return Arrays.stream(values())
                .filter(doubt -> doubt.appliesTo(perMonth))
                .findFirst();
    }
}
