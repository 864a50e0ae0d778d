package dev.squeeze.feature.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The values of one field over some records, in their order: each different value has a number, and 0 stands for records without the
 * field. Of a field that a record has several times, the values together are one.
 */
final class ValueColumn {
    /** Longer values are distinguished by their beginning, length and hash. */
    private static final int MAX_KEPT_CHARACTERS = 2_048;

    private final int[] codes;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> values = new ArrayList<>(List.of(""));

    /** Record that brought in the last value; -1 where it is not known. */
    private int addedBy = -1;

    ValueColumn(int records) {
        codes = new int[records];
    }

    /** @param raw the value as it stands, with quotes */
    void add(int record, String raw) {
        String whole = codes[record] == 0 ? raw : values.get(codes[record]) + '\u0000' + raw;
        forgetPart(record);
        String kept = whole.length() <= MAX_KEPT_CHARACTERS
                ? whole
                : whole.substring(0, MAX_KEPT_CHARACTERS) + '\u0001' + whole.length() + '\u0001' + whole.hashCode();
        codes[record] = numbers.computeIfAbsent(kept, ignored -> {
            values.add(kept);
            addedBy = record;
            return values.size() - 1;
        });
    }

    /** What the values so far of this record were together, where nobody else has that: an array of n values would leave n of them. */
    private void forgetPart(int record) {
        int last = values.size() - 1;
        if (addedBy == record && codes[record] == last) {
            numbers.remove(values.remove(last));
            addedBy = -1;
        }
    }

    int records() {
        return codes.length;
    }

    /** 0 where the record does not have the field. */
    int code(int record) {
        return codes[record];
    }

    int present() {
        return (int) Arrays.stream(codes).filter(code -> code != 0).count();
    }

    /** Different values that occur. */
    int distinct() {
        return (int) Arrays.stream(codes).filter(code -> code != 0).distinct().count();
    }

    /**
     * Different values where each of those that a record has several of counts by itself; empty where values were so long that only
     * their beginning was kept.
     */
    OptionalLong distinctSingleValues() {
        Set<String> single = new HashSet<>();
        for (int code :
                Arrays.stream(codes).filter(code -> code != 0).distinct().toArray()) {
            String whole = values.get(code);
            if (whole.indexOf('\u0001') >= 0) {
                return OptionalLong.empty();
            }
            single.addAll(Arrays.asList(whole.split("\u0000")));
        }
        return OptionalLong.of(single.size());
    }

    /** As it stands, with quotes; of several in a record the first, which says nothing of the others. */
    String value(int code) {
        String whole = values.get(code);
        int end = whole.indexOf('\u0000');
        return end < 0 ? whole : whole.substring(0, end);
    }

    /** Each of the values that a record has, as it stands; of very many, or very long ones, those that were kept. */
    List<String> each(int code) {
        List<String> each = Arrays.asList(values.get(code).split("\u0000"));
        boolean cut = each.size() > 1 && each.get(each.size() - 1).indexOf('\u0001') >= 0;
        return cut ? each.subList(0, each.size() - 1) : each;
    }

    /** All values that a record has, as they stand. */
    String whole(int code) {
        return values.get(code);
    }

    /** How often each number occurs. */
    int[] counts() {
        int[] counts = new int[values.size()];
        for (int code : codes) {
            counts[code]++;
        }
        return counts;
    }
}
