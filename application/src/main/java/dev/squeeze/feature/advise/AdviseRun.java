package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.measure.SweepInfo;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.SourceInfo;
import java.util.Optional;

/** Measures a sample, recommends settings, and verifies them live where that is wanted. */
final class AdviseRun {
    private final AdviseQuestion question;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final SentRecords sent;
    private final CpuCosts cpu;

    AdviseRun(AdviseQuestion question, Terminal terminal, ProgressLine progress) {
        this.question = question;
        this.terminal = terminal;
        this.progress = progress;
        progress.progress("probing this machine", 0);
        this.cpu = question.cpuCosts().get();
        this.sent = SentRecords.of(question.sample(), question.traffic().partitions());
    }

    AdviseResult run() {
        progress.measuringFor(question.budget());
        SweepResult sweep = Sweep.run(
                question.sample(),
                AdviceMeasurement.plan(
                        question.codecs(),
                        question.today().codec(),
                        question.budget(),
                        question.start().environment().cores(),
                        question.seed()),
                new SweepProgress(terminal, progress, soFar -> result(soFar, advised(soFar))));
        progress.clear();
        Advised advised = advised(sweep);
        if (question.verify().isEmpty() || sweep.interrupted()) {
            return result(sweep, advised);
        }
        terminal.live().show(() -> result(sweep, advised));
        VerifyRun.Outcome outcome = verify(question.verify().get(), advised);
        return result(sweep, advised, outcome.recommendation(), Optional.of(outcome.verification()));
    }

    /** A recommendation, and what it rests on. */
    private record Advised(
            Workload workload,
            AdviceRequest request,
            CostModel costs,
            Advisor advisor,
            Recommendation recommendation) {}

    private Advised advised(SweepResult sweep) {
        Workload workload = question.workload(sweep, sent);
        AdviceRequest request = question.request(workload.producers());
        CostModel costs = new CostModel(workload, question.prices());
        SettingsPredictor predictor = SettingsPredictor.ofApplications(
                sent,
                costs,
                CompressionCurve.byCodec(sweep.measurements()),
                Optional.of(cpu.costs()),
                cpu.relativeHalfWidth(),
                question.seed());
        Advisor advisor = new Advisor(question.sample(), sweep, costs, request, predictor);
        return new Advised(workload, request, costs, advisor, advisor.advise());
    }

    private VerifyRun.Outcome verify(VerifyRequest verify, Advised advised) {
        try (LiveSession session = verify.session().get()) {
            VerifyRun.Subject subject = new VerifyRun.Subject(
                    advised.advisor(),
                    advised.costs(),
                    advised.request().objective(),
                    question.sample(),
                    question.seed(),
                    question.start().environment().cores());
            return new VerifyRun(verify, subject, terminal, progress)
                    .on(session, advised.recommendation(), question.start().at().toEpochMilli());
        } finally {
            progress.clear();
        }
    }

    private AdviseResult result(SweepResult sweep, Advised advised) {
        return result(sweep, advised, advised.recommendation(), Optional.empty());
    }

    private AdviseResult result(
            SweepResult sweep,
            Advised advised,
            Recommendation recommendation,
            Optional<VerificationInfo> verification) {
        return new AdviseResult(
                question.start().untilNow(),
                SourceInfo.of(question.notation(), question.sample(), question.storedIn()),
                advised.workload(),
                question.prices(),
                advised.request(),
                recommendation,
                question.next().apply(recommendation),
                SweepInfo.of(question.budget().toNanos() / 1e9, sweep),
                verification,
                Optional.of(cpu.basis()));
    }
}
