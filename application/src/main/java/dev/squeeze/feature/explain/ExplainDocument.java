package dev.squeeze.feature.explain;

import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.List;

/** The full report of {@code squeeze explain}. */
final class ExplainDocument {
    private ExplainDocument() {}

    static Document of(ExplainResult result) {
        ExplainWording words = new ExplainWording(result);
        FieldTables tables = new FieldTables(result);
        Document.Builder document = Document.of(result, result.source().source())
                .opening(List.of(ResultHeader.sourceLine(result), words.batchesLine()))
                .verdict(words.verdict())
                .lead(
                        Block.onPage(new Block.Lines(List.of(words.batchesLine()))),
                        new Block.Caveats("Before acting", words.caveats()))
                .section("Fields by cost", fields(result, words, tables));
        if (!result.objects().isEmpty()) {
            document.section(
                    "Objects and arrays as a whole", new Block.Table("Including all fields in them", objects(result)));
        }
        result.types()
                .ifPresent(types -> document.section(
                        "Types of records",
                        new Block.Lines(words.typesLines()),
                        new Block.Table(
                                Figures.say("By their fields, for %,d records", types.recordsSeen()),
                                FieldTables.types(types))));
        if (!result.suggestions().isEmpty()) {
            document.section(
                    "What saves bytes",
                    Block.inText(new Block.Lines(suggestions(result, words))),
                    Block.onPage(new Block.Table("Tried on the same batches", tables.suggestions())));
        }
        result.withoutGain()
                .filter(changes -> !changes.isEmpty())
                .ifPresent(changes -> document.section(
                        "What saves nothing",
                        new Block.Table(
                                "Tried on the same batches: the interval includes zero, or less than 0.1 % is saved",
                                FieldTables.withoutGain(changes))));
        result.ladders()
                .ifPresent(ladders -> ladders(
                        document, new LadderWording(ladders, result.prices().currency())));
        result.formats().ifPresent(formats -> formats(document, new FormatWording(result, formats), formats));
        document.lines("Examples", examples(result))
                .lines("How it was measured", method(result))
                .lines("Workload and prices", workload(result));
        return document.measuredOn(ResultHeader.sampleLines(result)).build();
    }

    private static List<Block> fields(ExplainResult result, ExplainWording words, FieldTables tables) {
        List<Block> blocks = new ArrayList<>();
        FieldIcicle.of(result).map(Block::onPage).ifPresent(blocks::add);
        blocks.add(Block.inText(new Block.Table("Each removed individually", tables.brief(Integer.MAX_VALUE))));
        blocks.add(Block.onPage(new Block.Table("Each removed individually", tables.whole(result.fields()))));
        blocks.add(new Block.Lines(words.sharedLines()));
        return blocks;
    }

    private static void ladders(Document.Builder document, LadderWording words) {
        document.section(
                LadderWording.TITLE,
                List.of(
                        new Block.Paragraph(words.summary()),
                        new Block.Table("The ladder of squeeze advise, twice", words.table()),
                        new Block.Paragraph(words.applied()),
                        new Block.Lines(words.changes()),
                        new Block.Titled("How", List.of(new Block.Lines(words.method())))));
    }

    private static void formats(Document.Builder document, FormatWording words, FormatComparison formats) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(words.answer()));
        for (FormatComparison.Table table : formats.tables()) {
            List<Block> own = new ArrayList<>();
            own.add(new Block.Table(
                    "Bytes and CPU time of a record: " + FormatWording.title(table), words.table(table)));
            // The one of the first table is the answer, shown above.
            if (!table.equals(formats.tables().get(0))) {
                own.add(new Block.Paragraph(words.verdict(table)));
            }
            blocks.add(new Block.Titled(FormatWording.title(table), own));
        }
        blocks.add(new Block.Titled("What is lost", List.of(new Block.Lines(words.losses()))));
        blocks.add(new Block.Lines(words.method()));
        document.section("The same records in other formats", blocks);
    }

    private static TextTable objects(ExplainResult result) {
        TextTable table = new TextTable(1)
                .row(
                        "object",
                        "fields",
                        "uncompr.",
                        "stored B/record",
                        "of all",
                        result.prices().currency() + "/month");
        for (FieldCost object : result.objects()) {
            table.row(
                    object.path(),
                    Figures.say("%,d", object.fields()),
                    ExplainWording.share(object.rawShare()),
                    ExplainWording.withHalfWidth(object.storedBytesPerRecord()),
                    ExplainWording.share(object.storedShare()),
                    ExplainWording.withHalfWidth(object.moneyPerMonth()));
        }
        return table;
    }

    private static List<String> suggestions(ExplainResult result, ExplainWording words) {
        List<String> lines = new ArrayList<>();
        for (Suggestion suggestion : result.suggestions()) {
            lines.add(suggestion.words() + ": " + words.saved(suggestion) + "; breaks: " + suggestion.breaks());
        }
        return lines;
    }

    private static List<String> examples(ExplainResult result) {
        return result.fields().stream()
                .filter(field -> !field.examples().isEmpty())
                .map(field -> field.path() + ": " + String.join(", ", field.examples()))
                .toList();
    }

    private static List<String> method(ExplainResult result) {
        return List.of(
                Figures.say(
                        "%,d of %,d batches that the simulated producer formed were compressed again without each field; ± is the 95 %%"
                                + " interval over these pairs.",
                        result.batches().measured(), result.batches().formed()),
                "A batch keeps its records in every trial. If batch.size closes batches, more of the smaller records would fit in"
                        + " a batch; this saving is added, estimated from the same batches split in two and in four.",
                "Money is for traffic and disks, without cores. Floor is the entropy of a field's values by themselves;"
                        + " it is empty if a sample does not show it.",
                Figures.say(
                        "%d changes were tried; those whose interval includes zero, or that save less than 0.1 %%, count as saving nothing.",
                        result.tried()));
    }

    private static List<String> workload(ExplainResult result) {
        var workload = result.workload();
        var origins = result.workloadOrigins();
        return List.of(
                Figures.say(
                        "%s records/s%s from %s%s to %s%s",
                        Figures.number(workload.recordsPerSecond()),
                        origins.words(WorkloadPart.RATE),
                        Figures.count(workload.producers(), "producer"),
                        origins.words(WorkloadPart.PRODUCERS),
                        Figures.count(workload.partitions(), "partition"),
                        origins.words(WorkloadPart.PARTITIONS)),
                Figures.say(
                        "replication factor %d%s, consumer groups: %d%s, kept for %s%s, zones: %d%s",
                        workload.replicationFactor(),
                        origins.words(WorkloadPart.REPLICATION_FACTOR),
                        workload.consumerGroups(),
                        origins.words(WorkloadPart.CONSUMER_GROUPS),
                        DurationText.format(workload.retention()),
                        origins.words(WorkloadPart.RETENTION),
                        workload.zones(),
                        origins.words(WorkloadPart.ZONES)),
                Figures.say(
                        "prices: %s of %s; all stored bytes cost %s %s/month",
                        result.prices().name(),
                        result.prices().date(),
                        Figures.number(result.batches().moneyPerMonth()),
                        result.prices().currency()));
    }
}
