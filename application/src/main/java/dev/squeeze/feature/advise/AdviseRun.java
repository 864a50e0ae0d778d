package dev.squeeze.feature.advise;

import dev.squeeze.engine.drivers.ClientComparison;
import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.measure.SweepInfo;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UserFacingException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Measures a sample, recommends settings, and verifies them live if requested. */
final class AdviseRun {
    private final AdviseQuestion question;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final ExplainedTraffic explained;
    private List<ClientQuotient> quotients = List.of();
    private Optional<SettingsPredictor> last = Optional.empty();

    AdviseRun(AdviseQuestion question, Terminal terminal, ProgressLine progress) {
        this.question = question;
        this.terminal = terminal;
        this.progress = progress;
        this.explained = new ExplainedTraffic(question);
    }

    /** @throws UnverifiedException if the live run failed; it carries the recommendation without verification */
    AdviseResult run() throws UnverifiedException {
        quotients = question.measuring().clientCodecs().map(this::quotients).orElse(List.of());
        progress.measuringFor(question.measuring().budget());
        SweepResult sweep = Sweep.run(
                question.records().sample(),
                AdviceMeasurement.plan(
                        question.measuring().codecs(),
                        question.today().codecs(),
                        question.measuring().budget(),
                        question.start().environment().cores(),
                        question.measuring().seed()),
                new DecisionWatch(
                        new SweepProgress(terminal, progress, soFar -> result(soFar, advised(soFar))),
                        soFar -> basis(soFar).advisor(),
                        this::sayProvisionally));
        progress.clear();
        Advised advised = advised(sweep);
        if (question.verify().isEmpty() || sweep.interrupted()) {
            return result(sweep, advised);
        }
        terminal.live().show(() -> result(sweep, advised));
        try {
            VerifyRun.Outcome outcome = verify(question.verify().get(), advised);
            return result(sweep, advised, outcome.recommendation(), Optional.of(outcome.verification()));
        } catch (UserFacingException e) {
            throw new UnverifiedException(result(sweep, advised), e);
        }
    }

    /**
     * Reports a provisional verdict from a few batches of the records that were read first. Does nothing if they do not
     * fill two of today's batches.
     */
    void lookAhead() {
        Sweep.run(
                question.records().sample(),
                AdviceMeasurement.firstLook(
                        question.measuring().codecs(),
                        question.today().codecs(),
                        question.start().environment().cores(),
                        question.measuring().seed()),
                new FirstLook(terminal.stop()::isRequested, soFar -> basis(soFar)
                        .advisor()
                        .choice()
                        .filter(choice -> isEnough(choice.current()))
                        .ifPresent(choice -> say(choice, "provisional, from " + lookedAt(), "still reading ..."))));
    }

    private String lookedAt() {
        RecordSource.ReadReport read = question.records().sample().read();
        ByteCount bytes = new ByteCount(read.payloadBytes());
        return read.stored().isPresent() ? bytes + " from all over the log" : "the first " + bytes;
    }

    /** Compares the codecs of a client other than Java's with Java's on the records. */
    private List<ClientQuotient> quotients(ClientGrid client) {
        return ClientComparison.of(
                client,
                question.records().sample(),
                question.traffic().scatters() ? question.traffic().partitions() : 1,
                question.start().environment().cores(),
                new SweepProgress(terminal, progress),
                progress::say);
    }

    /**
     * At least two of today's batches must form without any record occurring twice. Batches in a log are known and need
     * no check.
     */
    private boolean isEnough(Prediction today) {
        return question.records().fromLog().batches() || recordsNeeded(today) <= recordsRead();
    }

    private static double recordsNeeded(Prediction today) {
        return CandidateGrid.recordsNeeded(today.fill().recordsPerBatch());
    }

    private long recordsRead() {
        return question.records().sample().read().records();
    }

    /** @throws SourceException if there are too few records */
    private void requireEnoughRecords(Prediction today) {
        if (isEnough(today)) {
            return;
        }
        throw new SourceException(String.format(
                Locale.ROOT,
                "%s: %,d records are too few: at this rate a batch of today's settings has %,.0f. Give at least %,.0f records,"
                        + " or the real --rate, --producers, --partitions and --current",
                question.records().notation(),
                recordsRead(),
                today.fill().recordsPerBatch(),
                recordsNeeded(today)));
    }

    /** Reported within seconds of the start, so that obvious results need no waiting. */
    private void sayProvisionally(Advisor.Choice choice) {
        requireEnoughRecords(choice.current());
        say(choice, "provisional", "still measuring ...");
    }

    private void say(Advisor.Choice choice, String what, String goingOn) {
        ResourceEstimate current = choice.current().resources();
        ResourceEstimate best = choice.best().resources();
        String settings = choice.best().settings().toString();
        progress.say(
                choice.best().settings().equals(choice.current().settings())
                        ? what + ": no settings beat today's " + settings + "; " + goingOn
                        : String.format(
                                Locale.ROOT,
                                "%s: %s: bytes %s, money %s (rough); %s",
                                what,
                                settings,
                                Figures.change(current.wireBytesPerSecond(), best.wireBytesPerSecond()),
                                Figures.change(current.money(), best.money()),
                                goingOn));
    }

    /** Everything that a recommendation is computed from. */
    private record Basis(TopicWorkload workload, AdviceRequest request, CostModel costs, Advisor advisor) {}

    private record Advised(Basis basis, Recommendation recommendation) {}

    private Advised advised(SweepResult sweep) {
        Basis basis = basis(sweep);
        Recommendation recommendation = basis.advisor().advise();
        requireEnoughRecords(recommendation.current());
        return new Advised(basis, recommendation);
    }

    private Basis basis(SweepResult measured) {
        SweepResult sweep = measured.with(quotients);
        Map<Codec, CompressionCurve> curves = CompressionCurve.byCodec(sweep);
        TopicWorkload.Traffic traffic =
                explained.of(Optional.ofNullable(curves.get(question.today().codec())));
        TopicWorkload workload = traffic.workload();
        AdviceRequest request = question.request(workload.workload().producers());
        CostModel costs = new CostModel(workload.workload(), question.prices());
        SettingsPredictor predictor = predictor(costs, traffic.sent(), curves);
        Advisor advisor = new Advisor(question.records().sample(), sweep, costs, request, predictor);
        return new Basis(workload, request, costs, advisor);
    }

    /**
     * Reuses the simulations of the last predictor, which only rank settings, as long as the workload stays the same.
     */
    private SettingsPredictor predictor(CostModel costs, SentRecords coming, Map<Codec, CompressionCurve> curves) {
        SettingsPredictor predictor = last.filter(known -> known.costs().equals(costs))
                .filter(known -> known.recordsPerBurst().equals(coming.recordsPerBurst()))
                .map(known -> known.with(curves, Optional.of(cpu().costs())))
                .orElseGet(() -> SettingsPredictor.ofApplications(
                        coming,
                        costs,
                        curves,
                        Optional.of(cpu().costs()),
                        cpu().relativeHalfWidth(),
                        question.measuring().seed()));
        last = Optional.of(predictor);
        return predictor;
    }

    private CpuCosts cpu() {
        return question.cpuCosts();
    }

    private VerifyRun.Outcome verify(VerifyRequest verify, Advised advised) {
        try (LiveSession session = verify.session().get()) {
            VerifyRun.Subject subject = new VerifyRun.Subject(
                    advised.basis().advisor(),
                    advised.basis().costs(),
                    advised.basis().request().objective(),
                    question.records().sample(),
                    question.measuring().seed(),
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
                SourceInfo.of(
                        question.records().notation(),
                        question.records().sample(),
                        question.records().storedIn()),
                advised.basis().workload().workload(),
                question.prices(),
                advised.basis().request(),
                recommendation,
                question.next().apply(recommendation),
                SweepInfo.of(question.measuring().budget().toNanos() / 1e9, sweep),
                verification,
                Optional.of(cpu().basis()),
                Optional.of(WorkloadOrigins.of(advised.basis().workload())));
    }
}
