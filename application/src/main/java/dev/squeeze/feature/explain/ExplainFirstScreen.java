package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultHeader;
import java.util.ArrayList;
import java.util.List;

/** What a terminal shows without {@code --details}: the answer, the most expensive fields, and what to try. */
final class ExplainFirstScreen {
    private static final int FIELDS = 7;
    private static final int SUGGESTIONS = 3;

    private ExplainFirstScreen() {}

    static Document of(ExplainResult result) {
        ExplainWording words = new ExplainWording(result);
        List<Block> lead = new ArrayList<>(List.of(
                new Block.Table("Fields by cost", new FieldTables(result).brief(FIELDS)),
                new Block.Lines(words.sharedLines()),
                new Block.Lines(words.typesLines()),
                new Block.Lines(tried(result, words))));
        result.ladders().ifPresent(ladders -> {
            LadderWording wording = new LadderWording(ladders, result.prices().currency());
            lead.add(new Block.Table(LadderWording.TITLE, wording.table()));
            lead.add(new Block.Lines(List.of(wording.summary())));
        });
        result.formats().ifPresent(formats -> lead.addAll(formats(new FormatWording(result, formats), formats)));
        lead.add(new Block.Caveats("", words.caveats()));
        return Document.of(result, result.source().source())
                .opening(List.of(ResultHeader.sourceLine(result), words.batchesLine()))
                .verdict(words.verdict())
                .withoutMachine()
                .lead(lead)
                .closing(rest(result))
                .build();
    }

    /** For the given settings. */
    private static List<Block> formats(FormatWording words, FormatComparison formats) {
        FormatComparison.Table table = formats.tables().get(0);
        return List.of(
                new Block.Table("The same records with " + FormatWording.title(table), words.table(table)),
                new Block.Lines(List.of(words.answer())));
    }

    private static List<String> tried(ExplainResult result, ExplainWording words) {
        List<String> lines = new ArrayList<>();
        for (Suggestion suggestion :
                result.suggestions().stream().limit(SUGGESTIONS).toList()) {
            lines.add(suggestion.words() + ": " + words.saved(suggestion));
        }
        return lines;
    }

    private static String rest(ExplainResult result) {
        return Figures.say(
                "%s; %d of %d changes tried save bytes; %,d of %,d batches in %.0f s; more: --details",
                Figures.count(
                        result.fields().stream().mapToInt(FieldCost::fields).sum(), "field"),
                result.suggestions().size(),
                result.tried(),
                result.batches().measured(),
                result.batches().formed(),
                result.run().elapsedSeconds());
    }
}
