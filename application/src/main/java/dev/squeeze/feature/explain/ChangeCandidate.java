package dev.squeeze.feature.explain;

import java.util.List;
import java.util.Optional;

/**
 * A change that is tried on the batches.
 *
 * @param fields paths of those that it changes; empty where it changes all of a record
 * @param words what to do
 * @param breaks what no longer works as before
 * @param value the same as a change of values that goes together with others; absent where it is none
 * @param cost of the field that it leaves out; absent where it does anything else
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
