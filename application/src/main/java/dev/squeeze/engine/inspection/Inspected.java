package dev.squeeze.engine.inspection;

import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/** The resulting profile, and notices about data that it does not cover. */
public record Inspected(TopicProfile profile, List<ReadNotice> notices) {
    public Inspected {
        notices = List.copyOf(notices);
    }
}
