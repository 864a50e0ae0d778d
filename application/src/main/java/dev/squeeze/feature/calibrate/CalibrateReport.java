package dev.squeeze.feature.calibrate;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** {@code squeeze calibrate} as text, as Markdown and as CSV. */
public final class CalibrateReport {
    static final String FACTORS =
            "Share of a codec's own work that a role does (what a cold waking with such work costs more,"
                    + " nanoseconds)";

    private CalibrateReport() {}

    public static String text(CalibrateResult result) {
        StringBuilder text = new StringBuilder();
        head(result).forEach(line -> text.append(line).append('\n'));
        result.machine().ifPresent(machine -> {
            text.append("\nCPU time of each, nanoseconds:\n")
                    .append(costs(machine).render("  "));
            text.append('\n')
                    .append(FACTORS)
                    .append(":\n")
                    .append(factors(machine).render("  "));
            text.append("\nThe loads, cores measured (explained within):\n")
                    .append(loads(result).render("  "));
        });
        Sections.text(text, "Note:", notes(result));
        return text.append('\n')
                .append(say("%.1f s in all", result.run().elapsedSeconds()))
                .append('\n')
                .toString();
    }

    public static String markdown(CalibrateResult result) {
        StringBuilder text = new StringBuilder("# squeeze calibrate\n\n");
        head(result).forEach(line -> text.append(Markdown.item(line)));
        result.machine().ifPresent(machine -> {
            text.append("\n## CPU time of each, nanoseconds\n\n")
                    .append(costs(machine).markdown());
            text.append("\n## ")
                    .append(FACTORS)
                    .append("\n\n")
                    .append(factors(machine).markdown());
            text.append("\n## The loads, cores measured (explained within)\n\n")
                    .append(loads(result).markdown());
        });
        Sections.markdown(text, "Notes", notes(result));
        return text.append('\n')
                .append(say("%.1f s in all", result.run().elapsedSeconds()))
                .append('\n')
                .toString();
    }

    public static String csv(CalibrateResult result) {
        StringBuilder text = new StringBuilder(
                "load,rounds,records_per_second,records_per_batch,role,cores,fitted_cores,common_factor\n");
        for (CalibrateResult.LoadInfo load : result.loads()) {
            load.measuredCores()
                    .forEach((role, cores) -> text.append(say(
                            "\"%s\",%d,%.3f,%.3f,%s,%.6f,%.6f,%.4f%n",
                            load.label(),
                            load.rounds(),
                            load.perSecond().records(),
                            load.perSecond().recordsPerBatch(),
                            role,
                            cores,
                            load.fittedCores().getOrDefault(role, 0.0),
                            load.commonFactor())));
        }
        return text.toString();
    }

    static List<String> head(CalibrateResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(verdict(result));
        lines.addAll(ResultHeader.machineLines(result.run().environment()));
        return lines;
    }

    static String verdict(CalibrateResult result) {
        return result.machine()
                .map(machine -> say(
                        "Costs of this machine's clients and brokers, from %d loads in %d rounds of %.1f s",
                        result.loads().size(), result.rounds() - result.roundsLeftOut(), result.trialSeconds()))
                .orElse("The machine's costs are not known: not every load was measured");
    }

    static TextTable costs(MachineInfo machine) {
        TextTable table = new TextTable(1)
                .row(
                        "",
                        "second",
                        "waking",
                        "cold",
                        "request",
                        "fetch",
                        "partition",
                        "cold partition",
                        "batch",
                        "cold batch",
                        "record",
                        "scattered record",
                        "byte",
                        "stored byte");
        machine.roles()
                .forEach(role -> table.row(
                        role.role(),
                        number(role.second()),
                        number(role.waking()),
                        number(role.cold()),
                        number(role.request()),
                        number(role.fetch()),
                        number(role.fetchedPartition()),
                        number(role.coldPartition()),
                        number(role.batch()),
                        number(role.coldBatch()),
                        number(role.record()),
                        number(role.scatteredRecord()),
                        number(role.uncompressedByte()),
                        number(role.storedByte())));
        return table;
    }

    private static String number(double nanos) {
        return nanos == 0 ? "-" : Figures.number(nanos);
    }

    static TextTable factors(MachineInfo machine) {
        List<String> codecs = machine.roles().stream()
                .flatMap(role -> role.codecFactor().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(codecs);
        TextTable table = new TextTable(1).row(head.toArray(String[]::new));
        machine.roles().stream()
                .filter(role -> role.codecFactor().values().stream().anyMatch(factor -> factor > 0))
                .forEach(role -> {
                    List<String> row = new ArrayList<>(List.of(role.role()));
                    codecs.forEach(codec -> row.add(say(
                            "%.2f (%s)",
                            role.codecFactor().getOrDefault(codec, 0.0),
                            number(role.coldCodec().getOrDefault(codec, 0.0)))));
                    table.row(row.toArray(String[]::new));
                });
        return table;
    }

    static TextTable loads(CalibrateResult result) {
        List<String> roles = Arrays.stream(CostRole.values()).map(CostRole::key).toList();
        List<String> head = new ArrayList<>(List.of("", "records/s", "records/batch", "in common"));
        head.addAll(roles);
        TextTable table = new TextTable(1).row(head.toArray(String[]::new));
        for (CalibrateResult.LoadInfo load : result.loads()) {
            List<String> row = new ArrayList<>(List.of(
                    load.label(),
                    Figures.number(load.perSecond().records()),
                    Figures.number(load.perSecond().recordsPerBatch()),
                    say("%+.0f %%", 100 * (load.commonFactor() - 1))));
            for (String role : roles) {
                double cores = load.measuredCores().getOrDefault(role, 0.0);
                OptionalDouble off = load.unexplained(role);
                row.add(off.isPresent() ? say("%.3f (%+.0f %%)", cores, 100 * off.getAsDouble()) : "-");
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    private static String saturation(CalibrateResult result, double mean, boolean compressing) {
        DoubleSummaryStatistics each = result.loads().stream()
                .filter(load -> load.perSecond().wakings() == 0)
                .filter(load -> compressing != load.perSecond().codec().equals(CodecType.NONE.label()))
                .mapToDouble(load -> load.fittedCores().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        / result.run().environment().cores())
                .summaryStatistics();
        return say("%.0f %% of the cores", 100 * mean)
                + (each.getCount() == 0
                        ? ""
                        : say(
                                " (%.0f to %.0f, %s)",
                                100 * each.getMin(), 100 * each.getMax(), count(each.getCount(), "load")));
    }

    static List<String> notes(CalibrateResult result) {
        List<String> lines = new ArrayList<>();
        result.machine().ifPresent(machine -> {
            lines.add(say(
                    "A request's way there and back takes %.2f ms beside the threads' own work; a consumer asks again after"
                            + " %.2f ms; a full batch is drained after %.2f ms, one that lingers %.2f ms late.",
                    machine.roundTripNanos() / 1e6,
                    machine.fetchPauseNanos() / 1e6,
                    machine.reactionNanos() / 1e6,
                    machine.lateNanos() / 1e6));
            lines.add(say(
                    "When all goes as fast as it can, clients and brokers together have %s without a codec, %s with one.",
                    saturation(result, machine.saturation(), false),
                    saturation(result, machine.saturationCompressing(), true)));
            lines.add(
                    "Scattered record: what one costs more that lies far from its batch's others in the producer's memory,"
                            + " as keys fill the batches of all partitions at the same time.");
            lines.add(
                    "Cold: what a waking costs more where the thread rested for many milliseconds before it. Partition: one"
                            + " beside the first that a fetch asks for, and what it costs more when cold. Cold batch: what"
                            + " one costs more that comes many milliseconds after the last.");
            lines.add(
                    "In common: by how much a load was dearer or cheaper in all roles alike than the costs say, as far as"
                            + " that is chance; each role is explained within so much beside that. It is taken out before"
                            + " the costs are fitted.");
            lines.add(
                    "The costs are those that explain the loads best, none of them negative: what is always done together"
                            + " cannot be told apart, so a single one says less than their sum for a load.");
        });
        result.failure().ifPresent(reason -> lines.add("It ended early: " + reason));
        if (result.interrupted()) {
            lines.add("Interrupted.");
        }
        return lines;
    }

    /** By role, the mean of how far measured and fitted are apart beside what all roles have in common. */
    static String explained(CalibrateResult result) {
        return Arrays.stream(CostRole.values())
                .map(role -> say(
                        "%s %.0f %%",
                        role.key(),
                        100
                                * result.loads().stream()
                                        .map(load -> load.unexplained(role.key()))
                                        .flatMapToDouble(OptionalDouble::stream)
                                        .map(Math::abs)
                                        .average()
                                        .orElse(0)))
                .collect(Collectors.joining(", "));
    }
}
