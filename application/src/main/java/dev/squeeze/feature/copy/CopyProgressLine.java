package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.ByteCount;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** The progress of a copy, on stderr and on the live page. */
final class CopyProgressLine implements CopyListener {
    private final Terminal terminal;
    private final ProgressLine line;
    private final Function<CopyReport, CopyResult> document;

    /** @param document creates the result that the live page shows */
    CopyProgressLine(Terminal terminal, Function<CopyReport, CopyResult> document) {
        this.terminal = terminal;
        this.document = document;
        this.line = new ProgressLine(terminal);
    }

    @Override
    public void copied(long records, long bytes, double fraction) {
        String done = String.format(Locale.ROOT, "%,d records, %s", records, new ByteCount(bytes));
        line.copying(done, fraction);
    }

    @Override
    public void soFar(Supplier<CopyReport> report) {
        if (terminal.live().takesResults()) {
            CopyReport committed = report.get();
            terminal.live().show(() -> document.apply(committed));
        }
    }

    @Override
    public void compacted(CopyGap offsets) {
        line.clear();
        terminal.err().println("squeeze: " + compactedText(offsets));
        terminal.err().flush();
    }

    static String compactedText(CopyGap offsets) {
        return String.format(
                Locale.ROOT,
                "partition %d: compaction has removed all records from offset %,d to %,d, the end of the source",
                offsets.partition(),
                offsets.fromOffset(),
                offsets.toOffset() - 1);
    }

    @Override
    public void waiting(String why) {
        line.clear();
        terminal.live().doing("waiting", why + "; retrying from the last commit", 0);
        terminal.err().println("squeeze: " + why + "; retrying from the last commit");
        terminal.err().flush();
    }

    @Override
    public void warning(String what) {
        line.clear();
        terminal.err().println("squeeze: WARNING: " + what);
        terminal.err().flush();
    }

    /** Shows progress while source and copies are read again. */
    void comparing(long records) {
        line.comparing(String.format(Locale.ROOT, "%,d records", records));
    }

    void clear() {
        line.clear();
    }
}
