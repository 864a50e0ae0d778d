package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Figures;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How redundant a field is, in shares of the records that have it.
 *
 * @param recordBefore records with the same value as the previous record of the batch
 * @param key records with the same value as the last record with the same key; absent if records have no key
 * @param otherField the field that determines it best; absent if none determines nearly all of it
 */
public record Repeats(double recordBefore, OptionalDouble key, Optional<Other> otherField) {
    static final Repeats NONE = new Repeats(0, OptionalDouble.empty(), Optional.empty());

    /**
     * A field that determines another one.
     *
     * @param path of the determining field
     * @param share of the records, among those whose determining value had occurred before; records without the
     *     determining field count as not determined
     * @param same whether both have the same value
     */
    public record Other(String path, double share, boolean same) {
        /** Whether it does so in every record examined: leaving out the other field loses nothing in these. */
        boolean always() {
            return share >= 1;
        }

        /** The share, such as {@code 99.2 %}; rounded down, since all but one record is not all. */
        String percent() {
            return Figures.say("%.1f %%", Math.floor(1_000 * share + 1e-9) / 10);
        }
    }
}
