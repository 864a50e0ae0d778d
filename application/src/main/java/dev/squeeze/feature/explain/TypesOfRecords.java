package dev.squeeze.feature.explain;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Optional;

/**
 * The types of records that share a topic, determined from their fields.
 *
 * @param recordsSeen number of records examined, from all over
 * @param discriminatorField the path of a field whose values each belong to one type; absent if there is none
 * @param types those with the most records first; records not included in their shares are of no type
 */
public record TypesOfRecords(
        @JsonAlias("looked") long recordsSeen,
        @JsonAlias("toldApartBy") Optional<String> discriminatorField,
        List<TypeCost> types) {
    public TypesOfRecords {
        types = List.copyOf(types);
    }
}
