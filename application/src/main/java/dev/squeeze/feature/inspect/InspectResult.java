package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/**
 * The result of {@code squeeze inspect}.
 *
 * @param schemaVersion version of the document's schema
 * @param inspected the source as the user wrote it
 * @param profile what the source contains, without any record contents
 * @param notices what could not be read, or was skipped
 */
public record InspectResult(
        int schemaVersion, String kind, RunInfo run, String inspected, TopicProfile profile, List<ReadNotice> notices)
        implements Result {
    public static final ResultKind KIND = new ResultKind("inspect", InspectResult.class);

    public InspectResult {
        notices = List.copyOf(notices);
    }

    public InspectResult(RunInfo run, String inspected, TopicProfile profile, List<ReadNotice> notices) {
        this(SCHEMA_VERSION, "inspect", run, inspected, profile, notices);
    }

    @Override
    public Document document() {
        return InspectDocument.of(this);
    }

    @Override
    public String csv() {
        return InspectCsv.write(this);
    }

    @Override
    public List<Figure> figures() {
        return InspectFigures.of(profile);
    }
}
