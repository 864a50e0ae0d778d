package dev.squeeze.feature.rollout;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.feature.rollout.RolloutResult.Agreement;
import dev.squeeze.feature.rollout.RolloutResult.ChangedTopic;
import dev.squeeze.feature.rollout.RolloutResult.Found;
import dev.squeeze.feature.rollout.RolloutResult.Mistake;
import dev.squeeze.feature.rollout.RolloutResult.Total;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The human-readable report of a rehearsed rollout. */
final class RolloutDocument {
    private static final String NOTHING = "-";
    private static final int MAX_WIDTH = 130;

    private final RolloutResult rollout;

    private RolloutDocument(RolloutResult rollout) {
        this.rollout = rollout;
    }

    static Document of(RolloutResult rollout) {
        return new RolloutDocument(rollout).document();
    }

    private Document document() {
        return Document.of(rollout, "a rehearsed rollout")
                .opening(List.of(say(
                        "A rollout on an embedded broker: %s of %s, %d of them changed%s",
                        count(rollout.topics(), "topic"),
                        String.join(", ", rollout.sources()),
                        rollout.changes().size(),
                        rollout.interrupted() ? "; interrupted" : "")))
                .verdict(verdict())
                .section("Verdict", List.of(new Block.Lines(verdicts())))
                .section("What was done, and when", List.of(new Block.Table("Timeline", timeline())))
                .section("Deliberate mistakes, and what watch marked", mistakes())
                .section("Promised and measured savings", topics())
                .section("Commands", commands())
                .build();
    }

    private String verdict() {
        if (rollout.interrupted()) {
            return "Interrupted before the rollout was complete.";
        }
        return rollout.isAsItShouldBe()
                ? "The rollout went as planned, and watch identified every mistake."
                : "Not everything went as expected: see the verdict.";
    }

    private List<String> verdicts() {
        List<String> lines = new ArrayList<>();
        long found = rollout.mistakes().stream()
                .filter(mistake -> mistake.found().isPresent())
                .count();
        Optional<Double> slowest = rollout.mistakes().stream()
                .flatMap(mistake -> mistake.found().stream())
                .map(Found::seconds)
                .max(Double::compare);
        lines.add(say(
                        "%s: watch identified %d of %d deliberate mistakes",
                        mark(rollout.areMistakesFound()),
                        found,
                        rollout.mistakes().size())
                + slowest.map(seconds -> say(
                                ", the last after %.0f s of log time (limit %.0f s)", seconds, rollout.limitSeconds()))
                        .orElse("")
                + ".");
        lines.add(say(
                "%s: %s.",
                mark(rollout.falseAlarms().isEmpty()),
                count(rollout.falseAlarms().size(), "false alarm")));
        lines.add(rollout.total()
                .map(total -> say(
                        "%s: stored bytes of the changed topics %s; the plan promised %s.",
                        mark(total.agreement() == Agreement.AGREES),
                        percent(total.measured()),
                        percent(total.promised())))
                .orElse("FAILED: savings were not measured."));
        lines.add(say(
                "%d of %d changed topics agree with the plan within the intervals; %d save more, %d less, %d unknown.",
                with(Agreement.AGREES),
                rollout.changes().size(),
                with(Agreement.MORE),
                with(Agreement.LESS),
                with(Agreement.UNKNOWN)));
        return lines;
    }

    private static String mark(boolean good) {
        return good ? "Passed" : "FAILED";
    }

    private long with(Agreement agreement) {
        return rollout.changes().stream()
                .filter(change -> change.agreement() == agreement)
                .count();
    }

    private TextTable timeline() {
        TextTable table = new TextTable(1).row("time (UTC)", "after s", "what").wordsLast();
        rollout.steps()
                .forEach(step -> table.row(
                        step.at().truncatedTo(ChronoUnit.SECONDS).toString().substring(11, 19),
                        say("%.0f", step.seconds()),
                        step.what()));
        return table;
    }

    private List<Block> mistakes() {
        List<Block> blocks = new ArrayList<>();
        if (!rollout.mistakes().isEmpty()) {
            TextTable table = new TextTable(4)
                    .row("topic", "client id", "mistake", "watch marked", "after s", "producer")
                    .maxWidth(MAX_WIDTH);
            rollout.mistakes().forEach(mistake -> table.row(row(mistake)));
            blocks.add(new Block.Table("Mistakes", table));
            blocks.add(new Block.Titled(
                    "In watch's words",
                    List.of(new Block.Lines(rollout.mistakes().stream()
                            .flatMap(mistake -> mistake.found().stream()
                                    .map(found -> say("%s: %s", mistake.topic(), found.words())))
                            .toList()))));
            blocks.add(new Block.Paragraph(
                    "Brokers store no client ids: watch reports topic and producer id, and the rehearsal knows which"
                            + " client"
                            + " sends to the topic."));
        }
        if (!rollout.falseAlarms().isEmpty()) {
            blocks.add(new Block.Titled(
                    "False alarms",
                    List.of(new Block.Lines(rollout.falseAlarms().stream()
                            .map(RolloutDocument::alarm)
                            .toList()))));
        }
        return blocks;
    }

    private static String alarm(Mark mark) {
        return say("%s  %s: %s", mark.kind().words(), mark.topic(), mark.words());
    }

    private static List<String> row(Mistake mistake) {
        return List.of(
                mistake.topic(),
                mistake.clientId(),
                mistake.what(),
                mistake.found().isPresent() ? mistake.kind().mark().words() : "nothing",
                mistake.found().map(found -> say("%.0f", found.seconds())).orElse(NOTHING),
                mistake.found().stream()
                        .flatMapToLong(found -> found.producerId().stream())
                        .mapToObj(Long::toString)
                        .findFirst()
                        .orElse(NOTHING));
    }

    private List<Block> topics() {
        if (rollout.changes().isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(3)
                .row(
                        "topic",
                        "before",
                        "planned: codec,\nbatch.size, linger.ms",
                        "bytes/record\npromised",
                        "measured",
                        "records/batch\nbefore",
                        "expected",
                        "after",
                        "agreement")
                .wordsLast()
                .maxWidth(MAX_WIDTH);
        for (ChangedTopic change : rollout.changes()) {
            table.row(
                    change.topic(),
                    change.from().codec().toString(),
                    say(
                            "%s, %d, %d",
                            change.to().codec(),
                            change.to().batchSizeBytes(),
                            change.to().lingerMillis()),
                    change.promised().map(RolloutDocument::percent).orElse(NOTHING),
                    change.measured().map(RolloutDocument::percent).orElse(NOTHING),
                    Figures.number(change.depthBefore()),
                    change.expectedDepth().map(Figures::number).orElse(NOTHING),
                    Figures.number(change.depthAfter()),
                    change.agreement().words());
        }
        List<Block> blocks = new ArrayList<>();
        rollout.total().map(RolloutDocument::total).ifPresent(blocks::add);
        blocks.add(new Block.Table("Changed topics", table));
        if (rollout.unchanged() > 0) {
            blocks.add(
                    new Block.Paragraph(say("The plan leaves %s as they are.", count(rollout.unchanged(), "topic"))));
        }
        return blocks;
    }

    private static Block total(Total total) {
        return new Block.Paragraph(say(
                "All changed topics together, weighted by their bytes before: promised %s, measured %s.",
                percent(total.promised()), percent(total.measured())));
    }

    private List<Block> commands() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Config("", "sh", rollout.commands()));
        rollout.folder()
                .ifPresent(folder -> blocks.add(new Block.Paragraph(
                        "The survey, the plan, the tickets, the history and the report are in " + folder + ".")));
        return blocks;
    }

    private static String percent(ConfidenceInterval change) {
        return say("%+.0f %% (%+.0f to %+.0f)", 100 * change.estimate(), 100 * change.low(), 100 * change.high());
    }
}
