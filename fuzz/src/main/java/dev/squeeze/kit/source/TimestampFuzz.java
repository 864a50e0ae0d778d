package dev.squeeze.kit.source;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.OptionalLong;

/** Moments in records: never before 1970, and those that the JDK reads as ISO 8601 as the JDK reads them. */
public final class TimestampFuzz implements FuzzTarget {
    private static final int LONGEST_TEXT = 64;

    @Override
    public List<byte[]> seeds() {
        return List.of(
                InputBytes.utf8("2024-02-29T23:59:59.123456Z"),
                InputBytes.utf8("1999-12-31 23:59:59,5+05:30"),
                InputBytes.utf8("1.514804401123E9"),
                InputBytes.utf8("1700000000123456789"),
                InputBytes.utf8("2024-01-01"));
    }

    @Override
    public void parse(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        OptionalLong ours = TimestampParser.millis(text);
        require(ours.orElse(0) >= 0, "a moment before 1970");
        OptionalLong jdks = byJdk(text);
        if (jdks.isPresent() && text.length() <= LONGEST_TEXT && jdks.getAsLong() >= 0) {
            requireEqual(jdks, ours, "milliseconds of " + text);
        }
    }

    /** Years of four digits alone, with the offset as our reader takes it. */
    private static OptionalLong byJdk(String text) {
        if (text.length() < 20 || text.charAt(4) != '-' || !Character.isDigit(text.charAt(0))) {
            return OptionalLong.empty();
        }
        try {
            OffsetDateTime moment = OffsetDateTime.parse(text);
            boolean secondsInOffset = moment.getOffset().getTotalSeconds() % 60 != 0;
            boolean pointWithoutDigits = text.matches(".*\\.\\D.*");
            boolean midnightAtTheEnd = text.startsWith("24", 11);
            return secondsInOffset || pointWithoutDigits || midnightAtTheEnd || moment.getYear() < 1970
                    ? OptionalLong.empty()
                    : OptionalLong.of(Instant.from(moment).toEpochMilli());
        } catch (DateTimeParseException e) {
            return OptionalLong.empty();
        }
    }
}
