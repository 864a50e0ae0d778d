package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Header;

/** A change of records that is tried. */
sealed interface RecordEdit {
    /** @param tree the fields of the record's value; absent where it has none, and the value stays as it is */
    BatchRecord apply(BatchRecord record, Optional<ValueTree> tree);

    /** The values change. */
    record OfValue(ValueRewrite rewrite) implements RecordEdit {
        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            return tree.isEmpty()
                    ? record
                    : new BatchRecord(record.key(), rewrite.of(tree.get()), record.headers(), record.timestampMillis());
        }
    }

    /** Records lose their key, but stay in their batch. */
    record WithoutKey() implements RecordEdit {
        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            return new BatchRecord(null, record.value(), record.headers(), record.timestampMillis());
        }
    }

    /** Records lose the headers of these names. */
    record WithoutHeaders(Set<String> names) implements RecordEdit {
        public WithoutHeaders {
            names = Set.copyOf(names);
        }

        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            Header[] left = Arrays.stream(record.headers())
                    .filter(header -> !names.contains(header.key()))
                    .toArray(Header[]::new);
            return new BatchRecord(record.key(), record.value(), left, record.timestampMillis());
        }
    }
}
