package dev.squeeze.feature.measure;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.ResultHeader;
import java.util.ArrayList;
import java.util.List;

/** {@code squeeze measure} as a document for readers. */
final class MeasureDocument {
    private MeasureDocument() {}

    static Document of(MeasureResult result) {
        MeasureVerdict verdict = new MeasureVerdict(result);
        SweepSections sweep = new SweepSections(result);
        Document.Builder document = Document.of(result, result.source().source())
                .opening(List.of(ResultHeader.sourceLine(result)))
                .verdict(verdict.sentence())
                .lead(verdict.support())
                .lead(new Block.Caveats("Caveats", OfflineNotes.warnings(result)));
        sweep.charts(document, List.of(SweepCharts.today(result)));
        sweep.tables(document, Block.Medium.TERMINAL, Block.Medium.MARKDOWN);
        new ClientTable(result).addTo(document);
        return document.lines("Left out", skipped(result))
                .lines("Ratios not known to within 2 %", new SweepTable(result).wideLines())
                .measuredOn(ResultHeader.sampleLines(result))
                .closing(OfflineNotes.runLine(result))
                .build();
    }

    private static List<String> skipped(MeasureResult result) {
        List<String> lines = new ArrayList<>(new SweepTable(result).skippedLines());
        if (!lines.isEmpty()) {
            lines.add("The JSON document has the figures of the few batches that were tried; --exhaustive measures all"
                    + " settings.");
        }
        return lines;
    }
}
