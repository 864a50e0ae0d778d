package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.ContentDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks that the log contains, and consumers read, exactly what was acknowledged. */
final class ContentCheck {
    private ContentCheck() {}

    /**
     * @param logRecords records in the log
     * @param read digest of what each consumer group read
     * @return the differences; empty if there are none
     */
    static List<String> differences(ContentDigest acknowledged, long logRecords, List<ContentDigest> read) {
        List<String> differences = new ArrayList<>();
        counts(acknowledged.records(), logRecords, "the log contains").ifPresent(differences::add);
        for (ContentDigest digest : read) {
            counts(acknowledged.records(), digest.records(), "a consumer read").ifPresent(differences::add);
            if (digest.records() == acknowledged.records() && digest.sum() != acknowledged.sum()) {
                differences.add("a consumer read other records than were acknowledged: their checksums differ");
            }
        }
        return differences;
    }

    /** @param who such as "the log contains" */
    static Optional<String> counts(long acknowledged, long found, String who) {
        return acknowledged == found
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT, "%,d records were acknowledged, but %s %,d", acknowledged, who, found));
    }
}
