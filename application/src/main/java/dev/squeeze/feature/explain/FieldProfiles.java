package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Properties of the values of fields, from a part of the batches: whole batches, evenly spread. Whether a field is
 * constant, and whether a smaller encoding loses nothing, is checked on the records of all batches.
 */
final class FieldProfiles {
    private static final int MAX_RECORDS = 6_000;
    private static final long MAX_BYTES = 16 << 20;
    /** Each of these is checked for determining each other field. */
    private static final int MAX_DETERMINING = 60;

    /**
     * Values of a field that are enough to recognise its kind; if the part has fewer, more are searched in the other
     * batches.
     */
    private static final int ENOUGH_VALUES = 100;

    private static final int EXAMPLES = 3;
    private static final int EXAMPLE_CHARACTERS = 48;

    private final List<Integer> fields;
    private final List<ValueColumn> columns = new ArrayList<>();
    /** Values of each field: its column, or for rare fields values from all batches without their records. */
    private final List<ValueColumn> shown = new ArrayList<>();

    private final List<KindGuess> kinds = new ArrayList<>();
    /** Fields that have a value in any record which loses information in the smaller encoding. */
    private final Set<Integer> losing = new HashSet<>();

    private final List<Repeats> repeats = new ArrayList<>();
    private final List<String> paths;
    /** Whether a field may be a key as far as names show: at most one value per record. */
    private final List<Boolean> single;

    private final int[] keys;
    private final boolean[] firstOfBatch;

    private FieldProfiles(List<Integer> fields, FieldNames names, int records) {
        this.fields = List.copyOf(fields);
        this.paths = fields.stream().map(field -> names.field(field).path()).toList();
        this.single = fields.stream()
                .map(field -> !names.isInArray(field)
                        && !FieldNames.isOfManyNames(names.field(field).path()))
                .toList();
        fields.forEach(field -> columns.add(new ValueColumn(records)));
        this.keys = new int[records];
        this.firstOfBatch = new boolean[records];
    }

    /**
     * Examines the fields of batches.
     *
     * @param survey of the same batches
     * @param fields those with a single value, the ones with the most bytes first
     */
    static FieldProfiles of(
            List<List<BatchRecord>> batches,
            FieldNames names,
            ValueParser parser,
            FieldSurvey survey,
            List<Integer> fields) {
        List<List<BatchRecord>> some = eachRecordOnce(some(batches));
        FieldProfiles profiles = new FieldProfiles(
                fields, names, some.stream().mapToInt(List::size).sum());
        profiles.read(some, parser);
        profiles.shown.addAll(profiles.columns);
        profiles.lookForRare(batches, parser);
        RepeatFinder finder = new RepeatFinder(profiles.columns, profiles.paths, profiles.keys, profiles.firstOfBatch);
        List<Integer> determining = new ArrayList<>();
        for (int place = 0; place < fields.size() && determining.size() < MAX_DETERMINING; place++) {
            if (profiles.columns.get(place).distinct() > 1) {
                determining.add(place);
            }
        }
        for (int place = 0; place < fields.size(); place++) {
            ValueColumn shown = profiles.shown.get(place);
            KindGuess guess = KindGuess.of(shown);
            KindGuess kind = survey.isTheSameInAll(fields.get(place)) ? guess : guess.notConstant();
            profiles.kinds.add(shown == profiles.columns.get(place) ? kind : kind.withoutFloor());
            profiles.repeats.add(finder.of(place, determining));
        }
        profiles.lookForLosses(batches, parser);
        return profiles;
    }

    /** Every k-th batch. */
    private static List<List<BatchRecord>> some(List<List<BatchRecord>> batches) {
        long records = 0;
        long bytes = 0;
        for (List<BatchRecord> batch : batches) {
            records += batch.size();
            bytes += batch.stream().mapToLong(BatchRecord::payloadBytes).sum();
        }
        long every = Math.max(1, Math.max(records / MAX_RECORDS, bytes / MAX_BYTES));
        List<List<BatchRecord>> some = new ArrayList<>();
        for (int i = 0; i < batches.size(); i += (int) every) {
            some.add(batches.get(i));
        }
        return some;
    }

    /** A short source is sent repeatedly; the repetitions say nothing about its values. */
    private static List<List<BatchRecord>> eachRecordOnce(List<List<BatchRecord>> batches) {
        Map<Object, Boolean> seen = new IdentityHashMap<>();
        return batches.stream()
                .map(batch -> batch.stream()
                        .filter(record -> seen.put(record.identity(), true) == null)
                        .toList())
                .filter(batch -> !batch.isEmpty())
                .toList();
    }

    private void read(List<List<BatchRecord>> batches, ValueParser parser) {
        Map<Integer, Integer> places = new HashMap<>();
        fields.forEach(field -> places.put(field, places.size()));
        Map<String, Integer> keyNumbers = new HashMap<>();
        int record = 0;
        for (List<BatchRecord> batch : batches) {
            firstOfBatch[record] = true;
            for (BatchRecord each : batch) {
                byte[] key = each.key();
                keys[record] = key == null
                        ? 0
                        : keyNumbers.computeIfAbsent(
                                new String(key, StandardCharsets.ISO_8859_1), ignored -> keyNumbers.size() + 1);
                byte[] value = each.value();
                int at = record++;
                Optional<ValueTree> tree = value == null ? Optional.empty() : parser.parse(value);
                tree.ifPresent(known -> known.each(node -> {
                    Integer place = places.get(node.field());
                    if (place != null) {
                        columns.get(place).add(at, known.text(node));
                    }
                }));
            }
        }
    }

    /** A rare field may have no values in the examined part, which would leave it unknown. */
    private void lookForRare(List<List<BatchRecord>> batches, ValueParser parser) {
        Map<Integer, List<List<String>>> rare = new HashMap<>();
        for (int place = 0; place < fields.size(); place++) {
            if (columns.get(place).present() < ENOUGH_VALUES) {
                rare.put(fields.get(place), new ArrayList<>());
            }
        }
        Map<Object, Boolean> seen = new IdentityHashMap<>();
        for (List<BatchRecord> batch : rare.isEmpty() ? List.<List<BatchRecord>>of() : batches) {
            for (BatchRecord record : batch) {
                byte[] value = record.value();
                if (value != null && seen.put(record.identity(), true) == null) {
                    parser.parse(value).ifPresent(tree -> addTo(rare, tree));
                }
            }
        }
        for (int place = 0; place < fields.size(); place++) {
            List<List<String>> found = rare.getOrDefault(fields.get(place), List.of());
            if (found.size() > columns.get(place).present()) {
                ValueColumn column = new ValueColumn(found.size());
                for (int i = 0; i < found.size(); i++) {
                    for (String text : found.get(i)) {
                        column.add(i, text);
                    }
                }
                shown.set(place, column);
            }
        }
    }

    /** Groups the values that a record has for a field. */
    private static void addTo(Map<Integer, List<List<String>>> rare, ValueTree tree) {
        Map<Integer, List<String>> own = new HashMap<>();
        tree.each(node -> {
            List<List<String>> found = rare.get(node.field());
            if (found != null && found.size() < ENOUGH_VALUES) {
                own.computeIfAbsent(node.field(), none -> new ArrayList<>()).add(tree.text(node));
            }
        });
        own.forEach((field, texts) ->
                Optional.ofNullable(rare.get(field)).orElseThrow().add(texts));
    }

    /** Any record may have a value that loses information in the smaller encoding. */
    private void lookForLosses(List<List<BatchRecord>> batches, ValueParser parser) {
        Map<Integer, ValueForm> forms = new HashMap<>();
        for (int place = 0; place < fields.size(); place++) {
            int field = fields.get(place);
            kinds.get(place).form().filter(ValueForm::mayLose).ifPresent(form -> forms.put(field, form));
        }
        for (List<BatchRecord> batch : batches) {
            for (BatchRecord record : forms.isEmpty() ? List.<BatchRecord>of() : batch) {
                byte[] value = record.value();
                Optional<ValueTree> tree = value == null ? Optional.empty() : parser.parse(value);
                tree.ifPresent(known -> known.each(node -> {
                    ValueForm form = forms.get(node.field());
                    if (form != null && loses(form, KindGuess.unquoted(known.text(node)))) {
                        losing.add(node.field());
                        forms.remove(node.field());
                    }
                }));
            }
        }
    }

    /** Values in another encoding are not changed. */
    private static boolean loses(ValueForm form, String text) {
        return form.loses(text) && form.matches(text);
    }

    KindGuess kind(int place) {
        return kinds.get(place);
    }

    Repeats repeats(int place) {
        return repeats.get(place);
    }

    /**
     * A change that keeps half of the values' length; empty if they are short, or of a kind that cannot be shortened.
     */
    Optional<ShorterForm> shorter(int place) {
        return ShorterForm.of(columns.get(place), kinds.get(place).kind());
    }

    /** Whether any value loses information in the field's smaller encoding. */
    boolean loses(int place) {
        return losing.contains(fields.get(place));
    }

    /** The unparsed value of a field that has the same one in all records. */
    String constant(int place) {
        ValueColumn column = columns.get(place);
        return IntStream.range(0, column.records())
                .map(column::code)
                .filter(code -> code != 0)
                .mapToObj(column::value)
                .findFirst()
                .orElse("");
    }

    /** How often a field's value differs from the previous record's, from 0 to 1. */
    double changes(int place) {
        return columns.get(place).distinct() <= 1 ? 0 : 1 - repeats.get(place).recordBefore();
    }

    /** The most frequent values, truncated to fit in a line. */
    List<String> examples(int place) {
        ValueColumn column = shown.get(place);
        int[] counts = column.counts();
        Integer[] codes = new Integer[counts.length];
        Arrays.setAll(codes, code -> code);
        return Arrays.stream(codes)
                .filter(code -> code != 0 && counts[code] > 0)
                .sorted(Comparator.comparingInt(code -> -counts[code]))
                .limit(EXAMPLES)
                .map(code ->
                        new String(column.value(code).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .map(text -> text.length() <= EXAMPLE_CHARACTERS ? text : text.substring(0, EXAMPLE_CHARACTERS) + "...")
                .toList();
    }

    /**
     * Fields that would make good keys because records with the same value are similar, the best first. Rated by the
     * bytes of fields that equal those of the last record with the same key, less those that equal the previous record
     * anyway.
     *
     * @param rawBytes of the fields in a record, by position
     */
    List<Integer> keyCandidates(double[] rawBytes, int max) {
        record Candidate(int place, double gain) {}
        List<Candidate> candidates = new ArrayList<>();
        for (int place = 0; place < Math.min(MAX_DETERMINING, columns.size()); place++) {
            ValueColumn key = columns.get(place);
            int distinct = key.distinct();
            boolean usable = single.get(place)
                    && key.present() >= 0.95 * key.records()
                    && distinct >= 8
                    && 4 * distinct <= key.records();
            if (usable) {
                double gain = 0;
                for (int other = 0; other < columns.size(); other++) {
                    gain += rawBytes[other]
                            * (equalByKey(columns.get(other), key)
                                    - repeats.get(other).recordBefore());
                }
                candidates.add(new Candidate(place, gain));
            }
        }
        return candidates.stream()
                .filter(candidate -> candidate.gain > 0)
                .sorted(Comparator.comparingDouble(candidate -> -candidate.gain))
                .limit(max)
                .map(Candidate::place)
                .toList();
    }

    private static double equalByKey(ValueColumn column, ValueColumn key) {
        int[] last = new int[key.counts().length];
        int equal = 0;
        for (int record = 0; record < column.records(); record++) {
            int by = key.code(record);
            equal += by != 0 && last[by] != 0 && last[by] == column.code(record) ? 1 : 0;
            last[by] = column.code(record);
        }
        return (double) equal / Math.max(1, column.present());
    }
}
