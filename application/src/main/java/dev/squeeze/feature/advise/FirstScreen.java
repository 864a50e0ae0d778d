package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultHeader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a terminal shows without {@code --details}: the answer, its cost and saving, and the most important caveats. */
final class FirstScreen {
    private static final String INTERRUPTED = "Interrupted: this is based on the measurements up to that point.";
    private static final int MAX_CAVEATS = 3;
    private static final int LINES = 25;
    private static final int COLUMNS = 100;
    /** Average width of wrapped lines within these columns. */
    private static final int FILLED = 96;
    /** Blank lines between the parts, the table's head and the row of today's settings, and the last two lines. */
    private static final int FIXED_LINES = 5 + 3 + 2;

    /** Most important first: those that may invalidate the recommendation before those about the rollout. */
    private static final List<Class<? extends Caveat>> BY_WEIGHT = List.of(
            ChangeCaveat.LimitsCannotBeMet.class,
            TrafficCaveat.FollowsLiveRun.class,
            TrafficCaveat.TopicSetsCodec.class,
            TrafficCaveat.LargestRecordRefused.class,
            TrafficCaveat.TodayCannotCarryTheRate.class,
            TrafficCaveat.TransactionsEndBatches.class,
            TrafficCaveat.BatchesOfOneRecord.class,
            ChangeCaveat.BrokersCompress.class,
            ChangeCaveat.TextOfBytes.class,
            ChangeCaveat.CompressedValues.class,
            ChangeCaveat.LevelNeedsNewClients.class,
            MeasurementCaveat.SmallSample.class,
            MeasurementCaveat.BatchOfMuchOfTheSample.class,
            MeasurementCaveat.ContendedMachine.class,
            TrafficCaveat.AssumedRate.class,
            TrafficCaveat.RateSeenForShort.class,
            TrafficCaveat.Arrivals.class,
            TrafficCaveat.BaselineFromLog.class,
            MeasurementCaveat.WideRatio.class,
            MeasurementCaveat.DriftingData.class,
            TrafficCaveat.BatchesByRule.class,
            ChangeCaveat.CodecUnknownToSomeClients.class,
            ChangeCaveat.MoreThanThreadsThatSend.class,
            ChangeCaveat.BatchesLimitedByTopic.class,
            ChangeCaveat.BufferMemory.class);

    private final AdviseResult result;
    private final Recommendation advice;

    private FirstScreen(AdviseResult result) {
        this.result = result;
        this.advice = result.recommendation();
    }

    static Document of(AdviseResult result) {
        return new FirstScreen(result).document();
    }

    private Document document() {
        Document.Builder document = Document.of(result, result.source().source())
                .opening(opening())
                .verdict(advice.verdict())
                .withoutMachine();
        if (advice.leaveIt().isPresent()) {
            if (result.sweep().interrupted()) {
                document.lead(new Block.Caveats("", List.of(INTERRUPTED)));
            }
            return document.closing("--details shows all measurements and comparisons.")
                    .build();
        }
        document.lead(
                advice.recommended().settings().topicCodec().isPresent()
                        ? new Block.Config("", "sh", List.of(result.next().get(0)))
                        : new Block.Config("", "properties", changedLines()));
        LadderSection.of(result)
                .ifPresent(ladder -> document.lead(new Block.Table(LadderSection.TITLE, ladder.table())));
        BrokersLine.of(result).ifPresent(line -> document.lead(new Block.Paragraph(line)));
        // A command is never wrapped, so that it can be copied.
        return document.lead(new Block.Caveats("", caveats()), new Block.Verbatim(List.of(trust(), "Next: " + next())))
                .closing()
                .build();
    }

    private List<String> opening() {
        return List.of(ResultHeader.sourceLine(result), WorkloadLines.brief(result));
    }

    /** A log shows neither batch.size nor linger.ms, so all lines are shown for one. */
    private List<String> changedLines() {
        if (result.request().fromLog().batches()) {
            return advice.producerConfig();
        }
        return changed(
                advice.producerConfig(),
                result.workload()
                        .producing()
                        .lines(advice.current().settings(), result.workload().keyed()));
    }

    /** A comment is shown if the setting that precedes it is. */
    static List<String> changed(List<String> advised, List<String> today) {
        List<String> changed = new ArrayList<>();
        boolean shown = false;
        for (String line : advised) {
            shown = Client.isComment(line) ? shown : !today.contains(line);
            if (shown) {
                changed.add(line);
            }
        }
        return changed;
    }

    private List<String> caveats() {
        List<Caveat> weighty = advice.caveats().stream()
                .filter(caveat -> BY_WEIGHT.contains(caveat.getClass()))
                .sorted(Comparator.comparingDouble(FirstScreen::weight))
                .toList();
        List<String> lines = new ArrayList<>(
                weighty.stream().limit(roomForCaveats()).map(Caveat::brief).toList());
        if (result.sweep().interrupted()) {
            lines.add(0, INTERRUPTED);
        }
        return lines;
    }

    /**
     * Lower is shown first. The caveat about batches without a linger, which may be off by half, comes after those that
     * question the recommendation itself.
     */
    private static double weight(Caveat caveat) {
        return caveat instanceof TrafficCaveat.BatchesByRule rule && !rule.lingers()
                ? BY_WEIGHT.indexOf(ChangeCaveat.BrokersCompress.class) + 0.5
                : BY_WEIGHT.indexOf(caveat.getClass());
    }

    /** The answer must fit on the screen first; --details shows all caveats. */
    private int roomForCaveats() {
        int lines = FIXED_LINES
                + opening().stream().mapToInt(FirstScreen::wrapped).sum()
                + wrapped(advice.verdict())
                + changedLines().size()
                + advice.ladder().map(ladder -> ladder.rungs().size()).orElse(0)
                + BrokersLine.of(result).map(line -> 1 + wrapped(line)).orElse(0);
        return Math.max(1, Math.min(MAX_CAVEATS, LINES - lines));
    }

    private static int wrapped(String line) {
        return line.length() <= COLUMNS ? 1 : 1 + (line.length() - 1) / FILLED;
    }

    /** How reliable the result is, in one line. */
    private String trust() {
        return Figures.say(
                "Ratio %s, cores %s (95 %%)%s; all %s: --details",
                Figures.percent(advice.best().ratioRelativeHalfWidth()),
                Figures.percent(advice.best().speedRelativeHalfWidth()),
                advice.robustness().map(RobustnessWords::brief).orElse(""),
                Figures.say("%,d settings", advice.candidates()));
    }

    private String next() {
        return result.next().get(result.next().size() - 1);
    }
}
