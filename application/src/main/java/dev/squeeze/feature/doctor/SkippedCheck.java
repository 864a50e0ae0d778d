package dev.squeeze.feature.doctor;

import java.util.List;
import java.util.function.Predicate;

/**
 * Checks that could not be run.
 *
 * @param checks the checks
 * @param topics the topics; empty for checks of the cluster
 * @param why reason, which names the missing permission or flag, or what the topics lack
 */
public record SkippedCheck(List<Check> checks, List<String> topics, String why) {
    public SkippedCheck {
        checks = List.copyOf(checks);
        topics = List.copyOf(topics);
    }

    /** The same for some of its topics. */
    SkippedCheck on(Predicate<String> some) {
        return new SkippedCheck(checks, topics.stream().filter(some).toList(), why);
    }
}
