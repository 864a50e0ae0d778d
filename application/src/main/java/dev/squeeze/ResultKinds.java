package dev.squeeze;

import dev.squeeze.feature.advise.AdviseResult;
import dev.squeeze.feature.bench.BenchResult;
import dev.squeeze.feature.calibrate.CalibrateResult;
import dev.squeeze.feature.copy.CopyResult;
import dev.squeeze.feature.doctor.DoctorResult;
import dev.squeeze.feature.explain.ExplainResult;
import dev.squeeze.feature.explain.UnmeasuredResult;
import dev.squeeze.feature.inspect.InspectResult;
import dev.squeeze.feature.measure.MeasureResult;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.published.ExperimentResult;
import dev.squeeze.feature.recompress.RecompressResult;
import dev.squeeze.feature.rollout.RolloutResult;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.feature.watch.WatchResult;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.ResultReader;
import java.util.List;

/** All kinds of result documents. */
public final class ResultKinds {
    public static final List<ResultKind> ALL = List.of(
            AdviseResult.KIND,
            ExplainResult.KIND,
            UnmeasuredResult.KIND,
            MeasureResult.KIND,
            InspectResult.KIND,
            SurveyResult.KIND,
            PlanResult.KIND,
            WatchResult.KIND,
            DoctorResult.KIND,
            BenchResult.KIND,
            ExperimentResult.KIND,
            RolloutResult.KIND,
            CopyResult.KIND,
            RecompressResult.KIND,
            CalibrateResult.KIND);

    private ResultKinds() {}

    /**
     * A shared reader for documents of all kinds. Shared because building its type information takes longer than reading a
     * document.
     */
    public static ResultReader reader() {
        return Reader.OF_ALL;
    }

    private static final class Reader {
        static final ResultReader OF_ALL = new ResultReader(ALL);
    }
}
