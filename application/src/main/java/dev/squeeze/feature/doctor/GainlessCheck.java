package dev.squeeze.feature.doctor;

import java.util.List;

/**
 * A check that saw what it looks for on topics for which the change has no certain saving: the interval contains zero,
 * or the cores cost more than the bytes save.
 *
 * @param topics in the order in which they were examined
 */
public record GainlessCheck(Check check, List<String> topics) {
    public GainlessCheck {
        topics = List.copyOf(topics);
    }
}
