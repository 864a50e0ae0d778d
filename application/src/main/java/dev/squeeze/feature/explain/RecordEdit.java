package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;

/** A change of records to try. */
sealed interface RecordEdit {
    /**
     * All records of a batch, changed.
     *
     * @param trees the fields of the records' values; absent for values without fields, which are not changed
     */
    List<BatchRecord> applyAll(List<BatchRecord> batch, List<Optional<ValueTree>> trees);

    /** A change that turns each record into one record. */
    sealed interface OfEach extends RecordEdit {
        BatchRecord apply(BatchRecord record, Optional<ValueTree> tree);

        @Override
        default List<BatchRecord> applyAll(List<BatchRecord> batch, List<Optional<ValueTree>> trees) {
            List<BatchRecord> changed = new ArrayList<>(batch.size());
            for (int i = 0; i < batch.size(); i++) {
                changed.add(apply(batch.get(i), trees.get(i)));
            }
            return changed;
        }
    }

    /**
     * Changes the values.
     *
     * @param emptyOthers whether values without fields, since they do not match the format, become empty; otherwise
     *     they are not changed
     */
    record OfValue(ValueRewrite rewrite, boolean emptyOthers) implements OfEach {
        private static final byte[] EMPTY = new byte[0];

        OfValue(ValueRewrite rewrite) {
            this(rewrite, false);
        }

        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            return tree.isPresent()
                    ? withValue(record, rewrite.of(tree.get()))
                    : emptyOthers && record.value() != null ? withValue(record, EMPTY) : record;
        }

        private static BatchRecord withValue(BatchRecord record, byte[] value) {
            return new BatchRecord(record.key(), value, record.headers(), record.timestampMillis());
        }
    }

    /** Removes the keys of records, which stay in their batches. */
    record WithoutKey() implements OfEach {
        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            return new BatchRecord(null, record.value(), record.headers(), record.timestampMillis());
        }
    }

    /** Removes the headers with these names. */
    record WithoutHeaders(Set<String> names) implements OfEach {
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

    /** Moves fields of the value to headers. A record whose value has no fields is not changed. */
    record ToHeaders(ValueRewrite without, List<Header> headers) implements OfEach {
        public ToHeaders {
            headers = List.copyOf(headers);
        }

        @Override
        public BatchRecord apply(BatchRecord record, Optional<ValueTree> tree) {
            if (tree.isEmpty()) {
                return record;
            }
            Header[] all = Stream.concat(Arrays.stream(record.headers()), headers.stream())
                    .toArray(Header[]::new);
            return new BatchRecord(record.key(), without.of(tree.get()), all, record.timestampMillis());
        }
    }

    /**
     * Joins neighbours into one record, which has the timestamp of the first one.
     *
     * @param number of records to join, if the batch has as many
     */
    record Joined(int number, ValueJoin join) implements RecordEdit {
        @Override
        public List<BatchRecord> applyAll(List<BatchRecord> batch, List<Optional<ValueTree>> trees) {
            List<BatchRecord> joined = new ArrayList<>();
            for (int i = 0; i < batch.size(); i += number) {
                List<BatchRecord> some = batch.subList(i, Math.min(batch.size(), i + number));
                BatchRecord first = some.get(0);
                byte[] value = join.of(some.stream().map(BatchRecord::value).toList());
                joined.add(new BatchRecord(first.key(), value, first.headers(), first.timestampMillis()));
            }
            return joined;
        }
    }

    /** Makes a record of each element of an array, with the rest of the value. */
    record ForEachElement(int array) implements RecordEdit {
        @Override
        public List<BatchRecord> applyAll(List<BatchRecord> batch, List<Optional<ValueTree>> trees) {
            List<BatchRecord> split = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                BatchRecord record = batch.get(i);
                List<byte[]> values =
                        trees.get(i).map(tree -> tree.forEachElement(array)).orElse(List.of());
                if (values.isEmpty()) {
                    split.add(record);
                }
                values.forEach(value ->
                        split.add(new BatchRecord(record.key(), value, record.headers(), record.timestampMillis())));
            }
            return split;
        }
    }

    /** Removes the records of a type. */
    record WithoutType(RecordTypes types, int type) implements RecordEdit {
        @Override
        public List<BatchRecord> applyAll(List<BatchRecord> batch, List<Optional<ValueTree>> trees) {
            return IntStream.range(0, batch.size())
                    .filter(i -> types.of(trees.get(i)) != type)
                    .mapToObj(batch::get)
                    .toList();
        }
    }
}
