package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Figures;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much of a field is known without it, in shares of the records that have it.
 *
 * @param recordBefore equal to that of the record before it in the batch
 * @param key equal to that of the last record with the same key; absent where records have no key
 * @param otherField the field that says most of it; absent where none says nearly all
 */
public record Repeats(double recordBefore, OptionalDouble key, Optional<Other> otherField) {
    static final Repeats NONE = new Repeats(0, OptionalDouble.empty(), Optional.empty());

    /**
     * A field that determines another one.
     *
     * @param path of the field that determines
     * @param share of the records, of which the determining field's value had occurred before; those that lack that field are not
     *     determined by it
     * @param same whether both hold the same value
     */
    public record Other(String path, double share, boolean same) {
        /** Whether it does so in every record that was looked at: to leave the other field out loses nothing of these. */
        boolean always() {
            return share >= 1;
        }

        /** The share, such as {@code 99.2 %}; rounded down, since all but one record is not all. */
        String percent() {
            return Figures.say("%.1f %%", Math.floor(1_000 * share + 1e-9) / 10);
        }
    }
}
