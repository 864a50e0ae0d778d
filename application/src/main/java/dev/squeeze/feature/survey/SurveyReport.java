package dev.squeeze.feature.survey;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.survey.TopicAppraisal.Outcome;
import dev.squeeze.feature.survey.TopicAppraisal.Proposal;
import dev.squeeze.feature.survey.TopicAppraisal.Seen;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.Wrapped;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code squeeze survey} as text and as Markdown. */
public final class SurveyReport {
    private static final int CODECS_SHOWN = 2;
    private static final double FIRM = 0.1;
    private static final double ROUGH = 0.3;

    private final SurveyResult result;
    private final String currency;
    private final int rows;

    private SurveyReport(SurveyResult result) {
        this(result, result.scope().rows());
    }

    /** @param rows most topics in a table */
    SurveyReport(SurveyResult result, int rows) {
        this.result = result;
        this.rows = rows;
        this.currency = result.basis().prices().currency();
    }

    public static String text(SurveyResult result) {
        return new SurveyReport(result).text();
    }

    public static String markdown(SurveyResult result) {
        return new SurveyReport(result).markdown();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        head().forEach(line -> text.append(Wrapped.lines(line, "")));
        table(text, "Where to start", changes());
        table(text, "Leave as they are", left());
        table(text, "Not appraised", unread());
        for (Section section : sections()) {
            Sections.text(text, section.title, section.lines);
        }
        return text.append('\n').append(runLine()).append('\n').toString();
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# squeeze survey\n\n");
        head().forEach(line -> text.append(Markdown.item(line)));
        markdownTable(text, "Where to start", changes());
        markdownTable(text, "Leave as they are", left());
        markdownTable(text, "Not appraised", unread());
        for (Section section : sections()) {
            Sections.markdown(text, section.title, section.lines);
        }
        return text.append('\n').append(Markdown.text(runLine())).append('\n').toString();
    }

    private static void table(StringBuilder text, String title, TextTable table) {
        if (!table.isEmpty()) {
            text.append('\n').append(title).append('\n').append(table.render("  "));
        }
    }

    private static void markdownTable(StringBuilder text, String title, TextTable table) {
        if (!table.isEmpty()) {
            text.append("\n## ").append(title).append("\n\n").append(table.markdown());
        }
    }

    List<String> head() {
        SurveyTotals totals = result.totals();
        int known = totals.toChange() + totals.toLeave();
        List<String> lines = new ArrayList<>();
        lines.add(say(
                "%s: %s, %,d of them appraised, %,d not%s; %s stored in one replica of each partition",
                result.scope().bootstrap(),
                topics(result.topics().size() + result.pending().size()),
                known,
                totals.notAppraised(),
                result.pending().isEmpty()
                        ? ""
                        : say(", %,d not come to", result.pending().size()),
                ByteCount.binary(totals.storedBytes())));
        lines.add(say(
                "Today the appraised ones take %s GB a month from producers to brokers, %s GB of disk on all replicas,"
                        + " and %s %s a month.",
                Figures.number(totals.wireGigabytesToday()),
                Figures.number(totals.diskGigabytesToday()),
                Figures.number(totals.moneyToday()),
                currency));
        lines.add(verdict(totals));
        return lines;
    }

    String verdict(SurveyTotals totals) {
        if (totals.toChange() == 0) {
            return "No topic is worth a change.";
        }
        Savings saved = totals.savings();
        return say(
                "Changing %,d of them saves %s %s a month (%s), %.0f %% of that; %s GB a month on the wire (%s), and %s GB"
                        + " of disk (%s).",
                totals.toChange(),
                Figures.number(saved.money().estimate()),
                currency,
                range(saved.money()),
                100 * saved.money().estimate() / Math.max(totals.moneyToday(), Double.MIN_NORMAL),
                Figures.number(saved.wireGigabytes().estimate()),
                range(saved.wireGigabytes()),
                Figures.number(saved.diskGigabytes().estimate()),
                range(saved.diskGigabytes()));
    }

    private static String range(ConfidenceInterval interval) {
        return say("%s to %s", Figures.number(interval.low()), Figures.number(interval.high()));
    }

    private List<TopicAppraisal> all(Outcome outcome) {
        return result.topics().stream()
                .filter(topic -> topic.outcome() == outcome)
                .toList();
    }

    private List<TopicAppraisal> shown(Outcome outcome) {
        return all(outcome).stream().limit(rows).toList();
    }

    TextTable changes() {
        TextTable table = new TextTable(1)
                .row(
                        "topic",
                        "stored",
                        "codec\ntoday",
                        "records\nper batch",
                        "ratio\ntoday",
                        "use",
                        "batch\n.size",
                        "linger\n.ms",
                        "ratio\nthen",
                        "saves\nGB/month",
                        "disk\nGB",
                        currency + "\na month",
                        "known");
        for (TopicAppraisal topic : shown(Outcome.CHANGE)) {
            Proposal proposal = topic.proposal().orElseThrow();
            List<String> cells = new ArrayList<>(List.of(topic.topic()));
            cells.addAll(today(topic));
            cells.addAll(List.of(
                    proposal.best().codec().toString(),
                    Integer.toString(proposal.best().batchSizeBytes()),
                    Integer.toString(proposal.best().lingerMillis()),
                    new Ratio(proposal.bestRatio()).toString(),
                    Figures.number(proposal.savings().wireGigabytes().estimate()),
                    Figures.number(proposal.savings().diskGigabytes().estimate()),
                    Figures.number(proposal.savings().money().estimate())
                            + " "
                            + Figures.halfWidth(proposal.savings().money()),
                    confidence(proposal.savings().money())));
            table.row(cells);
        }
        return table;
    }

    /** Stored bytes, codecs, depth and ratio. */
    private static List<String> today(TopicAppraisal topic) {
        return List.of(
                stored(topic),
                topic.seen().map(SurveyReport::codecs).orElse(""),
                topic.seen().map(seen -> Figures.number(seen.recordsPerBatch())).orElse(""),
                topic.seen().flatMap(Seen::ratio).map(Figures::ratio).orElse(""));
    }

    private static String stored(TopicAppraisal topic) {
        return topic.storedBytes()
                .map(bytes -> (bytes.exact() ? "" : "~") + ByteCount.binary(bytes.estimate()))
                .orElse("");
    }

    private static String codecs(Seen seen) {
        if (seen.codecs().size() == 1) {
            return seen.codecs().get(0).codec();
        }
        return seen.codecs().stream()
                        .limit(CODECS_SHOWN)
                        .map(share -> say("%s %.0f %%", share.codec(), 100 * share.share()))
                        .collect(Collectors.joining(", "))
                + (seen.codecs().size() > CODECS_SHOWN ? ", ..." : "");
    }

    /** How well a saving is known, by the half width of its interval. */
    static String confidence(ConfidenceInterval saving) {
        double halfWidth = saving.relativeHalfWidth();
        return halfWidth <= FIRM ? "well" : halfWidth <= ROUGH ? "roughly" : "barely";
    }

    TextTable left() {
        TextTable table = new TextTable(1)
                .row(
                        "topic",
                        "stored",
                        "codec\ntoday",
                        "records\nper batch",
                        "ratio\ntoday",
                        currency + "\na month",
                        "why")
                .wordsLast();
        for (TopicAppraisal topic : shown(Outcome.LEAVE_IT)) {
            List<String> cells = new ArrayList<>(List.of(topic.topic()));
            cells.addAll(today(topic));
            cells.add(Figures.number(topic.proposal().orElseThrow().moneyToday()));
            cells.add(topic.reason().orElse(""));
            table.row(cells);
        }
        return table;
    }

    TextTable unread() {
        TextTable table =
                new TextTable(1).row("topic", "partitions", "stored", "why").wordsLast();
        for (TopicAppraisal topic : shown(Outcome.NOT_APPRAISED)) {
            table.row(
                    topic.topic(),
                    say("%,d", topic.partitions()),
                    stored(topic),
                    topic.reason().orElse(""));
        }
        return table;
    }

    private record Section(String title, List<String> lines) {}

    private List<Section> sections() {
        return List.of(
                new Section("Of single topics:", ofTopics()),
                new Section("Assumed (each has a flag):", result.assumptions()),
                new Section("What the cluster did not tell:", result.refusals()),
                new Section("Mind:", mind()),
                new Section("Next:", result.next()));
    }

    List<String> ofTopics() {
        return result.topics().stream()
                .limit(rows)
                .flatMap(topic -> topic.notes().stream().map(note -> topic.topic() + ": " + note))
                .toList();
    }

    List<String> mind() {
        List<String> lines = new ArrayList<>();
        result.brokenOff().ifPresent(why -> lines.add("The survey ended early: " + why));
        if (result.interrupted()) {
            lines.add("The survey was interrupted: this is what was appraised until then.");
        }
        for (Outcome outcome : Outcome.values()) {
            int more = all(outcome).size() - shown(outcome).size();
            if (more > 0) {
                lines.add(say(
                        "%s %s that are not shown: in the JSON and CSV documents (--output), and with --top in this text.",
                        topics(more),
                        switch (outcome) {
                            case CHANGE -> "to change";
                            case LEAVE_IT -> "to leave";
                            case NOT_APPRAISED -> "without an appraisal";
                        }));
            }
        }
        lines.add(say(
                "At most %s of a topic was read, in stretches drawn at random; intervals at 95 %% hold what they left out,"
                        + " and the errors of topics add in squares. Prices, consumer groups and rates are taken as given.",
                new ByteCount(result.basis().sampleBytes())));
        lines.add("Speeds come from one pass over a few batches (half or twice is possible), and few levels were tried:"
                + " squeeze advise topic:NAME looks closer at one topic, squeeze bench proves it.");
        if (result.totals().toChange() > 0) {
            lines.add(
                    "Disks empty over the retention, not at once, and freed bytes turn into money in steps: brokers and"
                            + " disks are bought whole.");
        }
        return lines;
    }

    String runLine() {
        return say(
                "%s; %.1f s in all, %s at a time, at most %s/s from the cluster%s",
                prices(),
                result.run().elapsedSeconds(),
                topics(result.scope().parallel()),
                ByteCount.binary(result.scope().mostBytesPerSecond()),
                result.scope().resumed() == 0
                        ? ""
                        : "; " + topics(result.scope().resumed()) + " from an earlier survey");
    }

    private static String topics(int number) {
        return number == 1 ? "1 topic" : say("%,d topics", number);
    }

    private String prices() {
        return say(
                "%s (%s), in %s",
                result.basis().prices().name(), result.basis().prices().date(), currency);
    }
}
