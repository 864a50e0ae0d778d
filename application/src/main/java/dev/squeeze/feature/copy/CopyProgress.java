package dev.squeeze.feature.copy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
 * @param epoch leader epoch of the source's last batch before {@code next}; absent when unknown, as in what older versions
 *     wrote
 * @param records copied since then
 * @param lost offsets that the source had lost before they could be copied
 * @param owner the run that committed it, as a {@link CopyOwner}; empty in what older versions wrote
 * @param totals what a worker's share has added up to in its run, as a {@link CopyTotals}; of its first partition only, otherwise
 *     empty
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

    /** Another run begins to count at 0 again. */
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

    /** Reads what {@link #metadata} wrote, also that of older versions; empty for anything else. */
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
