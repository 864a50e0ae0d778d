package dev.squeeze.report;

/**
 * The document that a command leaves: everything that was measured and decided, with the environment. Text, tables and
 * pages are rendered from it alone. Its form is in {@code docs/result.schema.json}; {@link #SCHEMA_VERSION} changes when a
 * reader of the old form would misread the new one.
 */
public sealed interface Result
        permits SampledResult,
                InspectResult,
                SurveyResult,
                DoctorResult,
                CopyResult,
                RecompressResult,
                ExperimentResult,
                CalibrateResult {
    int SCHEMA_VERSION = 1;

    RunInfo run();

    /**
     * What sort of document it is: {@code measure}, {@code advise}, {@code bench}, {@code inspect}, {@code survey},
     * {@code doctor}, {@code copy}, {@code recompress}, {@code calibrate} or {@code experiment}. {@code squeeze run} makes those of {@code
     * squeeze bench}, whose plan tells comparing from searching the highest rate ({@link BenchPlanInfo#mode}), and of files
     * with stages {@code experiment}.
     */
    String kind();
}
