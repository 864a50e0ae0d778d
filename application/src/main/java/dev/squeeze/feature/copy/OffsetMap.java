package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps offsets of the source to offsets of a copy. Each row covers records with consecutive offsets on both sides.
 *
 * @param rows in the order of partition and offset
 */
public record OffsetMap(String sourceTopic, String topic, List<Row> rows) {
    public OffsetMap {
        rows = List.copyOf(rows);
    }

    /**
     * Records with consecutive offsets on both sides.
     *
     * @param sourceOffset offset of the first record in the source
     * @param offset offset of the first record in the copy
     */
    public record Row(int partition, long sourceOffset, long offset, long records) {}

    /** Pairs the stretches of both sides; records that only the longer side has are left out. */
    static List<Row> rows(int partition, List<PartitionDigest.Stretch> source, List<PartitionDigest.Stretch> copy) {
        List<Row> rows = new ArrayList<>();
        int i = 0;
        int j = 0;
        long usedOfSource = 0;
        long usedOfCopy = 0;
        while (i < source.size() && j < copy.size()) {
            PartitionDigest.Stretch left = source.get(i);
            PartitionDigest.Stretch right = copy.get(j);
            long count = Math.min(left.count() - usedOfSource, right.count() - usedOfCopy);
            rows.add(new Row(partition, left.first() + usedOfSource, right.first() + usedOfCopy, count));
            usedOfSource += count;
            usedOfCopy += count;
            if (usedOfSource == left.count()) {
                i++;
                usedOfSource = 0;
            }
            if (usedOfCopy == right.count()) {
                j++;
                usedOfCopy = 0;
            }
        }
        return rows;
    }

    /** As CSV, with one line per row. */
    public String csv() {
        StringBuilder text = new StringBuilder("partition,source_offset,offset,records\n");
        for (Row row : rows) {
            text.append(row.partition())
                    .append(',')
                    .append(row.sourceOffset())
                    .append(',')
                    .append(row.offset())
                    .append(',')
                    .append(row.records())
                    .append('\n');
        }
        return text.toString();
    }
}
