package dev.squeeze.kit.source;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is said of partitions that a topic's figures rest on without having been read, or read as a whole. */
final class PartitionNotices {
    /** Partitions that a notice names. */
    private static final int MAX_NAMED = 10;

    private PartitionNotices() {}

    /** @param partitions of the topic */
    static void addLeaderless(List<Integer> leaderless, int partitions, BatchNotices notices) {
        notices.add(
                some(leaderless, partitions),
                (leaderless.size() == 1 ? "it has no leader and is" : "they have no leader and are")
                        + " left out; rate, bytes and money are those of all partitions, with what was left out taken to be like"
                        + " the rest",
                0);
    }

    /**
     * @param unread partitions with places in remote storage that were not read in time
     * @param partitions of the topic
     */
    static void addUnread(Collection<Integer> unread, int partitions, long places, BatchNotices notices) {
        notices.add(
                some(unread, partitions),
                String.format(
                        Locale.ROOT,
                        "%,d place%s in remote storage (tiered storage) did not arrive in time and %s left out; rate, bytes and"
                                + " money are those of all of the topic, with what was left out taken to be like the rest; look at"
                                + " the brokers' logs, and raise their remote.fetch.max.wait.ms if remote storage takes longer",
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
