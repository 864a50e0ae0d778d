package dev.squeeze.feature.explain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A change of values that is tried, alone or together with others.
 *
 * @param forms of fields that are written in another one
 * @param without fields that are left out
 * @param ordered whether those that seldom change come first
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

    /** Both at once; what one of them leaves out needs no other form. */
    ValueChange and(ValueChange other) {
        Map<Integer, NewForm> all = new HashMap<>(forms);
        all.putAll(other.forms);
        Set<Integer> none = new HashSet<>(without);
        none.addAll(other.without);
        return new ValueChange(all, none, ordered || other.ordered);
    }

    /** @param ranks of the fields, those first that seldom change; asked for where the order changes */
    RecordEdit.OfEach edit(FieldNames names, Supplier<int[]> ranks) {
        return new RecordEdit.OfValue(ValueRewrite.of(
                names, forms, List.copyOf(without), ordered ? Optional.of(ranks.get()) : Optional.empty()));
    }
}
