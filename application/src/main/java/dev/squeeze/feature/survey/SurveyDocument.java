package dev.squeeze.feature.survey;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.predict.BrokerResource;
import dev.squeeze.engine.predict.BrokersFreed;
import dev.squeeze.feature.advise.BrokersLine;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.survey.TopicAppraisal.Outcome;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.PageParts.Tile;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Renders the result of {@code squeeze survey} as a document. HTML pages show all topics, texts at most {@code --top}
 * per table.
 */
final class SurveyDocument {
    private final SurveyResult result;
    private final SurveyTables tables;
    private final String currency;
    private final int rows;

    private SurveyDocument(SurveyResult result) {
        this.result = result;
        this.currency = result.basis().prices().currency();
        this.tables = new SurveyTables(currency);
        this.rows = result.scope().rows();
    }

    static Document of(SurveyResult result) {
        return new SurveyDocument(result).document();
    }

    private Document document() {
        Document.Builder document = Document.of(result, result.scope().bootstrap())
                .opening(opening())
                .verdict(verdict())
                .lead(Block.onPage(new Block.Lines(opening())), new Block.Tiles(tiles()));
        if (result.totals().toChange() > 0) {
            document.lead(Block.inText(new Block.Paragraph(bytesSaved())));
            brokers().ifPresent(line -> document.lead(new Block.Paragraph(line)));
        }
        document.section("Where to start", change())
                .section("Leave as they are", both("Topics to leave", Outcome.LEAVE_IT, SurveyTables::left))
                .section("Not appraised", both("Topics not appraised", Outcome.NOT_APPRAISED, SurveyTables::unread))
                .section("Notes on topics", notes())
                .lines("Assumptions (each has a flag)", result.assumptions())
                .lines("Not reported by the cluster", result.refusals())
                .section("Workers", result.workers().map(SurveyTables::workers).orElse(List.of()))
                .section("Caveats", caveats());
        if (!result.next().isEmpty()) {
            List<Block> commands = new ArrayList<>(List.of(Block.inText(new Block.Config("", "sh", result.next()))));
            result.next().forEach(command -> commands.add(Block.onPage(new Block.Config("", "sh", List.of(command)))));
            document.section("Next", commands);
        }
        return document.section("How it was run", Block.onPage(new Block.Paragraph(runLine())))
                .closing(runLine())
                .build();
    }

    private List<String> opening() {
        SurveyTotals totals = result.totals();
        return List.of(
                say(
                        "%s: %s, %,d of them appraised, %,d not%s; %s stored in one replica of each partition",
                        result.scope().bootstrap(),
                        count(result.topics().size() + result.pending().size(), "topic"),
                        totals.toChange() + totals.toLeave(),
                        totals.notAppraised(),
                        result.pending().isEmpty()
                                ? ""
                                : say(", %,d not reached", result.pending().size()),
                        ByteCount.binary(totals.storedBytes())),
                say(
                        "The appraised topics send %s GB/month from producers to brokers, use %s GB of disk on all"
                                + " replicas, and cost %s %s/month.",
                        Figures.number(totals.wireGigabytesToday()),
                        Figures.number(totals.diskGigabytesToday()),
                        Figures.number(totals.moneyToday()),
                        currency));
    }

    private String verdict() {
        SurveyTotals totals = result.totals();
        if (totals.toChange() == 0) {
            return NothingToChange.verdict(
                    totals.toLeave(), totals.notAppraised() + result.pending().size());
        }
        ConfidenceInterval money = totals.savings().money();
        return say(
                "Changing %,d of %s saves %s %s/month (%s), %.0f %% of what the appraised topics cost.",
                totals.toChange(),
                count(result.topics().size() + result.pending().size(), "topic"),
                Figures.number(money.estimate()),
                currency,
                PageParts.between(money),
                100 * money.estimate() / Math.max(totals.moneyToday(), Double.MIN_NORMAL));
    }

    private String bytesSaved() {
        Savings saved = result.totals().savings();
        return say(
                "That saves %s GB/month on the wire (%s) and %s GB of disk (%s).",
                Figures.number(saved.wireGigabytes().estimate()),
                PageParts.between(saved.wireGigabytes()),
                Figures.number(saved.diskGigabytes().estimate()),
                PageParts.between(saved.diskGigabytes()));
    }

    /** Absent if the cost of a broker was not given. A survey does not predict the CPU of whole brokers. */
    private Optional<String> brokers() {
        SurveyTotals totals = result.totals();
        Savings saved = totals.savings();
        int replicas = result.topics().stream()
                .mapToInt(TopicAppraisal::replicationFactor)
                .max()
                .orElse(1);
        return result.basis()
                .prices()
                .broker()
                .flatMap(broker -> BrokersFreed.of(
                        broker,
                        result.basis().brokers(),
                        replicas,
                        Map.of(
                                BrokerResource.DISK,
                                share(saved.diskGigabytes(), totals.diskGigabytesToday()),
                                BrokerResource.NETWORK,
                                share(saved.wireGigabytes(), totals.wireGigabytesToday()))))
                .map(freed -> BrokersLine.words(
                        freed, result.basis().prices(), "if the appraised topics are what fills the brokers"));
    }

    private static double share(ConfidenceInterval saved, double today) {
        return BrokersFreed.share(today, today - saved.estimate());
    }

    private List<Tile> tiles() {
        SurveyTotals totals = result.totals();
        Tile stored = new Tile(
                "Stored, one replica each",
                ByteCount.binary(totals.storedBytes()),
                say(
                        "%,d to change, %,d to leave, %,d not appraised",
                        totals.toChange(), totals.toLeave(), totals.notAppraised()));
        Savings saved = totals.savings();
        return totals.toChange() == 0
                ? List.of(stored)
                : List.of(
                        saved("Saves, " + currency + "/month", saved.money(), totals.moneyToday()),
                        saved("Wire, GB/month less", saved.wireGigabytes(), totals.wireGigabytesToday()),
                        saved("Disks, GB less", saved.diskGigabytes(), totals.diskGigabytesToday()),
                        stored);
    }

    private static Tile saved(String name, ConfidenceInterval saved, double today) {
        return new Tile(
                name, Figures.number(saved.estimate()), PageParts.between(saved) + "; today " + Figures.number(today));
    }

    private List<TopicAppraisal> all(Outcome outcome) {
        return result.topics().stream()
                .filter(topic -> topic.outcome() == outcome)
                .toList();
    }

    private List<Block> change() {
        List<TopicAppraisal> topics = all(Outcome.CHANGE);
        if (topics.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>(List.of(Block.Drawing.of(SurveyChart.of(topics, currency))));
        blocks.addAll(both("Topics to change; amounts per month", Outcome.CHANGE, SurveyTables::changes));
        return blocks;
    }

    /** The same table twice: shortened for texts, complete for HTML pages. */
    private List<Block> both(
            String caption, Outcome outcome, BiFunction<SurveyTables, List<TopicAppraisal>, TextTable> table) {
        List<TopicAppraisal> topics = all(outcome);
        return List.of(
                Block.inText(new Block.Table(
                        caption, table.apply(tables, topics.stream().limit(rows).toList()))),
                Block.onPage(new Block.Table(caption, table.apply(tables, topics))));
    }

    private List<Block> notes() {
        return List.of(
                Block.inText(new Block.Lines(
                        notes(result.topics().stream().limit(rows).toList()))),
                Block.onPage(new Block.Lines(notes(result.topics()))));
    }

    private static List<String> notes(List<TopicAppraisal> topics) {
        return topics.stream()
                .flatMap(topic -> topic.notes().stream().map(note -> topic.topic() + ": " + note))
                .toList();
    }

    private List<Block> caveats() {
        List<String> early = new ArrayList<>();
        result.failure().ifPresent(why -> early.add("The survey ended early: " + why));
        if (result.interrupted()) {
            early.add("The survey was interrupted: topics that were not yet appraised are missing.");
        }
        List<String> lines = new ArrayList<>();
        lines.add(say(
                "At most %s of each topic was read, or %d batches if these are larger, in stretches drawn at random;"
                        + " 95 %% intervals cover what was not read. Errors of topics are assumed to be independent:"
                        + " in totals, their squares add up. Prices, consumer groups and rates are assumed to be"
                        + " correct.",
                new ByteCount(result.basis().sampleBytes()), TopicAccess.MIN_BATCHES));
        lines.add("Codec speeds were measured in one pass over a few batches (they may be off by a factor of two), and"
                + " few levels were tried: squeeze advise topic:NAME examines one topic in depth, squeeze bench"
                + " measures it on a broker.");
        if (result.totals().toChange() > 0) {
            lines.add(SurveyTables.KNOWN);
            lines.add("Existing data keeps its codec; disk usage falls over the retention period, and does not fall in"
                    + " topics that delete nothing.");
            lines.add(BrokersLine.WHEN_MONEY_IS_SAVED);
        }
        return List.of(
                Block.inText(new Block.Lines(joined(early, notShown(), lines))),
                Block.onPage(new Block.Lines(joined(early, List.of(), lines))));
    }

    private static List<String> joined(List<String> first, List<String> then, List<String> last) {
        return Stream.of(first, then, last).flatMap(List::stream).toList();
    }

    private List<String> notShown() {
        List<String> lines = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            int more = all(outcome).size() - rows;
            if (more > 0) {
                lines.add(say(
                        "%s %s not shown: see the JSON and CSV documents (--output), or raise --top.",
                        count(more, "more topic"),
                        switch (outcome) {
                            case CHANGE -> "to change";
                            case LEAVE_IT -> "to leave";
                            case NOT_APPRAISED -> "not appraised";
                        }));
            }
        }
        return lines;
    }

    private String runLine() {
        return say(
                "%s (%s), in %s; %.1f s in all, %s at a time, at most %s/s from the cluster%s",
                result.basis().prices().name(),
                result.basis().prices().date(),
                currency,
                result.run().elapsedSeconds(),
                count(result.scope().parallel(), "topic") + (result.workers().isPresent() ? " per worker" : ""),
                ByteCount.binary(result.scope().maxBytesPerSecond()),
                result.scope().resumed() == 0
                        ? ""
                        : "; " + count(result.scope().resumed(), "topic") + " from an earlier survey"
                                + result.scope()
                                        .resumedFrom()
                                        .map(from -> ", which started " + from.truncatedTo(ChronoUnit.SECONDS))
                                        .orElse(""));
    }
}
