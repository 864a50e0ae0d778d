package dev.squeeze.feature.explain;

import java.util.List;
import java.util.Optional;

/**
 * A change to try on the batches.
 *
 * @param fields paths of the fields that it changes; empty if it changes the whole record
 * @param words what to do
 * @param breaks what no longer works as before
 * @param value the change as a change of values that can be combined with others; absent if it is not one
 * @param cost of the field that it leaves out; absent if it does anything else
 */
record ChangeCandidate(
        Suggestion.Kind kind,
        List<String> fields,
        String words,
        String breaks,
        RecordEdit edit,
        Optional<ValueChange> value,
        Optional<FieldCost> cost) {
    ChangeCandidate {
        fields = List.copyOf(fields);
    }
}
