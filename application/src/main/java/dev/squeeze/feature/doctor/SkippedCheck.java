package dev.squeeze.feature.doctor;

import java.util.List;
import java.util.function.Predicate;

/**
 * Checks that could not be made.
 *
 * @param checks which
 * @param topics where; empty where it is the cluster
 * @param why in words that name the permission or the flag that is missing, or what the topics lack
 */
public record SkippedCheck(List<Check> checks, List<String> topics, String why) {
    public SkippedCheck {
        checks = List.copyOf(checks);
        topics = List.copyOf(topics);
    }

    /** The same on some of its topics. */
    SkippedCheck on(Predicate<String> some) {
        return new SkippedCheck(checks, topics.stream().filter(some).toList(), why);
    }
}
