package dev.squeeze.feature.explain;

import java.util.List;
import java.util.Optional;

/**
 * The types of records that share a topic, by their fields.
 *
 * @param looked records that were looked at, from all over
 * @param toldApartBy the path of a field whose values each belong to one type; absent where none does
 * @param types those with the most records first; what their shares lack to 1 is of no type
 */
public record TypesOfRecords(long looked, Optional<String> toldApartBy, List<TypeCost> types) {
    public TypesOfRecords {
        types = List.copyOf(types);
    }
}
