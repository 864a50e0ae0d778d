package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.HoldsDocuments;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The result of {@code squeeze run}: the stages of a published experiment.
 *
 * @param schemaVersion version of the document's format
 * @param experiment the experiment that was run
 * @param scale factor by which the experiment's own budgets and counts were multiplied
 * @param source source of the records; absent if every stage names its own
 * @param interrupted whether the user interrupted it
 * @param published the report's figures, each with the measured figure
 * @param findings the report's findings, and whether they still hold
 * @param stages stages in order, each with its own document
 */
public record ExperimentResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        ExperimentInfo experiment,
        double scale,
        Optional<String> source,
        boolean interrupted,
        List<PublishedInfo> published,
        List<FindingInfo> findings,
        List<StageInfo> stages)
        implements HoldsDocuments {
    public static final ResultKind KIND = new ResultKind("experiment", ExperimentResult.class);

    public ExperimentResult {
        published = List.copyOf(published);
        findings = List.copyOf(findings);
        stages = List.copyOf(stages);
    }

    public ExperimentResult(
            RunInfo run,
            ExperimentInfo experiment,
            double scale,
            Optional<String> source,
            boolean interrupted,
            List<PublishedInfo> published,
            List<FindingInfo> findings,
            List<StageInfo> stages) {
        this(SCHEMA_VERSION, "experiment", run, experiment, scale, source, interrupted, published, findings, stages);
    }

    /**
     * Description of the experiment.
     *
     * @param standsIn the data used instead of the report's, and why they are comparable
     */
    public record ExperimentInfo(
            String name, Optional<String> description, Optional<PublishedIn> publishedIn, Optional<String> standsIn) {}

    /** The published report. */
    public record PublishedIn(String title, OptionalInt year, Optional<String> link) {}

    @Override
    public Document document() {
        return ExperimentDocument.of(this);
    }

    @Override
    public String csv() {
        return ExperimentDocument.csv(this);
    }
}
