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
 * @param schemaVersion version of the document's form
 * @param experiment what was repeated
 * @param scale how many times the experiment's own budgets and counts
 * @param source where the records came from; absent where every stage names its own
 * @param interrupted whether the user ended it
 * @param published the report's figures, each with the measured one
 * @param findings conclusions of the report, and whether they still hold
 * @param stages in their order, each with its own document
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
     * What was repeated.
     *
     * @param standsIn which data stand in for the report's, and why they are comparable
     */
    public record ExperimentInfo(
            String name, Optional<String> description, Optional<PublishedIn> publishedIn, Optional<String> standsIn) {}

    /** The report. */
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
