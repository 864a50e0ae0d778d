package dev.squeeze.report;

import dev.squeeze.advice.AdviceRequest;
import dev.squeeze.advice.Recommendation;
import dev.squeeze.model.Prices;
import dev.squeeze.model.Workload;
import java.util.List;
import java.util.Optional;

/**
 * What {@code squeeze advise} found and decided.
 *
 * @param schemaVersion version of the document's form
 * @param workload the traffic that the advice is for
 * @param prices what bytes and cores cost
 * @param request what was asked
 * @param recommendation the decision and its reasons
 * @param next commands to try next
 * @param verification what a live broker showed, where it was asked
 */
public record AdviseResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        SourceInfo source,
        Workload workload,
        Prices prices,
        AdviceRequest request,
        Recommendation recommendation,
        List<String> next,
        SweepInfo sweep,
        Optional<VerificationInfo> verification)
        implements OfflineResult {
    public AdviseResult {
        next = List.copyOf(next);
    }

    public AdviseResult(
            RunInfo run,
            SourceInfo source,
            Workload workload,
            Prices prices,
            AdviceRequest request,
            Recommendation recommendation,
            List<String> next,
            SweepInfo sweep,
            Optional<VerificationInfo> verification) {
        this(
                SCHEMA_VERSION,
                "advise",
                run,
                source,
                workload,
                prices,
                request,
                recommendation,
                next,
                sweep,
                verification);
    }
}
