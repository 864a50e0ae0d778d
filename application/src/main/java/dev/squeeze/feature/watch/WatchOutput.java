package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistoryWriter;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.VisibleText;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;

/** The output of a running watch: marks on stdout, one per line, progress on stderr, and optionally a live page. */
final class WatchOutput {
    private final Terminal terminal;
    private final ProgressLine progress;
    private final Supplier<WatchResult> latest;
    private boolean hasRows;
    private boolean brokersAnswer = true;

    /** @param latest the result that the page shows; called when the page is viewed */
    WatchOutput(Terminal terminal, ProgressLine progress, Supplier<WatchResult> latest) {
        this.terminal = terminal;
        this.progress = progress;
        this.latest = latest;
    }

    void watching(List<TopicPositions> topics) {
        long partitions = topics.stream().mapToLong(TopicPositions::partitions).sum();
        if (topics.isEmpty()) {
            say("no topics to watch yet; each reading looks for topics that match --include and --exclude; Ctrl-C ends"
                    + " it");
            return;
        }
        say("watching " + Figures.count(topics.size(), "topic") + " with " + Figures.count(partitions, "partition")
                + "; Ctrl-C ends it");
    }

    void damaged(HistoryWriter.Damaged history) {
        say("the history " + history.file() + " has " + history.why()
                + "; the part before it is kept and continued, and the whole file is saved as " + history.copy());
    }

    void slot(HistorySlot slot, long marks) {
        double seconds = Math.max(1e-3, slot.length().toMillis() / 1e3);
        progress.goingOn(String.format(
                java.util.Locale.ROOT,
                "%s with records, %s read at %s/s and %.1f requests/s, %s",
                Figures.count(slot.topics().size(), "topic"),
                ByteCount.binary(slot.load().receivedBytes()),
                ByteCount.binary((long) (slot.load().receivedBytes() / seconds)),
                (slot.load().requests() + slot.load().adminRequests()) / seconds,
                Figures.count(marks, "mark")));
        if (!slot.topics().isEmpty()) {
            hasRows = true;
            terminal.live().show(latest);
        }
    }

    /** An open page shows the final report. */
    void ended() {
        if (hasRows && terminal.live().isOpen()) {
            terminal.live().done(latest.get());
        }
    }

    void mark(Mark mark) {
        progress.clear();
        terminal.out()
                .println(mark.at().truncatedTo(ChronoUnit.SECONDS) + "  "
                        + mark.kind().words() + "  " + VisibleText.oneLine(mark.topic()) + ": " + mark.words());
        terminal.out().flush();
    }

    void lost(RuntimeException trouble) {
        say("retrying until the cluster answers: " + trouble.getMessage());
    }

    void answersAgain() {
        say("the cluster answers again");
    }

    /** Printed only once per outage, which may last for days. */
    void brokersLost(RuntimeException trouble) {
        if (brokersAnswer) {
            say("rows will not contain figures from --jmx until it answers: " + trouble.getMessage());
        }
        brokersAnswer = false;
    }

    void brokersAnswer() {
        if (!brokersAnswer) {
            say("all brokers answer over JMX again");
        }
        brokersAnswer = true;
    }

    private void say(String line) {
        progress.clear();
        terminal.err().println(line);
        terminal.err().flush();
    }
}
