package dev.squeeze.feature.doctor;

import java.util.List;

/**
 * A check that saw what it looks for, on topics where the change would gain nothing that is certain: the saving's interval
 * holds zero, or the cores cost more than the bytes.
 *
 * @param topics in the order in which they were examined
 */
public record GainlessCheck(Check check, List<String> topics) {
    public GainlessCheck {
        topics = List.copyOf(topics);
    }
}
