package dev.squeeze.feature.measure;

import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;

/**
 * The result of {@code squeeze measure}.
 *
 * @param schemaVersion version of the document's format
 */
public record MeasureResult(int schemaVersion, String kind, RunInfo run, SourceInfo source, SweepInfo sweep)
        implements OfflineResult {
    public static final ResultKind KIND = new ResultKind("measure", MeasureResult.class);

    public MeasureResult(RunInfo run, SourceInfo source, SweepInfo sweep) {
        this(SCHEMA_VERSION, "measure", run, source, sweep);
    }

    @Override
    public Document document() {
        return MeasureDocument.of(this);
    }

    @Override
    public String csv() {
        return SweepCsv.write(this);
    }
}
