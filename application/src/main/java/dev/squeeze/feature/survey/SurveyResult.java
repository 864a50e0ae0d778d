package dev.squeeze.feature.survey;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@code squeeze survey}. It is self-contained at any time, so that an interrupted survey can be resumed
 * from it.
 *
 * @param schemaVersion version of the document's schema
 * @param scope which topics, and how they were read
 * @param basis what all topics were appraised with
 * @param assumptions what neither the cluster nor a flag gave
 * @param refusals what the cluster refused, with the permission that is missing
 * @param totals all topics together
 * @param topics by rank
 * @param pending topics that were not reached
 * @param workers that surveyed; absent if a single process did
 * @param interrupted true if the user stopped it early
 * @param failure why it ended early, unless the user stopped it
 * @param next commands to try next
 */
public record SurveyResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        SurveyScope scope,
        SurveyBasis basis,
        List<String> assumptions,
        List<String> refusals,
        SurveyTotals totals,
        List<TopicAppraisal> topics,
        List<String> pending,
        Optional<SurveyWorkers> workers,
        boolean interrupted,
        @JsonAlias("brokenOff") Optional<String> failure,
        List<String> next)
        implements Result {
    public static final ResultKind KIND = new ResultKind("survey", SurveyResult.class);

    public SurveyResult {
        assumptions = List.copyOf(assumptions);
        refusals = List.copyOf(refusals);
        topics = List.copyOf(topics);
        pending = List.copyOf(pending);
        next = List.copyOf(next);
    }

    public SurveyResult(
            RunInfo run,
            SurveyScope scope,
            SurveyBasis basis,
            List<String> assumptions,
            List<String> refusals,
            List<TopicAppraisal> topics,
            List<String> pending,
            boolean interrupted,
            Optional<String> failure,
            List<String> next) {
        this(
                SCHEMA_VERSION,
                "survey",
                run,
                scope,
                basis,
                assumptions,
                refusals,
                SurveyTotals.of(topics),
                topics.stream().sorted(scope.order().comparator()).toList(),
                pending,
                Optional.empty(),
                interrupted,
                failure,
                next);
    }

    /** The same result with the workers that surveyed. */
    SurveyResult by(Optional<SurveyWorkers> others) {
        return new SurveyResult(
                schemaVersion,
                kind,
                run,
                scope,
                basis,
                assumptions,
                refusals,
                totals,
                topics,
                pending,
                others,
                interrupted,
                failure,
                next);
    }

    @Override
    public Document document() {
        return SurveyDocument.of(this);
    }

    @Override
    public String csv() {
        return SurveyCsv.of(this);
    }
}
