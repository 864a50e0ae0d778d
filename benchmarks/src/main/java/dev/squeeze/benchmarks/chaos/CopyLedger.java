package dev.squeeze.benchmarks.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares a copy with its source, record by record and in order, and both with what the writers were promised. */
final class CopyLedger {
    /** Identity and hash of the records of one partition, in order. */
    private static final class Rows {
        private long[] ids = new long[1024];
        private long[] hashes = new long[1024];
        private int count;

        private void add(long id, long hash) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
                hashes = Arrays.copyOf(hashes, 2 * count);
            }
            ids[count] = id;
            hashes[count++] = hash;
        }

        private boolean same(Rows other) {
            return count == other.count
                    && Arrays.equals(ids, 0, count, other.ids, 0, count)
                    && Arrays.equals(hashes, 0, count, other.hashes, 0, count);
        }

        /** Sorted, so that both can be compared in one pass. */
        private long[] sorted() {
            long[] sorted = Arrays.copyOf(ids, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }

    /**
     * Number of records that are missing from the copy, only in the copy, and more than once in the copy; and whether
     * the order is the same.
     */
    record Difference(long missing, long added, long twice, boolean order) {
        boolean isNone() {
            return missing + added + twice == 0 && order;
        }
    }

    private CopyLedger() {}

    private static Map<Integer, Rows> read(KafkaSide kafka, String topic) {
        Map<Integer, Rows> rows = new TreeMap<>();
        if (kafka.exists(topic)) {
            kafka.readAll(topic, true, record -> rows.computeIfAbsent(record.partition(), partition -> new Rows())
                    .add(SourceWriter.idOf(record.value()), RecordHash.of(record)));
        }
        return rows;
    }

    private static Difference difference(Rows source, Rows copy) {
        if (source.same(copy)) {
            return new Difference(0, 0, 0, true);
        }
        long[] wanted = source.sorted();
        long[] there = copy.sorted();
        long missing = 0;
        long added = 0;
        long twice = 0;
        int i = 0;
        int j = 0;
        while (i < wanted.length || j < there.length) {
            if (j > 0 && j < there.length && there[j] == there[j - 1]) {
                twice++;
                j++;
            } else if (j == there.length || i < wanted.length && wanted[i] < there[j]) {
                missing++;
                i++;
            } else if (i == wanted.length || there[j] < wanted[i]) {
                added++;
                j++;
            } else {
                i++;
                j++;
            }
        }
        // If records are missing or added, the order is not informative.
        return new Difference(missing, added, twice, missing + added + twice > 0);
    }

    /** Compares every partition of either. */
    static Map<Integer, Difference> compare(KafkaSide from, String source, KafkaSide to, String copy) {
        Map<Integer, Rows> wanted = read(from, source);
        Map<Integer, Rows> there = read(to, copy);
        Map<Integer, Difference> all = new TreeMap<>();
        wanted.forEach(
                (partition, rows) -> all.put(partition, difference(rows, there.getOrDefault(partition, new Rows()))));
        there.forEach((partition, rows) -> all.putIfAbsent(partition, difference(new Rows(), rows)));
        return all;
    }

    /** Compares the copy with the source and with the writers' promises, and counts. @return the problems */
    static List<String> settle(
            KafkaSide from, String source, KafkaSide to, String copy, List<SourceWriter> writers, Figures figures) {
        List<String> wrong = new ArrayList<>();
        compare(from, source, to, copy).forEach((partition, difference) -> {
            figures.lost(difference.missing());
            figures.doubled(difference.twice());
            figures.unexplained("record in the copy that the source does not have", difference.added());
            figures.unexplained(
                    "partition of the copy in another order or with changed records", difference.order() ? 0 : 1);
            if (!difference.isNone()) {
                wrong.add("partition " + partition + ": " + difference);
            }
        });
        Map<Integer, BitSet> there = new TreeMap<>();
        to.readAll(copy, true, record -> {
            long id = SourceWriter.idOf(record.value());
            there.computeIfAbsent(SourceWriter.writerOf(id), writer -> new BitSet())
                    .set(SourceWriter.numberOf(id));
        });
        for (SourceWriter writer : writers) {
            BitSet copied = there.getOrDefault(writer.writer(), new BitSet());
            figures.promised(writer.committed().cardinality());
            BitSet leaked = (BitSet) writer.aborted().clone();
            leaked.and(copied);
            figures.unexplained("aborted record in the copy", leaked.cardinality());
            BitSet lost = (BitSet) writer.committed().clone();
            lost.andNot(copied);
            boolean bySource = wrong.isEmpty();
            if (!leaked.isEmpty() || !lost.isEmpty()) {
                wrong.add("writer " + writer.writer() + ": " + lost.cardinality() + " committed are not in the copy, "
                        + leaked.cardinality() + " aborted are");
            }
            if (bySource && !lost.isEmpty()) {
                // The source itself lost acknowledged records: a loss by the brokers, which these faults must not
                // cause.
                figures.unexplained("committed record that the source itself does not have", lost.cardinality());
            }
        }
        return wrong;
    }
}
