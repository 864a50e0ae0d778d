package dev.squeeze.feature.explain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A change of values to try, alone or combined with others.
 *
 * @param forms new encodings of fields
 * @param without fields to leave out
 * @param ordered whether to write fields that seldom change first
 */
record ValueChange(Map<Integer, NewForm> forms, Set<Integer> without, boolean ordered) {
    ValueChange {
        forms = Map.copyOf(forms);
        without = Set.copyOf(without);
    }

    static ValueChange without(List<Integer> fields) {
        return new ValueChange(Map.of(), Set.copyOf(fields), false);
    }

    static ValueChange inForms(Map<Integer, ? extends NewForm> forms) {
        return new ValueChange(Map.copyOf(forms), Set.of(), false);
    }

    static ValueChange ofOrder() {
        return new ValueChange(Map.of(), Set.of(), true);
    }

    /** Combines both; a new encoding of a field that either leaves out has no effect. */
    ValueChange and(ValueChange other) {
        Map<Integer, NewForm> all = new HashMap<>(forms);
        all.putAll(other.forms);
        Set<Integer> none = new HashSet<>(without);
        none.addAll(other.without);
        return new ValueChange(all, none, ordered || other.ordered);
    }

    /** @param ranks of the fields, seldom changing ones first; used only if the order changes */
    RecordEdit.OfEach edit(FieldNames names, Supplier<int[]> ranks) {
        return new RecordEdit.OfValue(ValueRewrite.of(
                names, forms, List.copyOf(without), ordered ? Optional.of(ranks.get()) : Optional.empty()));
    }
}
