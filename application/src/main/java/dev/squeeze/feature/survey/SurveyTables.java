package dev.squeeze.feature.survey;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.feature.survey.TopicAppraisal.CodecChange;
import dev.squeeze.feature.survey.TopicAppraisal.Proposal;
import dev.squeeze.feature.survey.TopicAppraisal.Seen;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of a survey, one for each outcome. */
final class SurveyTables {
    private static final int MAX_CODECS = 2;
    private static final int MAX_WIDTH = 120;
    /** Maximum relative half width of a saving that is known well. */
    private static final double WELL = 0.1;
    /** Maximum relative half width of a saving that is known roughly. */
    private static final double ROUGHLY = 0.3;

    /** Explains the column of that name. */
    static final String KNOWN = say(
            "A saving is known well if its interval is within ±%.0f %%, roughly within ±%.0f %%, otherwise barely.",
            100 * WELL, 100 * ROUGHLY);

    private final String currency;

    SurveyTables(String currency) {
        this.currency = currency;
    }

    TextTable changes(List<TopicAppraisal> topics) {
        TextTable table = new TextTable(1)
                .ranked(11)
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
                        currency + "\n/month",
                        "known");
        topics.forEach(topic -> table.row(change(topic, topic.proposal().orElseThrow())));
        return table;
    }

    /** The workers of a survey, and what happened to those that were lost. */
    static List<Block> workers(SurveyWorkers workers) {
        TextTable table =
                new TextTable(1).maxWidth(MAX_WIDTH).row("worker", "topics", "read", "cores", "memory", "processor");
        workers.members()
                .forEach(member -> table.row(
                        member.name(),
                        say("%,d", member.topics()),
                        ByteCount.binary(member.fetchedBytes()),
                        say("%d", member.cores()),
                        ByteCount.binary(member.memoryBytes()),
                        member.processor()));
        String caption = "Workers of group " + workers.group()
                + workers.control().map(control -> ", through " + control).orElse("");
        return List.of(new Block.Table(caption, table), new Block.Lines(workers.incidents()));
    }

    private static List<String> change(TopicAppraisal topic, Proposal proposal) {
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
        return cells;
    }

    TextTable left(List<TopicAppraisal> topics) {
        TextTable table = new TextTable(1)
                .row(
                        "topic",
                        "stored",
                        "codec\ntoday",
                        "records\nper batch",
                        "ratio\ntoday",
                        currency + "\n/month",
                        "why")
                .wordsLast();
        for (TopicAppraisal topic : topics) {
            List<String> cells = new ArrayList<>(List.of(topic.topic()));
            cells.addAll(today(topic));
            cells.add(Figures.number(topic.proposal().orElseThrow().moneyToday()));
            cells.add(topic.reason().orElse(""));
            table.row(cells);
        }
        return table;
    }

    TextTable unread(List<TopicAppraisal> topics) {
        TextTable table =
                new TextTable(1).row("topic", "partitions", "stored", "why").wordsLast();
        for (TopicAppraisal topic : topics) {
            table.row(
                    topic.topic(),
                    say("%,d", topic.partitions()),
                    stored(topic),
                    topic.reason().orElse(""));
        }
        return table;
    }

    /** Stored bytes, codecs, records per batch and ratio. */
    private static List<String> today(TopicAppraisal topic) {
        return List.of(
                stored(topic),
                topic.seen().map(SurveyTables::codecs).orElse(""),
                topic.seen().map(seen -> Figures.number(seen.recordsPerBatch())).orElse(""),
                topic.seen().map(SurveyTables::ratio).orElse(""));
    }

    private static String stored(TopicAppraisal topic) {
        return topic.storedBytes()
                .map(bytes -> (bytes.exact() ? "" : "~") + ByteCount.binary(bytes.estimate()))
                .orElse("");
    }

    /** Ratio of the batches since producers changed their codec, if they did. */
    private static String ratio(Seen seen) {
        return seen.codecChange()
                .map(change -> new Ratio(change.ratio()).toString())
                .orElse(seen.ratio().map(Figures::ratio).orElse(""));
    }

    private static String codecs(Seen seen) {
        if (seen.codecChange().isPresent()) {
            CodecChange change = seen.codecChange().get();
            return change.to() + ", was " + change.from();
        }
        if (seen.codecs().size() == 1) {
            return seen.codecs().get(0).codec();
        }
        return seen.codecs().stream()
                        .limit(MAX_CODECS)
                        .map(share -> say("%s %.0f %%", share.codec(), 100 * share.share()))
                        .collect(Collectors.joining(", "))
                + (seen.codecs().size() > MAX_CODECS ? ", ..." : "");
    }

    /** How well a saving is known, by the half width of its interval. */
    static String confidence(ConfidenceInterval saving) {
        double halfWidth = saving.relativeHalfWidth();
        return halfWidth <= WELL ? "well" : halfWidth <= ROUGHLY ? "roughly" : "barely";
    }
}
