package dev.squeeze.kit.cli;

import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import java.time.Duration;
import java.util.Locale;

/** Progress on stderr: one line that is rewritten for a person, one line for each phase otherwise; and on the live page. */
public final class ProgressLine implements RecordSource.ReadProgress {
    /** The remaining time is estimated from this fraction of the work on. */
    private static final double MIN_FRACTION_TO_EXTRAPOLATE = 0.05;

    private static final double MIN_SECONDS_FOR_A_RATE = 1;
    private static final long REDRAW_NANOS = 200_000_000L;

    private final Terminal terminal;
    private long budgetNanos;
    private long startNanos = System.nanoTime();
    private long sweepStartNanos;
    private long lastDrawNanos;
    private String phase = "";
    private int drawnWidth;

    public ProgressLine(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Tells how long measuring may take from the next progress on, for the estimate. */
    public synchronized void measuringFor(Duration budget) {
        budgetNanos = budget.toNanos();
        sweepStartNanos = 0;
    }

    /** Does something else while reading pauses: rate and estimate are of the reading. */
    public void pausingFor(Runnable other) {
        long begin = System.nanoTime();
        try {
            other.run();
        } finally {
            synchronized (this) {
                startNanos += System.nanoTime() - begin;
            }
        }
    }

    @Override
    public synchronized void at(long bytesRead, long bytesTotal) {
        if (terminal.stop().isRequested()) {
            throw new StoppedException("interrupted while reading, before anything was measured");
        }
        draw(
                "reading and sampling",
                bytesTotal > 0 ? share(bytesRead, bytesTotal) : new ByteCount(bytesRead) + rate(bytesRead),
                fraction(bytesRead, bytesTotal));
    }

    /** How far rewriting has come; Ctrl-C is seen by whoever rewrites. */
    public synchronized void rewriting(long bytesRead, long bytesTotal) {
        draw("rewriting", share(bytesRead, bytesTotal), fraction(bytesRead, bytesTotal));
    }

    /** How far copying a topic has come; 0 where it has no end. */
    public synchronized void copying(String done, double fraction) {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        String left = fraction > MIN_FRACTION_TO_EXTRAPOLATE && fraction < 1
                ? String.format(Locale.ROOT, ", about %.0f s left", elapsed * (1 - fraction) / fraction)
                : "";
        draw(
                "copying",
                (fraction > 0 ? String.format(Locale.ROOT, "%3.0f %%, ", 100 * fraction) : "") + done + left,
                fraction);
    }

    /** How far reading both sides again has come. */
    public synchronized void comparing(String done) {
        draw("comparing", done, 0);
    }

    private String share(long bytesRead, long bytesTotal) {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        String left = bytesRead > 0 && elapsed > 2
                ? String.format(Locale.ROOT, ", about %.0f s left", elapsed * (bytesTotal - bytesRead) / bytesRead)
                : "";
        return String.format(Locale.ROOT, "%3.0f %% of %s", 100.0 * bytesRead / bytesTotal, new ByteCount(bytesTotal))
                + rate(bytesRead)
                + left;
    }

    private static double fraction(long bytesRead, long bytesTotal) {
        return bytesTotal > 0 ? (double) bytesRead / bytesTotal : 0;
    }

    /** On average since the beginning, once that says something. */
    private String rate(long bytes) {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        return bytes > 0 && elapsed > MIN_SECONDS_FOR_A_RATE
                ? ", " + new ByteRate(Math.max(1, Math.round(bytes / elapsed)))
                : "";
    }

    /**
     * How far a measurement has come.
     *
     * @param fraction done, from 0 to 1
     */
    public synchronized void progress(String now, double fraction) {
        if (sweepStartNanos == 0) {
            sweepStartNanos = System.nanoTime();
        }
        double spent = System.nanoTime() - sweepStartNanos;
        double left = (budgetNanos > 0 ? budgetNanos - spent : spent / fraction - spent) / 1e9;
        draw(
                now,
                String.format(Locale.ROOT, "%3.0f %%", 100 * fraction)
                        + (left > 0 && (budgetNanos > 0 || fraction > MIN_FRACTION_TO_EXTRAPOLATE)
                                ? String.format(Locale.ROOT, ", about %.0f s left in all", left)
                                : ""),
                fraction);
    }

    /** How something goes on that has no end of its own. */
    public synchronized void goingOn(String now) {
        draw(now, "", 0);
    }

    private void draw(String now, String state, double fraction) {
        terminal.live().doing(now, state, fraction);
        long nanos = System.nanoTime();
        boolean changed = !family(now).equals(family(phase));
        if (terminal.interactive()) {
            if (changed || nanos - lastDrawNanos > REDRAW_NANOS) {
                String line = state.isEmpty() ? now : now + ": " + state;
                terminal.err().rewrite(line, drawnWidth);
                terminal.err().flush();
                drawnWidth = line.length();
                lastDrawNanos = nanos;
            }
        } else if (changed) {
            terminal.err().println(now + " ...");
            terminal.err().flush();
        }
        phase = now;
    }

    /** Something that stays on the screen, in a line of its own. */
    public synchronized void say(String line) {
        clear();
        terminal.err().println(line);
        terminal.err().flush();
    }

    /** Rounds and waves of one phase are one phase to a log. */
    private static String family(String phase) {
        int comma = phase.indexOf(',');
        return comma < 0 ? phase : phase.substring(0, comma);
    }

    /** Takes the line away, so that the result starts on a clean one. */
    public synchronized void clear() {
        if (terminal.interactive() && drawnWidth > 0) {
            terminal.err().rewrite("", drawnWidth);
            terminal.err().raw("\r");
            terminal.err().flush();
            drawnWidth = 0;
        }
    }
}
