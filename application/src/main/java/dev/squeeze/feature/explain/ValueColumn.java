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
 * The values of one field over some records, in their order. Each distinct value has a number; 0 means that the record
 * does not have the field. If a record has several values for the field, their combination counts as one value.
 */
final class ValueColumn {
    /** Longer values are distinguished by their beginning, length and hash. */
    private static final int MAX_KEPT_CHARACTERS = 2_048;

    private final int[] codes;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> values = new ArrayList<>(List.of(""));

    /** Record that added the last value; -1 if unknown. */
    private int addedBy = -1;

    ValueColumn(int records) {
        codes = new int[records];
    }

    /** @param raw the unparsed value, including quotes */
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

    /**
     * Removes the combination of this record's previous values if no other record has it; otherwise an array of n
     * values would leave n combinations.
     */
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

    /** 0 if the record does not have the field. */
    int code(int record) {
        return codes[record];
    }

    int present() {
        return (int) Arrays.stream(codes).filter(code -> code != 0).count();
    }

    /** Number of distinct values that occur. */
    int distinct() {
        return (int) Arrays.stream(codes).filter(code -> code != 0).distinct().count();
    }

    /**
     * Number of distinct values, counting each of a record's several values by itself; empty if some were so long that
     * only their beginning was kept.
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

    /** The unparsed value, including quotes; if the record has several, the first. */
    String value(int code) {
        String whole = values.get(code);
        int end = whole.indexOf('\u0000');
        return end < 0 ? whole : whole.substring(0, end);
    }

    /** Each of a record's values, unparsed; if they are too many or too long, those that were kept. */
    List<String> each(int code) {
        List<String> each = Arrays.asList(values.get(code).split("\u0000"));
        boolean cut = each.size() > 1 && each.get(each.size() - 1).indexOf('\u0001') >= 0;
        return cut ? each.subList(0, each.size() - 1) : each;
    }

    /** All of a record's values, unparsed. */
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
