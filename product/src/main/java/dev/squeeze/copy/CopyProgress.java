package dev.squeeze.copy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far a copy of one partition has come. It is committed together with the data, as an offset of a group whose metadata
 * hold the rest.
 *
 * @param source which topic of which cluster it is a copy of, as {@link CopyTopics} names it
 * @param target which topic of that name it is
 * @param start the offset that it began at
 * @param next the source's offset to go on from
 * @param records copied since then
 * @param lost offsets that the source had lost before they could be copied
 */
record CopyProgress(String source, String target, long start, long next, long records, long lost) {
    private static final String FORM = "squeeze-copy-1";

    static CopyProgress begin(String source, String target, long start) {
        return new CopyProgress(source, target, start, start, 0, 0);
    }

    CopyProgress plus(long newNext, long moreRecords, long moreLost) {
        return new CopyProgress(source, target, start, newNext, records + moreRecords, lost + moreLost);
    }

    String metadata() {
        Map<String, String> fields = new TreeMap<>();
        fields.put("source", source);
        fields.put("target", target);
        fields.put("start", Long.toString(start));
        fields.put("records", Long.toString(records));
        fields.put("lost", Long.toString(lost));
        return FORM + ";"
                + fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(";"));
    }

    /** Reads what {@link #metadata} wrote; empty for anything else. */
    static Optional<CopyProgress> parse(long next, String metadata) {
        String[] parts = metadata.split(";", -1);
        if (!parts[0].equals(FORM)) {
            return Optional.empty();
        }
        Map<String, String> fields = new TreeMap<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                fields.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        try {
            return Optional.of(new CopyProgress(
                    fields.getOrDefault("source", ""),
                    fields.getOrDefault("target", ""),
                    Long.parseLong(fields.getOrDefault("start", "")),
                    next,
                    Long.parseLong(fields.getOrDefault("records", "")),
                    Long.parseLong(fields.getOrDefault("lost", ""))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
