package dev.squeeze.feature.calibrate;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostTerm;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of {@code squeeze calibrate} as a document for readers. */
final class CalibrateDocument {
    private CalibrateDocument() {}

    static Document of(CalibrateResult result) {
        Document.Builder document = Document.of(result, "this machine").verdict(verdict(result));
        result.machine().ifPresent(machine -> document.section(
                        "CPU by role, nanoseconds per unit of work",
                        new Block.Table("Nanoseconds", costs(machine)),
                        new Block.Lines(meanings()))
                .section(
                        "Codec work by role",
                        new Block.Paragraph(
                                "Share of the codec's own CPU time that the role spends (in parentheses: extra"
                                        + " nanoseconds per cold wake-up with codec work)."),
                        new Block.Table("Share of a codec's own work", codecs(machine)))
                .section(
                        "Loads: measured cores (error of the costs)",
                        new Block.Table("Cores measured (error of the costs)", loads(result)),
                        new Block.Lines(List.of(
                                "Mean absolute error, without the deviation in common: " + meanErrors(result) + ".")))
                .lines("How threads work together", timing(result, machine)));
        return document.lines("Notes", notes(result)).build();
    }

    static String csv(CalibrateResult result) {
        CsvTable table = new CsvTable(
                "load",
                "rounds",
                "records_per_second",
                "records_per_batch",
                "role",
                "cores",
                "fitted_cores",
                "common_factor");
        for (CalibrateResult.LoadInfo load : result.loads()) {
            load.measuredCores()
                    .forEach((role, cores) -> table.row(
                            load.label(),
                            load.rounds(),
                            say("%.3f", load.perSecond().records()),
                            say("%.3f", load.perSecond().recordsPerBatch()),
                            role,
                            say("%.6f", cores),
                            say("%.6f", load.fittedCores().getOrDefault(role, 0.0)),
                            say("%.4f", load.commonFactor())));
        }
        return table.text();
    }

    private static String verdict(CalibrateResult result) {
        return result.machine()
                .map(machine -> say(
                        "Costs of this machine's %s, from %d loads in %d rounds of %.1f s.",
                        result.client()
                                .map(client -> say("brokers and producers of %s", library(client, result)))
                                .orElse("clients and brokers"),
                        result.loads().size(),
                        result.rounds() - result.roundsLeftOut(),
                        result.trialSeconds()))
                .orElse("The machine's costs are unknown: not every load was measured.");
    }

    private static String library(String client, CalibrateResult result) {
        return client + result.clientVersion().map(version -> " " + version).orElse("");
    }

    private static TextTable costs(MachineInfo machine) {
        TextTable table = new TextTable(1).row(headed("", roles(machine)));
        for (CostTerm term : CostTerm.values()) {
            table.row(headed(
                    term.title(),
                    machine.roles().stream()
                            .map(role -> number(role.nanos(term)))
                            .toList()));
        }
        return table;
    }

    private static List<String> roles(MachineInfo machine) {
        return machine.roles().stream().map(MachineInfo.RoleInfo::role).toList();
    }

    private static List<String> headed(String head, List<String> cells) {
        return Stream.concat(Stream.of(head), cells.stream()).toList();
    }

    private static String number(double nanos) {
        return nanos == 0 ? "-" : Figures.number(nanos);
    }

    /** Explanations of the terms whose titles are not self-explanatory. */
    private static List<String> meanings() {
        return Arrays.stream(CostTerm.values())
                .filter(term -> !term.meaning().equals("CPU per " + term.title()))
                .map(term -> term.title() + ": " + term.meaning())
                .toList();
    }

    private static TextTable codecs(MachineInfo machine) {
        List<String> codecs = machine.roles().stream()
                .flatMap(role -> role.codecFactor().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        TextTable table = new TextTable(1).row(headed("", codecs));
        machine.roles().stream()
                .filter(role -> role.codecFactor().values().stream().anyMatch(factor -> factor > 0))
                .forEach(role -> table.row(headed(
                        role.role(),
                        codecs.stream()
                                .map(codec -> say(
                                        "%.2f (%s)",
                                        role.codecFactor().getOrDefault(codec, 0.0),
                                        number(role.coldCodec().getOrDefault(codec, 0.0))))
                                .toList())));
        return table;
    }

    private static TextTable loads(CalibrateResult result) {
        List<String> roles = Arrays.stream(CostRole.values()).map(CostRole::key).toList();
        List<String> head = new ArrayList<>(List.of("", "records/s", "records/batch", "in common"));
        head.addAll(roles);
        TextTable table = new TextTable(1).row(head);
        for (CalibrateResult.LoadInfo load : result.loads()) {
            List<String> row = new ArrayList<>(List.of(
                    load.label(),
                    Figures.number(load.perSecond().records()),
                    Figures.number(load.perSecond().recordsPerBatch()),
                    say("%+.0f %%", 100 * (load.commonFactor() - 1))));
            for (String role : roles) {
                double cores = load.measuredCores().getOrDefault(role, 0.0);
                OptionalDouble error = load.unexplained(role);
                row.add(error.isPresent() ? say("%.3f (%+.0f %%)", cores, 100 * error.getAsDouble()) : "-");
            }
            table.row(row);
        }
        return table;
    }

    private static String meanErrors(CalibrateResult result) {
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

    private static List<String> timing(CalibrateResult result, MachineInfo machine) {
        return List.of(
                say(
                                "Round trip of a request without the threads' own work: %.2f ms. A consumer sends its"
                                        + " next fetch after %.2f ms.",
                                machine.roundTripNanos() / 1e6, machine.fetchPauseNanos() / 1e6)
                        // Reaction times of other clients' threads are not measured.
                        + (result.client().isPresent()
                                ? ""
                                : say(
                                        " A full batch is sent after %.2f ms, a batch closed by linger.ms %.2f ms late.",
                                        machine.reactionNanos() / 1e6, machine.lateNanos() / 1e6)),
                say(
                                "Under unthrottled load, clients and brokers together use %s without a codec, %s with one.",
                                saturation(result, machine.saturation(), false),
                                saturation(result, machine.saturationCompressing(), true))
                        + result.speed()
                                .map(speed -> say(
                                        " A probe of this machine took %.0f ns of CPU per record, %.1f µs to wake a"
                                                + " thread, and %.1f µs more after an idle period.",
                                        speed.recordNanos(), speed.wakeUpNanos() / 1e3, speed.restNanos() / 1e3))
                                .orElse(""));
    }

    private static String saturation(CalibrateResult result, double mean, boolean compressing) {
        DoubleSummaryStatistics each = result.loads().stream()
                .filter(load -> load.perSecond().wakeUps() == 0)
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

    private static List<String> notes(CalibrateResult result) {
        List<String> lines = new ArrayList<>();
        if (result.machine().isPresent()) {
            lines.add(
                    "In common: the deviation from the costs that all roles of a load share, as far as it is noise. It"
                            + " is removed before the costs are fitted, and from the errors.");
            lines.add("The costs are fitted together, and none is negative. Costs that always occur together cannot be"
                    + " separated, so a single cost is less certain than the sum for a load.");
        }
        result.client()
                .ifPresent(client -> lines.add("The driver of " + client + " is a single process: only the sum of"
                        + " application and sender is meaningful, and the loads show it as application."));
        result.failure().ifPresent(reason -> lines.add("The run ended early: " + reason));
        if (result.interrupted()) {
            lines.add("Interrupted.");
        }
        return lines;
    }
}
