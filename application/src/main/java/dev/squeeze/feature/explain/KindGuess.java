package dev.squeeze.feature.explain;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The kind of a field's values, and how few bytes they could have by themselves.
 *
 * @param form the current encoding, if there is a smaller equivalent one
 * @param floorBytes entropy of the values alone, over all records; absent if the sample does not show it, for example
 *     for text
 */
record KindGuess(ValueKind kind, Optional<ValueForm> form, OptionalDouble floorBytes) {
    private static final double NEARLY_ALL = 0.95;
    private static final int FEW_VALUES = 64;
    private static final int MIN_REPEATS = 20;
    /** The entropy of counted frequencies is far too low if values hardly repeat. */
    private static final int MIN_OCCURRENCES = 10;

    private static final int MAX_VALUES = 2_000;
    /** All bits of a random (version 4) UUID except six. */
    private static final double UUID_BITS = 122;

    /** Other versions contain a time, or a hash of something. */
    private static final Pattern RANDOM_UUID = Pattern.compile("^.{8}-.{4}-4");

    private static final double RANDOM_BYTES_BITS = 7.0;
    private static final int MIN_RANDOM_BYTES = 64;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    /** Seconds since 2001, and milliseconds, microseconds and nanoseconds of the same years. */
    private static final Pattern EPOCH = Pattern.compile("1\\d{9}(\\.\\d+)?|1\\d{12}|1\\d{15}|1\\d{18}");

    static KindGuess of(ValueColumn column) {
        int present = column.present();
        int distinct = column.distinct();
        Values values = new Values(column);
        Optional<ValueForm> form = values.form();
        ValueKind kind = kind(column, values, form, present, distinct);
        return new KindGuess(kind, form, floor(column, values, form, present, distinct));
    }

    /** For values of which the number of records is unknown. */
    KindGuess withoutFloor() {
        return new KindGuess(kind, form, OptionalDouble.empty());
    }

    /** For a field that has other values in further records. */
    KindGuess notConstant() {
        return kind == ValueKind.CONSTANT
                ? new KindGuess(ValueKind.LOW_CARDINALITY, form, OptionalDouble.empty())
                : this;
    }

    private static ValueKind kind(
            ValueColumn column, Values values, Optional<ValueForm> form, int present, int distinct) {
        if (distinct <= 1 && present >= MIN_REPEATS) {
            return ValueKind.CONSTANT;
        }
        if (distinct <= FEW_VALUES && present >= MIN_REPEATS * distinct) {
            return ValueKind.LOW_CARDINALITY;
        }
        if (form.isPresent()) {
            ValueKind written = written(form.get(), values);
            if (written != ValueKind.NUMBER_AS_TEXT) {
                return written;
            }
        }
        if (values.share(EPOCH.asMatchPredicate()) >= NEARLY_ALL) {
            return ValueKind.TIMESTAMP;
        }
        if (values.share(WHOLE.asMatchPredicate()) >= NEARLY_ALL && isCounter(column)) {
            return ValueKind.COUNTER;
        }
        if (form.isPresent()) {
            return ValueKind.NUMBER_AS_TEXT;
        }
        if (values.share(ValueEncoding.DIGITS_OF_BYTES.asMatchPredicate()) >= NEARLY_ALL) {
            return ValueKind.BYTES;
        }
        return values.share(NUMBER.asMatchPredicate()) >= NEARLY_ALL ? ValueKind.NUMBER : ValueKind.FREE_TEXT;
    }

    private static ValueKind written(ValueForm form, Values values) {
        boolean random = (form == ValueForm.HEX_TEXT || form == ValueForm.BASE64_TEXT) && values.bytesAreRandom(form);
        return switch (form) {
            case UUID_TEXT -> ValueKind.UUID;
            case TIME_TEXT -> ValueKind.TIMESTAMP;
            case HEX_TEXT ->
                values.share(text -> text.length() == 32
                                        || text.length() == 40
                                        || text.length() == 64
                                        || text.length() == 128)
                                >= NEARLY_ALL
                        ? ValueKind.HASH
                        : random ? ValueKind.COMPRESSED_OR_ENCRYPTED : ValueKind.HEX;
            case BASE64_TEXT -> random ? ValueKind.COMPRESSED_OR_ENCRYPTED : ValueKind.BASE64;
            case NUMBER_TEXT -> ValueKind.NUMBER_AS_TEXT;
        };
    }

    /** Whether the value nearly always increases from one record to the next. */
    private static boolean isCounter(ValueColumn column) {
        long last = -1;
        int steps = 0;
        int grown = 0;
        for (int record = 0; record < column.records(); record++) {
            for (String raw : column.code(record) == 0 ? List.<String>of() : column.each(column.code(record))) {
                String text = unquoted(raw);
                if (WHOLE.matcher(text).matches()) {
                    long number = Long.parseLong(text);
                    steps += last >= 0 ? 1 : 0;
                    grown += last >= 0 && number > last ? 1 : 0;
                    last = number;
                }
            }
        }
        return steps >= MIN_REPEATS && grown >= NEARLY_ALL * steps;
    }

    private static OptionalDouble floor(
            ValueColumn column, Values values, Optional<ValueForm> form, int present, int distinct) {
        if (present == 0) {
            return OptionalDouble.empty();
        }
        if (distinct == 1) {
            return OptionalDouble.of(0);
        }
        if (present >= MIN_OCCURRENCES * distinct) {
            double everywhere = (double) present / column.records();
            return OptionalDouble.of(everywhere * entropyBits(column, present) / 8);
        }
        OptionalLong newValues = column.distinctSingleValues();
        OptionalDouble bytes = form.map(known -> bytesOfOne(known, values)).orElse(OptionalDouble.empty());
        return newValues.isPresent() && bytes.isPresent()
                ? OptionalDouble.of(bytes.getAsDouble() * newValues.getAsLong() / column.records())
                : OptionalDouble.empty();
    }

    /** Minimum bytes of a value in this encoding if its bytes are random; otherwise empty. */
    private static OptionalDouble bytesOfOne(ValueForm form, Values values) {
        return switch (form) {
            case UUID_TEXT ->
                values.share(RANDOM_UUID.asPredicate()) >= NEARLY_ALL
                        ? OptionalDouble.of(UUID_BITS / 8)
                        : OptionalDouble.empty();
            case HEX_TEXT ->
                values.bytesAreRandom(form) ? OptionalDouble.of(values.meanLength() / 2) : OptionalDouble.empty();
            case BASE64_TEXT ->
                values.bytesAreRandom(form) ? OptionalDouble.of(values.meanLength() * 3 / 4) : OptionalDouble.empty();
            default -> OptionalDouble.empty();
        };
    }

    private static double entropyBits(ValueColumn column, int present) {
        double bits = 0;
        int[] counts = column.counts();
        for (int code = 1; code < counts.length; code++) {
            if (counts[code] > 0) {
                double share = (double) counts[code] / present;
                bits -= share * Math.log(share) / Math.log(2);
            }
        }
        return bits;
    }

    static String unquoted(String raw) {
        byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
        return ValueRewrite.text(bytes, 0, bytes.length);
    }

    /** Some of the values that are not null or empty, each as often as it occurs. */
    private static final class Values {
        private final List<String> raw;

        Values(ValueColumn column) {
            List<String> found = new ArrayList<>();
            int step = Math.max(1, column.present() / MAX_VALUES);
            int seen = 0;
            for (int record = 0; record < column.records(); record++) {
                if (column.code(record) != 0 && seen++ % step == 0) {
                    column.each(column.code(record)).stream()
                            .filter(value -> !value.isEmpty() && !value.equals("null") && !value.equals("\"\""))
                            .forEach(found::add);
                }
            }
            raw = some(found, 2 * MAX_VALUES);
        }

        /**
         * Chosen at random, since elements of arrays are many and every second one might have the same position in its
         * array.
         */
        private static List<String> some(List<String> values, int max) {
            if (values.size() <= max) {
                return values;
            }
            Collections.shuffle(values, new Random(1));
            return values.subList(0, max);
        }

        Optional<ValueForm> form() {
            for (ValueForm form : ValueForm.values()) {
                boolean quotedOnly = form == ValueForm.NUMBER_TEXT;
                long matching = raw.stream()
                        .filter(value -> !quotedOnly || value.startsWith("\""))
                        .filter(value -> form.matches(unquoted(value)))
                        .count();
                if (!raw.isEmpty() && matching >= NEARLY_ALL * raw.size()) {
                    // Digits alone are decimal rather than hexadecimal numbers.
                    boolean digits = form == ValueForm.HEX_TEXT && share(WHOLE.asMatchPredicate()) >= NEARLY_ALL;
                    if (!digits) {
                        return Optional.of(form);
                    }
                }
            }
            return Optional.empty();
        }

        double share(Predicate<String> test) {
            return raw.isEmpty()
                    ? 0
                    : (double) raw.stream()
                                    .filter(value -> test.test(unquoted(value)))
                                    .count()
                            / raw.size();
        }

        double meanLength() {
            return raw.stream()
                    .mapToInt(value -> unquoted(value).length())
                    .average()
                    .orElse(0);
        }

        /** Whether the encoded bytes are distributed like random ones. */
        boolean bytesAreRandom(ValueForm form) {
            int[] counts = new int[256];
            int total = 0;
            for (String value : raw) {
                byte[] bytes = form.rewritten(value.getBytes(StandardCharsets.ISO_8859_1), 0, value.length());
                for (byte each : bytes == null ? new byte[0] : bytes) {
                    counts[each & 0xff]++;
                    total++;
                }
            }
            double bits = 0;
            for (int count : counts) {
                if (count > 0) {
                    double share = (double) count / total;
                    bits -= share * Math.log(share) / Math.log(2);
                }
            }
            return total >= MIN_RANDOM_BYTES && bits >= RANDOM_BYTES_BITS;
        }
    }
}
