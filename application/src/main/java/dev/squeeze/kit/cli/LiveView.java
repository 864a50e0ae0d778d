package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.document.live.LivePage;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** The page that shows a run while it goes on, where the user asked for one; without one nothing here does anything. */
public final class LiveView {
    private static final long MIN_NANOS_BETWEEN_RESULTS = 1_000_000_000L;

    private final Secrets secrets;
    private volatile Optional<LivePage> page = Optional.empty();
    private long shownNanos = System.nanoTime() - MIN_NANOS_BETWEEN_RESULTS;

    /** @param secrets of the command line, which no page shows */
    LiveView(Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * Opens the page, where one is wanted, and prints its address.
     *
     * @param port that {@code --live} gave: 0 for any, empty where it was not given
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

    /** Says what the run does; {@code fraction} of it is done, 0 where nobody knows. */
    public void doing(String now, String detail, double fraction) {
        page.ifPresent(open -> open.doing(
                now, detail, fraction > 0 ? OptionalDouble.of(Math.min(1, fraction)) : OptionalDouble.empty()));
    }

    /** Shows what there is so far; it is made when somebody looks, by another thread. */
    public void show(Supplier<? extends Result> result) {
        page.ifPresent(open -> open.show(() -> secrets.hideIn(result.get())));
    }

    /** Whether it is worth making a result that costs something: somebody looks, and the last one is some time ago. */
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

    /** The page becomes the report. */
    public void done(Result result) {
        page.ifPresent(open -> open.done(secrets.hideIn(result)));
    }

    /** Ends it, and waits for a reader who is there, not for long. */
    public void close(StopSignal stop) {
        page.ifPresent(open -> open.close(stop::isRequested));
        page = Optional.empty();
    }
}
