package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.ByteCount;
import java.util.List;

/** The report's section on the workers that copied. */
final class CopyWorkersSection {
    private static final int MAX_WIDTH = 108;

    private final CopyWorkers workers;

    CopyWorkersSection(CopyWorkers workers) {
        this.workers = workers;
    }

    /** A line for the top of the report. */
    String summary() {
        return say(
                "copied by %s of group %s%s, in %s",
                count(workers.members().size(), "worker"),
                workers.group(),
                workers.control().map(control -> ", through " + control).orElse(""),
                count(workers.shares(), "share"));
    }

    List<Block> blocks() {
        return List.of(Block.titled(
                say(
                        "What each worker copied; shares moved to another worker %s",
                        workers.handovers() == 1 ? "once" : workers.handovers() + " times"),
                table()));
    }

    private TextTable table() {
        TextTable table = new TextTable(1).maxWidth(MAX_WIDTH);
        table.row(
                "worker",
                "records",
                "sent",
                "partitions\nat the end",
                "shares\nhanded over",
                "shares\nlost",
                "resumed",
                "partitions\ncopied from");
        for (CopyWorkers.Member member : workers.members()) {
            table.row(
                    member.name(),
                    say("%,d", member.records()),
                    new ByteCount(member.bytes()).toString(),
                    say("%d", member.partitionsAtEnd()),
                    say("%d", member.handedOver()),
                    say("%d", member.lost()),
                    say("%d", member.resumed()),
                    say("%d", member.partitions().size()));
        }
        return table;
    }
}
