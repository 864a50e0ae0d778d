package dev.squeeze.feature.watch;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.feature.watch.WatchResult.Change;
import dev.squeeze.feature.watch.WatchResult.Observation;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Renders the result of {@code squeeze watch report} as a document. */
final class WatchDocument {
    /** Maximum number of topics that a verdict names. */
    private static final int NAMED = 3;

    private final WatchResult watch;
    private final WatchTables tables;

    private WatchDocument(WatchResult watch) {
        this.watch = watch;
        this.tables = new WatchTables(watch);
    }

    static Document of(WatchResult watch) {
        return new WatchDocument(watch).document();
    }

    private Document document() {
        Observation seen = watch.observation();
        Document.Builder document = Document.of(watch, seen.bootstrap())
                .opening(List.of(opening(seen)))
                .verdict(verdict())
                .withoutMachine();
        document.lead(new Block.Caveats("Notes", watch.notes()));
        if (watch.change().isPresent()) {
            document.section("Before and after", comparison(watch.change().get()));
            document.section("Batches before and after", batches());
            document.section("Codecs by records", new Block.Table("Codecs by records", tables.codecsBeforeAfter()));
            document.section("Against the plan", promises());
        }
        document.section(
                watch.change().isPresent() ? "Whole period" : "Topics", new Block.Table("Topics", tables.topics()));
        if (watch.change().isEmpty()) {
            document.section("Against the plan", promises());
        }
        document.section("Detected changes", marks());
        document.section("Over time", charts());
        document.lines("Load on the cluster", load(seen));
        document.lines("What headers do not show", WatchNotes.unknown());
        return document.build();
    }

    private static String opening(Observation seen) {
        return say(
                "%s: %s from %s to %s, %s",
                seen.bootstrap(),
                DurationText.roughly(seen.observedSeconds()),
                WatchCharts.time(seen.from()),
                WatchCharts.time(seen.until()),
                count(seen.rows(), "slot"));
    }

    private String verdict() {
        if (watch.change().isPresent()) {
            return compared(watch.change().get());
        }
        String marks = watch.marks().isEmpty()
                ? "no change was detected"
                : count(watch.marks().size(), "change") + " " + (watch.marks().size() == 1 ? "was" : "were")
                        + " detected";
        return say("%s with records; %s.", count(watch.topics().size(), "topic"), marks);
    }

    private String compared(Change change) {
        StringBuilder words = new StringBuilder(title(change.verdict()));
        words.append(" since ").append(WatchCharts.time(change.at()));
        change.until().ifPresent(until -> words.append(" (completed at ")
                .append(WatchCharts.time(until))
                .append(")"));
        List<String> worse = names(Verdict.WORSE);
        List<String> less = names(Verdict.LESS_THAN_PLANNED);
        if (change.verdict() == Verdict.WORSE) {
            words.append(": ").append(some(worse)).append('.');
            words.append(less.isEmpty() ? "" : " Less than planned: " + some(less) + ".");
        } else {
            words.append(change.verdict() == Verdict.LESS_THAN_PLANNED ? ": " + some(less) : "")
                    .append('.');
        }
        change.bytes().ifPresent(bytes -> words.append(
                        bytes.n() > 1 ? " All topics together: stored bytes " : " Stored bytes ")
                .append(WatchTables.percent(bytes))
                .append(change.money()
                        .map(money -> say(
                                ", %s %s/month (%s)",
                                WatchTables.signed(money.estimate()), watch.currency(), PageParts.between(money)))
                        .orElse(""))
                .append('.'));
        return words.toString();
    }

    private static String title(Verdict verdict) {
        String words = verdict.words();
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private List<String> names(Verdict verdict) {
        return watch.topics().stream()
                .filter(topic -> topic.comparison().map(Comparison::verdict).equals(Optional.of(verdict)))
                .map(WatchedTopic::topic)
                .toList();
    }

    private static String some(List<String> topics) {
        return String.join(", ", topics.subList(0, Math.min(NAMED, topics.size())))
                + (topics.size() > NAMED ? say(" and %,d more", topics.size() - NAMED) : "");
    }

    private List<Block> batches() {
        return List.of(
                new Block.Table("Batches before and after", tables.batches()),
                new Block.Paragraph(
                        "The span of a batch is the time from its first record to its last: at most linger.ms, unless"
                                + " something else delays the batch."));
    }

    private List<Block> promises() {
        TextTable table = tables.promises();
        return table.rows() <= 1
                ? List.of()
                : List.of(
                        new Block.Table("Against the plan", table),
                        new Block.Paragraph(
                                watch.change().isPresent()
                                        ? "Planned and measured money is for bytes only, at the rate after the change;"
                                                + " the plan itself also includes cores."
                                        : "Planned money is that of the plan, including cores; --change-at also shows"
                                                + " what was measured."));
    }

    private List<Block> comparison(Change change) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Table("Before and after", tables.comparisons()));
        blocks.add(new Block.Paragraph(basis()));
        change.brokerCpu()
                .ifPresent(cpu -> blocks.add(new Block.Paragraph(say(
                        "Broker CPU time per record: %s; %s cores before, %s after, not adjusted for the rate.",
                        WatchTables.percent(cpu),
                        change.coresBefore().stream()
                                .mapToObj(Figures::number)
                                .findFirst()
                                .orElse("?"),
                        change.coresAfter().stream()
                                .mapToObj(Figures::number)
                                .findFirst()
                                .orElse("?")))));
        return blocks;
    }

    private String basis() {
        Optional<Comparison> byDays = watch.topics().stream()
                .flatMap(topic -> topic.comparison().stream())
                .filter(Comparison::byDays)
                .findFirst();
        return byDays.map(comparison -> say(
                                "%s before, %s after: each hour is compared with the same hour of other days. 95 %%"
                                        + " intervals come from the variation between days, adjusted for weekends and"
                                        + " a trend.",
                                count(comparison.blocksBefore(), "day"), after(comparison)))
                        .orElse("Changes compare time slices of equal length and weight, so they may differ from the"
                                + " change over all records; 95 % intervals come from the variation between"
                                + " slices.")
                + " Verdicts are adjusted for the number of topics. Money is for bytes on the wire and on disks.";
    }

    private static String after(Comparison comparison) {
        return comparison.blocksAfter() == 1 ? "1 day or its first hours" : count(comparison.blocksAfter(), "day");
    }

    private List<Block> marks() {
        return watch.marks().isEmpty()
                ? List.of()
                : List.of(new Block.Lines(
                        watch.marks().stream().map(WatchDocument::words).toList()));
    }

    private static String words(Mark mark) {
        return WatchCharts.time(mark.at()) + "  " + mark.kind().words() + "  " + mark.topic() + ": " + mark.words();
    }

    private List<Block> charts() {
        return new WatchCharts(watch)
                .figures().stream()
                        .map(figure -> Block.onPage(Block.Drawing.of(figure)))
                        .toList();
    }

    private static List<String> load(Observation seen) {
        double seconds = Math.max(1e-3, seen.observedSeconds());
        return List.of(say(
                "%s received at %s/s (of %s/s allowed), %s sent; %s, %s/s, and %s about topics and groups.",
                ByteCount.binary(seen.load().receivedBytes()),
                ByteCount.binary(seen.load().receivedBytes() / seconds),
                ByteCount.binary(seen.maxBytesPerSecond()),
                ByteCount.binary(seen.load().sentBytes()),
                count(seen.load().requests(), "request"),
                Figures.number(seen.load().requests() / seconds),
                count(seen.load().adminRequests(), "admin request")));
    }
}
