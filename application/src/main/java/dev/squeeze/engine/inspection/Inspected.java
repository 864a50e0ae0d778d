package dev.squeeze.engine.inspection;

import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/** What was found, and what was left out of it. */
public record Inspected(TopicProfile profile, List<ReadNotice> notices) {
    public Inspected {
        notices = List.copyOf(notices);
    }
}
