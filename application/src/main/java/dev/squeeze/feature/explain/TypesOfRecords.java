package dev.squeeze.feature.explain;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Optional;

/**
 * The types of records that share a topic, by their fields.
 *
 * @param recordsSeen records that were looked at, from all over
 * @param discriminatorField the path of a field whose values each belong to one type; absent where none does
 * @param types those with the most records first; what their shares lack to 1 is of no type
 */
public record TypesOfRecords(
        @JsonAlias("looked") long recordsSeen,
        @JsonAlias("toldApartBy") Optional<String> discriminatorField,
        List<TypeCost> types) {
    public TypesOfRecords {
        types = List.copyOf(types);
    }
}
