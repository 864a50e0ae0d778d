package dev.squeeze.feature.copy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The progress of one partition of a copy. It is committed together with the data, as a group offset whose metadata
 * contains the other fields.
 *
 * @param source id of the source's cluster and topic, as {@link CopyTopics} forms it
 * @param target id of the copy's topic
 * @param start the source offset at which the copy started
 * @param next the source offset to continue from
 * @param epoch leader epoch of the source's last batch before {@code next}; absent if unknown, as when an older version
 *     wrote it
 * @param records number of records copied since {@code start}
 * @param lost number of offsets that were gone from the source before they could be copied
 * @param owner who committed it, as a {@link CopyOwner}; empty if an older version wrote it
 * @param totals totals of a worker's share in its run, as {@link CopyTotals}; set only for the first partition of the
 *     share, otherwise empty
 */
record CopyProgress(
        String source,
        String target,
        long start,
        long next,
        OptionalInt epoch,
        long records,
        long lost,
        String owner,
        String totals) {
    private static final String FORM = "squeeze-copy-1";

    CopyProgress(
            String source,
            String target,
            long start,
            long next,
            OptionalInt epoch,
            long records,
            long lost,
            String owner) {
        this(source, target, start, next, epoch, records, lost, owner, "");
    }

    static CopyProgress begin(String source, String target, long start) {
        return new CopyProgress(source, target, start, start, OptionalInt.empty(), 0, 0, "");
    }

    CopyProgress plus(long newNext, OptionalInt newEpoch, long moreRecords, long moreLost) {
        return new CopyProgress(
                source, target, start, newNext, newEpoch, records + moreRecords, lost + moreLost, owner, totals);
    }

    /** Changes the owner; if it belongs to another run, the totals start at 0. */
    CopyProgress ownedBy(CopyOwner now) {
        boolean sameRun = CopyOwner.parse(owner).run().equals(now.run());
        return new CopyProgress(
                source, target, start, next, epoch, records, lost, now.toString(), sameRun ? totals : "");
    }

    CopyProgress with(CopyTotals totals) {
        return new CopyProgress(source, target, start, next, epoch, records, lost, owner, totals.text());
    }

    String metadata() {
        Map<String, String> fields = new TreeMap<>();
        fields.put("source", source);
        fields.put("target", target);
        fields.put("start", Long.toString(start));
        fields.put("records", Long.toString(records));
        fields.put("lost", Long.toString(lost));
        epoch.ifPresent(known -> fields.put("epoch", Integer.toString(known)));
        if (!owner.isEmpty()) {
            fields.put("owner", owner);
        }
        if (!totals.isEmpty()) {
            fields.put("totals", totals);
        }
        return FORM + ";"
                + fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(";"));
    }

    /** Parses the result of {@link #metadata}, including that of older versions; empty for anything else. */
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
            String epoch = fields.getOrDefault("epoch", "");
            return Optional.of(new CopyProgress(
                    fields.getOrDefault("source", ""),
                    fields.getOrDefault("target", ""),
                    Long.parseLong(fields.getOrDefault("start", "")),
                    next,
                    epoch.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(epoch)),
                    Long.parseLong(fields.getOrDefault("records", "")),
                    Long.parseLong(fields.getOrDefault("lost", "")),
                    fields.getOrDefault("owner", ""),
                    fields.getOrDefault("totals", "")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
