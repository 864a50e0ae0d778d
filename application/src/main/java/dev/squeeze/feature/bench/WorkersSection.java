package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.WorkersInfo;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Who sent from other machines, and what each of them did. */
final class WorkersSection {
    private static final int MAX_WIDTH = 120;

    private final WorkersInfo workers;

    WorkersSection(WorkersInfo workers) {
        this.workers = workers;
    }

    /** One line for the head of the result. */
    String summary() {
        double error = workers.members().stream()
                .mapToDouble(WorkersInfo.Member::clockErrorMillis)
                .max()
                .orElse(0);
        return say(
                "sent by %s of group %s%s; they began together within %.1f ms; read back by them",
                count(workers.members().size(), "worker"),
                workers.group(),
                workers.control().map(control -> ", through " + control).orElse(""),
                error);
    }

    List<Block> blocks() {
        return List.of(
                Block.titled("Machines, and how far their clocks are ahead of this one's", machines()),
                Block.titled("What each worker did, by arm", shares()));
    }

    private TextTable machines() {
        TextTable table = new TextTable(1).maxWidth(MAX_WIDTH);
        table.row("worker", "clock\nms", "cores", "memory", "processor");
        for (WorkersInfo.Member member : workers.members()) {
            table.row(
                    member.name(),
                    say("%+.1f ±%.1f", member.clockOffsetMillis(), member.clockErrorMillis()),
                    say("%d", member.cores()),
                    String.valueOf(new ByteCount(member.memoryBytes())),
                    member.processor());
        }
        return table;
    }

    /** Columns that only some runs have are left out of the others. */
    private TextTable shares() {
        TextTable table = new TextTable(2).namesOnce().maxWidth(MAX_WIDTH);
        boolean service =
                workers.shares().stream().anyMatch(share -> share.serviceCpu().isPresent());
        boolean drivers =
                workers.shares().stream().anyMatch(share -> share.driversCpu().isPresent());
        List<String> heads = new ArrayList<>(List.of(
                "arm",
                "worker",
                service ? "connections" : "producers",
                "records/s",
                "application\nCPU s/GB",
                "network\nCPU s/GB",
                "process\ncores"));
        if (service) {
            heads.add("gateway\nCPU s/GB");
        }
        if (drivers) {
            heads.add("driver\nCPU s/GB");
        }
        heads.addAll(List.of("machine\nbusy", "stolen", "longest\nstandstill ms"));
        table.row(heads.toArray(String[]::new));
        for (WorkersInfo.ArmShare share : workers.shares()) {
            List<String> cells = new ArrayList<>(List.of(
                    share.arm(),
                    share.worker(),
                    say("%d", share.producers()),
                    say("%,.0f", share.recordsPerSecond()),
                    say("%.2f", share.applicationCpu()),
                    say("%.2f", share.producerNetworkCpu()),
                    say("%.2f", share.processCores())));
            if (service) {
                cells.add(seconds(share.serviceCpu()));
            }
            if (drivers) {
                cells.add(seconds(share.driversCpu()));
            }
            cells.add(percent(share.busyShare()));
            cells.add(percent(share.stolenShare()));
            cells.add(say("%.0f", share.maxStandstillMillis()));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static String seconds(OptionalDouble cpu) {
        return cpu.isPresent() ? say("%.2f", cpu.getAsDouble()) : "-";
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? say("%.0f %%", 100 * share.getAsDouble()) : "-";
    }
}
