package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.WorkersInfo;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The section on workers that sent from other machines. */
final class WorkersSection {
    private static final int MAX_WIDTH = 120;

    private final WorkersInfo workers;

    WorkersSection(WorkersInfo workers) {
        this.workers = workers;
    }

    /** One line for the result's header. */
    String summary() {
        double error = workers.members().stream()
                .mapToDouble(WorkersInfo.Member::clockErrorMillis)
                .max()
                .orElse(0);
        return say(
                "sent and read back by %s of group %s%s; started together to within %.1f ms",
                count(workers.members().size(), "worker"),
                workers.group(),
                workers.control()
                        .map(control -> ", coordinated through " + control)
                        .orElse(""),
                error);
    }

    List<Block> blocks() {
        return List.of(
                Block.titled("Machines, and how far their clocks are ahead of this machine's", machines()),
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

    /** Columns of CPU time that does not apply to this run are left out. */
    private TextTable shares() {
        boolean service = isKnown(WorkersInfo.ArmShare::serviceCpu);
        List<Cpu> cpus = Stream.of(
                        new Cpu("consumers\nCPU s/GB", WorkersInfo.ArmShare::consumerCpu),
                        new Cpu("gateway\nCPU s/GB", WorkersInfo.ArmShare::serviceCpu),
                        new Cpu("driver\nCPU s/GB", WorkersInfo.ArmShare::driversCpu))
                .filter(cpu -> isKnown(cpu.of()))
                .toList();
        TextTable table = new TextTable(2).namesOnce().maxWidth(MAX_WIDTH);
        List<String> heads = new ArrayList<>(List.of(
                "arm",
                "worker",
                service ? "connections" : "producers",
                "records/s",
                "application\nCPU s/GB",
                "network\nCPU s/GB"));
        cpus.forEach(cpu -> heads.add(cpu.head()));
        heads.addAll(List.of("process\ncores", "machine\nbusy", "stolen", "longest\npause ms"));
        table.row(heads.toArray(String[]::new));
        workers.shares().forEach(share -> table.row(cells(share, cpus)));
        return table;
    }

    /** @param of absent if a worker has none */
    private record Cpu(String head, Function<WorkersInfo.ArmShare, OptionalDouble> of) {}

    private boolean isKnown(Function<WorkersInfo.ArmShare, OptionalDouble> cpu) {
        return workers.shares().stream().anyMatch(share -> cpu.apply(share).isPresent());
    }

    private static String[] cells(WorkersInfo.ArmShare share, List<Cpu> cpus) {
        List<String> cells = new ArrayList<>(List.of(
                share.arm(),
                share.worker(),
                say("%d", share.producers()),
                say("%,.0f", share.recordsPerSecond()),
                Figures.number(share.applicationCpu()),
                Figures.number(share.producerNetworkCpu())));
        cpus.forEach(cpu -> cells.add(seconds(cpu.of().apply(share))));
        cells.add(say("%.2f", share.processCores()));
        cells.add(percent(share.busyShare()));
        cells.add(percent(share.stolenShare()));
        cells.add(say("%.0f", share.maxStandstillMillis()));
        return cells.toArray(String[]::new);
    }

    private static String seconds(OptionalDouble cpu) {
        return cpu.isPresent() ? Figures.number(cpu.getAsDouble()) : "-";
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? say("%.0f %%", 100 * share.getAsDouble()) : "-";
    }
}
