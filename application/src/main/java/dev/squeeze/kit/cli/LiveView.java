package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.document.live.LivePage;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** The page that shows a run in progress, if the user asked for one; otherwise all methods do nothing. */
public final class LiveView {
    private static final long MIN_NANOS_BETWEEN_RESULTS = 1_000_000_000L;

    private final Secrets secrets;
    private volatile Optional<LivePage> page = Optional.empty();
    private long shownNanos = System.nanoTime() - MIN_NANOS_BETWEEN_RESULTS;

    /** @param secrets of the command line, which are masked on the page */
    LiveView(Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * Opens the page, if one was requested, and prints its address.
     *
     * @param port given with {@code --live}: 0 for any free port, empty if the flag is absent
     */
    public void open(OptionalInt port, RunStart start, TerminalWriter messages) {
        if (port.isEmpty() || page.isPresent()) {
            return;
        }
        String command = start.commandLine().stream()
                .skip(1)
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .orElse("");
        LivePage opened = LivePage.open(port.getAsInt(), command, start.at());
        page = Optional.of(opened);
        messages.println("live page: " + opened.address());
        messages.flush();
    }

    /** Shows the current step; {@code fraction} is the completed part, 0 if unknown. */
    public void doing(String now, String detail, double fraction) {
        page.ifPresent(open -> open.doing(
                now, detail, fraction > 0 ? OptionalDouble.of(Math.min(1, fraction)) : OptionalDouble.empty()));
    }

    /** Shows an intermediate result; the supplier is called by another thread when the page is viewed. */
    public void show(Supplier<? extends Result> result) {
        page.ifPresent(open -> open.show(() -> secrets.hideIn(result.get())));
    }

    /**
     * Whether an expensive intermediate result is worth computing: the page is being viewed, and the last result is at least a
     * second old.
     */
    public synchronized boolean takesResults() {
        boolean takes = page.filter(LivePage::isWatched).isPresent()
                && System.nanoTime() - shownNanos >= MIN_NANOS_BETWEEN_RESULTS;
        if (takes) {
            shownNanos = System.nanoTime();
        }
        return takes;
    }

    /** Whether there is a page. */
    public boolean isOpen() {
        return page.isPresent();
    }

    /** Replaces the page with the final report. */
    public void done(Result result) {
        page.ifPresent(open -> open.done(secrets.hideIn(result)));
    }

    /** Closes the page, after giving a connected browser a short time to fetch the report. */
    public void close(StopSignal stop) {
        page.ifPresent(open -> open.close(stop::isRequested));
        page = Optional.empty();
    }
}
