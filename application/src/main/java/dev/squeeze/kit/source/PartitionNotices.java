package dev.squeeze.kit.source;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Notices about partitions that were not read, or only in part, but are included in a topic's figures. */
final class PartitionNotices {
    /** Maximum number of partitions that a notice names. */
    private static final int MAX_NAMED = 10;

    private PartitionNotices() {}

    /** @param partitions of the topic */
    static void addLeaderless(List<Integer> leaderless, int partitions, BatchNotices notices) {
        notices.add(
                some(leaderless, partitions),
                (leaderless.size() == 1 ? "it has no leader and is" : "they have no leader and are")
                        + " left out; rate, bytes and costs are for all partitions, assuming that those left out are"
                        + " like"
                        + " the rest",
                0);
    }

    /**
     * @param unread partitions with offsets in remote storage that could not be read in time
     * @param partitions of the topic
     */
    static void addUnread(Collection<Integer> unread, int partitions, long places, BatchNotices notices) {
        notices.add(
                some(unread, partitions),
                String.format(
                        Locale.ROOT,
                        "%,d read%s from remote storage (tiered storage) timed out and %s left out; rate, bytes and"
                                + " costs are for the whole topic, assuming that what was left out is like the rest;"
                                + " check"
                                + " the brokers' logs, and raise their remote.fetch.max.wait.ms if remote storage is"
                                + " slower than that",
                        places,
                        places == 1 ? "" : "s",
                        places == 1 ? "is" : "are"),
                0);
    }

    private static String some(Collection<Integer> named, int partitions) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d partitions (%s%s)",
                named.size(),
                partitions,
                named.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", ")),
                named.size() > MAX_NAMED ? ", ..." : "");
    }
}
