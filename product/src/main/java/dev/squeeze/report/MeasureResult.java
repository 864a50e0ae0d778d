package dev.squeeze.report;

/**
 * What {@code squeeze measure} found.
 *
 * @param schemaVersion version of the document's form
 */
public record MeasureResult(int schemaVersion, String kind, RunInfo run, SourceInfo source, SweepInfo sweep)
        implements OfflineResult {
    public MeasureResult(RunInfo run, SourceInfo source, SweepInfo sweep) {
        this(SCHEMA_VERSION, "measure", run, source, sweep);
    }
}
