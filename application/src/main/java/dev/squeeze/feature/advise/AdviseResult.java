package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.measure.OfflineResult;
import dev.squeeze.feature.measure.SweepInfo;
import dev.squeeze.kit.document.Conclusion;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.unit.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of {@code squeeze advise}: the recommendation and what it is based on.
 *
 * @param schemaVersion version of the document's form
 * @param workload the traffic that the recommendation is for
 * @param prices of bytes and cores
 * @param request today's settings, objective and limits
 * @param recommendation the decision and its reasons
 * @param next commands to try next
 * @param cpuBasis what CPU times are based on, in a sentence; absent in documents of earlier versions
 * @param verification what a live run measured; absent without {@code --verify}
 * @param origins where the parts of the workload are from; absent in documents of earlier versions
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
        Optional<VerificationInfo> verification,
        Optional<String> cpuBasis,
        Optional<WorkloadOrigins> origins)
        implements OfflineResult {
    public static final ResultKind KIND = new ResultKind("advise", AdviseResult.class);

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
            Optional<VerificationInfo> verification,
            Optional<String> cpuBasis,
            Optional<WorkloadOrigins> origins) {
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
                verification,
                cpuBasis,
                origins);
    }

    @Override
    public Document document() {
        return AdviseDocument.of(this);
    }

    @Override
    public List<Conclusion> conclusions() {
        Prediction recommended = recommendation.recommended();
        String money = prices.currency() + " per month";
        return List.of(
                new Conclusion("recommended", recommended.settings().toString()),
                new Conclusion("instead of", recommendation.current().settings().toString()),
                new Conclusion(
                        "costs",
                        Figures.number(recommended.resources().money()) + " " + money + ", today "
                                + Figures.number(
                                        recommendation.current().resources().money())),
                new Conclusion("latency, p50 / p99", LatencyWords.of(recommended) + " ms"),
                new Conclusion("ratio", new Ratio(recommended.ratio()).toString()));
    }

    @Override
    public String load() {
        return Figures.say(
                "%s records/s over %d partitions", Figures.number(workload.recordsPerSecond()), workload.partitions());
    }

    @Override
    public Document firstScreen() {
        return FirstScreen.of(this);
    }

    @Override
    public String csv() {
        return AdviseCsv.write(recommendation);
    }

    @Override
    public OptionalDouble todaysRecordBytesPerBatch() {
        return OptionalDouble.of(recommendation.current().fill().recordBytesPerBatch());
    }
}
