package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;

/** Which fields the records of some batches have, and how many uncompressed bytes each takes. Nothing is compressed. */
final class FieldSurvey {
    private final FieldNames names;
    private long records;
    private long rawBytes;
    private long keyBytes;
    private long keyed;
    private long parsed;
    private long unparsed;
    private long unparsedBytes;
    private double[] bytesOf = new double[64];
    private long[] recordsWith = new long[64];
    private long[] occurrences = new long[64];
    private long[] lastRecord = new long[64];
    private int[] leavesIn = new int[0];
    private final SameValues same = new SameValues();
    private final Map<String, double[]> headers = new TreeMap<>();

    private FieldSurvey(FieldNames names) {
        this.names = names;
    }

    /** Examines all records and freezes the names. */
    static FieldSurvey of(List<List<BatchRecord>> batches, FieldNames names, ValueParser parser) {
        FieldSurvey first = new FieldSurvey(names);
        first.add(batches, parser);
        FieldSurvey survey = first;
        if (names.narrow(first::rawBytes)) {
            survey = new FieldSurvey(names);
            survey.add(batches, parser);
        }
        names.freeze();
        survey.grow(names.size());
        survey.countLeaves();
        return survey;
    }

    private void add(List<List<BatchRecord>> batches, ValueParser parser) {
        batches.forEach(batch -> batch.forEach(record -> add(record, parser)));
    }

    private double rawBytes(int field) {
        return field < bytesOf.length ? bytesOf[field] : 0;
    }

    private void add(BatchRecord record, ValueParser parser) {
        records++;
        rawBytes += RecordFormatV2.encodedBytes(record, 0, 0);
        byte[] key = record.key();
        keyed += key == null ? 0 : 1;
        keyBytes += key == null ? 0 : key.length;
        for (Header header : record.headers()) {
            byte[] value = header.value();
            double[] counts = headers.computeIfAbsent(header.key(), ignored -> new double[2]);
            counts[0]++;
            counts[1] += header.key().length() + (value == null ? 0 : value.length);
        }
        byte[] value = record.value();
        Optional<ValueTree> tree = value == null ? Optional.empty() : parser.parse(value);
        if (tree.isEmpty()) {
            unparsed += value == null ? 0 : 1;
            unparsedBytes += value == null ? 0 : value.length;
            return;
        }
        parsed++;
        tree.get().each(node -> add(node, tree.get()));
    }

    private void add(Node node, ValueTree tree) {
        grow(node.field() + 1);
        bytesOf[node.field()] += tree.rawBytes(node);
        occurrences[node.field()]++;
        if (lastRecord[node.field()] != records) {
            lastRecord[node.field()] = records;
            recordsWith[node.field()]++;
        }
        if (node.isLeaf()) {
            same.add(records, tree.bytes(), node);
        }
    }

    private void grow(int fields) {
        if (fields > bytesOf.length) {
            int length = Math.max(fields, 2 * bytesOf.length);
            bytesOf = Arrays.copyOf(bytesOf, length);
            recordsWith = Arrays.copyOf(recordsWith, length);
            occurrences = Arrays.copyOf(occurrences, length);
            lastRecord = Arrays.copyOf(lastRecord, length);
        }
    }

    long records() {
        return records;
    }

    long unparsed() {
        return unparsed;
    }

    double unparsedBytesPerRecord() {
        return (double) unparsedBytes / records;
    }

    double rawBytesPerRecord() {
        return (double) rawBytes / records;
    }

    double rawBytesPerRecord(int field) {
        return bytesOf[field] / records;
    }

    double recordShare(int field) {
        return (double) recordsWith[field] / records;
    }

    /** Whether all records with a value of the format have the field. */
    boolean isInAllValues(int field) {
        return recordsWith[field] == parsed;
    }

    /** Whether all records that have the field have the same value. */
    boolean isTheSameInAll(int field) {
        return same.areSame(field);
    }

    double keyShare() {
        return (double) keyed / records;
    }

    double keyBytesPerRecord() {
        return (double) keyBytes / records;
    }

    /** Names of headers, those with the most bytes first. */
    List<String> headers() {
        return headers.keySet().stream()
                .sorted(Comparator.comparingDouble(name -> -headerBytesPerRecord(name)))
                .toList();
    }

    double headerShare(String name) {
        return Math.min(1, headers.getOrDefault(name, new double[2])[0] / records);
    }

    double headerBytesPerRecord(String name) {
        return headers.getOrDefault(name, new double[2])[1] / records;
    }

    /** Fields with a single value, those with the most bytes first. */
    List<Integer> leaves() {
        return byBytes(false);
    }

    /** Objects and arrays with more than one field in them, those with the most bytes first. */
    List<Integer> containers() {
        return byBytes(true).stream().filter(field -> leavesIn[field] > 1).toList();
    }

    /**
     * Arrays with several elements that could be sent as one record per element without multiplying the bytes; those
     * with the most bytes first.
     *
     * @param minElements minimum mean number of elements
     * @param maxGrowth maximum uncompressed bytes with a record per element, over today's, by the means
     */
    List<Integer> arrays(double minElements, double maxGrowth) {
        return byBytes(true).stream()
                .filter(field -> elements(field) >= minElements && growth(field) <= maxGrowth)
                .toList();
    }

    private double growth(int array) {
        double share = bytesOf[array] / rawBytes;
        return share + recordShare(array) * elements(array) * (1 - share) + (1 - recordShare(array)) * (1 - share);
    }

    /** Mean number of elements in an array, over records with elements; 0 for an object. */
    private double elements(int container) {
        return IntStream.range(1, names.size())
                .filter(field -> names.field(field).parent() == container
                        && names.field(field).repeated())
                .mapToDouble(field -> (double) occurrences[field] / Math.max(1, recordsWith[field]))
                .sum();
    }

    /** Fields with a single value in an object or array. */
    int leavesOf(int container) {
        return leavesIn[container];
    }

    private void countLeaves() {
        leavesIn = new int[names.size()];
        for (int leaf : leaves()) {
            int at = leaf;
            while (at != FieldNames.ROOT) {
                at = names.field(at).parent();
                leavesIn[at]++;
            }
        }
    }

    private List<Integer> byBytes(boolean containers) {
        List<Integer> fields = new ArrayList<>();
        for (int field = 1; field < names.size(); field++) {
            // An element of an array counts as the array.
            boolean element = containers && names.field(field).repeated();
            if (names.field(field).container() == containers && !element && bytesOf[field] > 0) {
                fields.add(field);
            }
        }
        fields.sort(Comparator.comparingDouble(field -> -bytesOf[field]));
        return fields;
    }
}
