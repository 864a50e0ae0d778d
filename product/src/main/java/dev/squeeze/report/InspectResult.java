package dev.squeeze.report;

import dev.squeeze.inspect.TopicProfile;
import dev.squeeze.source.ReadNotice;
import java.util.List;

/**
 * What {@code squeeze inspect} found.
 *
 * @param schemaVersion version of the document's form
 * @param inspected the source as the user wrote it
 * @param profile what it holds, without any contents
 * @param notices what was left out
 */
public record InspectResult(
        int schemaVersion, String kind, RunInfo run, String inspected, TopicProfile profile, List<ReadNotice> notices)
        implements Result {
    public InspectResult {
        notices = List.copyOf(notices);
    }

    public InspectResult(RunInfo run, String inspected, TopicProfile profile, List<ReadNotice> notices) {
        this(SCHEMA_VERSION, "inspect", run, inspected, profile, notices);
    }
}
