package dev.squeeze.kit.cli;

import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import java.time.Duration;
import java.util.Locale;

/** Progress on stderr: a line that is redrawn in place on a terminal, otherwise one line per phase. Also shown on the live page. */
public final class ProgressLine implements RecordSource.ReadProgress {
    /** The remaining time is only estimated above this fraction of the work. */
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

    /** Sets the time budget for measuring, counted from the next progress update, to estimate the remaining time. */
    public synchronized void measuringFor(Duration budget) {
        budgetNanos = budget.toNanos();
        sweepStartNanos = 0;
    }

    /** Runs something else while reading pauses; its time is left out of the read rate and the estimate. */
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

    /** Progress of rewriting. Does not check for Ctrl-C; the caller does. */
    public synchronized void rewriting(long bytesRead, long bytesTotal) {
        draw("rewriting", share(bytesRead, bytesTotal), fraction(bytesRead, bytesTotal));
    }

    /** Progress of copying a topic; the fraction is 0 if the copy has no end. */
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

    /** Progress of reading both sides again to compare them. */
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

    /** The mean rate since the start; empty during the first second. */
    private String rate(long bytes) {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        return bytes > 0 && elapsed > MIN_SECONDS_FOR_A_RATE
                ? ", " + new ByteRate(Math.max(1, Math.round(bytes / elapsed)))
                : "";
    }

    /**
     * Progress of a measurement.
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

    /** Progress of work of unknown length. */
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

    /** Prints a line that stays on the screen. */
    public synchronized void say(String line) {
        clear();
        terminal.err().println(line);
        terminal.err().flush();
    }

    /** The phase up to the first comma: rounds of a phase get no line of their own in a log. */
    private static String family(String phase) {
        int comma = phase.indexOf(',');
        return comma < 0 ? phase : phase.substring(0, comma);
    }

    /** Clears the progress line, so that the result starts on an empty line. */
    public synchronized void clear() {
        if (terminal.interactive() && drawnWidth > 0) {
            terminal.err().rewrite("", drawnWidth);
            terminal.err().raw("\r");
            terminal.err().flush();
            drawnWidth = 0;
        }
    }
}
