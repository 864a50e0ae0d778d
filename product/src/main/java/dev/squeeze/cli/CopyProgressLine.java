package dev.squeeze.cli;

import dev.squeeze.copy.CopyListener;
import dev.squeeze.unit.ByteCount;
import java.util.Locale;

/** How a copy gets on, on stderr. */
final class CopyProgressLine implements CopyListener {
    private final Terminal terminal;
    private final ProgressLine line;

    CopyProgressLine(Terminal terminal) {
        this.terminal = terminal;
        this.line = new ProgressLine(terminal);
    }

    @Override
    public void copied(long records, long bytes, double fraction) {
        String done = String.format(Locale.ROOT, "%,d records, %s", records, new ByteCount(bytes));
        line.copying(done, fraction);
    }

    @Override
    public void waiting(String why) {
        line.clear();
        terminal.err().println("squeeze: " + why + "; trying again from the last commit");
        terminal.err().flush();
    }

    /** While source and copies are read again. */
    void comparing(long records) {
        line.comparing(String.format(Locale.ROOT, "%,d records", records));
    }

    void clear() {
        line.clear();
    }
}
