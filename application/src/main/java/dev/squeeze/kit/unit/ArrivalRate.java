package dev.squeeze.kit.unit;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How fast records arrive, in the unit that the user specified. */
public sealed interface ArrivalRate {
    /** Records per second if records have the given mean size. */
    double recordsPerSecond(double bytesPerRecord);

    /** @param factor positive */
    ArrivalRate times(double factor);

    /** @param recordsPerSecond positive */
    record RecordsPerSecond(double recordsPerSecond) implements ArrivalRate {
        public RecordsPerSecond {
            requireAboveZero(recordsPerSecond);
        }

        @Override
        public double recordsPerSecond(double bytesPerRecord) {
            return recordsPerSecond;
        }

        @Override
        public ArrivalRate times(double factor) {
            return new RecordsPerSecond(recordsPerSecond * factor);
        }

        @Override
        public String exactNumber() {
            return plain(recordsPerSecond) + " records/s";
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, recordsPerSecond >= 100 ? "%,.0f records/s" : "%.3g records/s", recordsPerSecond);
        }
    }

    /** @param bytesPerSecond positive; uncompressed bytes of keys and values */
    record BytesPerSecond(double bytesPerSecond) implements ArrivalRate {
        public BytesPerSecond {
            requireAboveZero(bytesPerSecond);
        }

        @Override
        public double recordsPerSecond(double bytesPerRecord) {
            return bytesPerSecond / bytesPerRecord;
        }

        @Override
        public ArrivalRate times(double factor) {
            return new BytesPerSecond(bytesPerSecond * factor);
        }

        @Override
        public String exactNumber() {
            return plain(bytesPerSecond) + " B/s";
        }

        @Override
        public String toString() {
            return ByteCount.binary(bytesPerSecond) + "/s";
        }
    }

    private static String plain(double number) {
        return new BigDecimal(Double.toString(number)).toPlainString();
    }

    private static void requireAboveZero(double rate) {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("a rate must be above 0, got " + Percent.text(rate));
        }
    }

    /** The form that {@link #parseExact} reads without loss: the readable form if that is exact. */
    default String exactly() {
        return parseExact(toString()).equals(this) ? toString() : exactNumber();
    }

    /** Parses the result of {@link #exactly}. */
    static ArrivalRate parseExact(String text) {
        return parse(text.replace(",", ""));
    }

    /** The number without rounding, with its unit. */
    String exactNumber();

    Pattern TEXT = Pattern.compile(
            "\\s*(\\d+(?:\\.\\d+)?(?:[eE][-+]\\d+)?)\\s*([a-zA-Z]*)\\s*(?:(?:/|per )\\s*(s|sec|second))?\\s*");

    /**
     * Parses {@code 5000}, {@code 5000/s}, {@code 5000 records/s}, {@code 10MiB/s} or {@code 20MB/s}. {@code 10k} is
     * rejected, as it could be records or bytes.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
     */
    static ArrivalRate parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a rate: '" + text + "' (write 5000 for records/s, or 10MiB/s)");
        }
        double number = Double.parseDouble(matcher.group(1));
        if (!(number > 0) || Double.isInfinite(number)) {
            throw new IllegalArgumentException("a rate must be above 0, got " + text.strip());
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        return switch (unit) {
            case "", "records", "record", "rec", "msgs", "messages" -> new RecordsPerSecond(number);
            case "k", "m", "g", "t" ->
                throw new IllegalArgumentException(
                        "'" + text.strip() + "' may be records or bytes: write " + matcher.group(1)
                                + unit.toUpperCase(Locale.ROOT) + "iB/s, or the number of records/s in full");
            default -> new BytesPerSecond(number * ByteCount.factor(unit, text));
        };
    }
}
