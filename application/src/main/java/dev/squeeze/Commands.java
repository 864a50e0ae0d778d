package dev.squeeze;

import dev.squeeze.engine.load.LoadWorkKind;
import dev.squeeze.feature.advise.AdviseCommand;
import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.feature.bench.GatewaysOfWorker;
import dev.squeeze.feature.calibrate.CalibrateCommand;
import dev.squeeze.feature.cluster.ClusterCommand;
import dev.squeeze.feature.cluster.ClusterStopCommand;
import dev.squeeze.feature.completion.CompletionCommand;
import dev.squeeze.feature.copy.CopyCommand;
import dev.squeeze.feature.copy.CopyWorkKind;
import dev.squeeze.feature.doctor.DoctorCommand;
import dev.squeeze.feature.explain.ExplainCommand;
import dev.squeeze.feature.fill.FillCommand;
import dev.squeeze.feature.gateway.GatewayCommand;
import dev.squeeze.feature.inspect.InspectCommand;
import dev.squeeze.feature.measure.MeasureCommand;
import dev.squeeze.feature.plan.PlanCommand;
import dev.squeeze.feature.prices.PricesCommand;
import dev.squeeze.feature.published.RunCommand;
import dev.squeeze.feature.recompress.RecompressCommand;
import dev.squeeze.feature.report.ReportCommand;
import dev.squeeze.feature.rollout.RolloutCommand;
import dev.squeeze.feature.sources.SourcesCommand;
import dev.squeeze.feature.survey.SurveyCommand;
import dev.squeeze.feature.survey.SurveyWorkKind;
import dev.squeeze.feature.watch.WatchCommand;
import dev.squeeze.feature.watch.WatchReportCommand;
import dev.squeeze.feature.worker.WorkerCommand;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.Terminal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** The commands. Each is created only if it is needed: building the flags takes most of the time before the first output. */
final class Commands {
    private static final Set<String> VERSION = Set.of("-V", "--version");

    /** Commands that operate on the other commands. */
    private static final Set<String> OF_ALL = Set.of("completion", "help");

    /** Other commands whose flags a command needs to know, because it prints command lines for them. */
    private static final Map<String, Set<String>> PRINTED =
            Map.of("advise", Set.of("measure"), "survey", Set.of("advise"), "doctor", Set.of("advise", "survey"));

    private Commands() {}

    /**
     * Factories of all commands by name, in the order of the help.
     *
     * @param application for commands that run other commands
     */
    static Map<String, Supplier<Object>> all(List<String> words, Terminal terminal, Application application) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("advise", () -> new AdviseCommand(terminal, words));
        commands.put("explain", () -> new ExplainCommand(terminal, words));
        commands.put("measure", () -> new MeasureCommand(terminal, words));
        commands.put("inspect", () -> new InspectCommand(terminal, words));
        commands.put("survey", () -> new SurveyCommand(terminal, words));
        commands.put("plan", () -> new PlanCommand(terminal, words, application));
        commands.put("watch", () -> new CommandLine(new WatchCommand(terminal, words))
                .addSubcommand(new WatchReportCommand(terminal, words)));
        commands.put("doctor", () -> new DoctorCommand(terminal, words));
        commands.put("bench", () -> new BenchCommand(terminal, words));
        commands.put("run", () -> new CommandLine(
                        new RunCommand(terminal, words, application, experiments(words, terminal, application)))
                .setStopAtPositional(true));
        commands.put(
                "worker",
                () -> new WorkerCommand(
                        terminal,
                        List.of(new LoadWorkKind(new GatewaysOfWorker()), new SurveyWorkKind(), new CopyWorkKind())));
        commands.put("fill", () -> new FillCommand(terminal));
        commands.put("gateway", () -> new GatewayCommand(terminal));
        commands.put("copy", () -> new CopyCommand(terminal, words));
        commands.put("recompress", () -> new RecompressCommand(terminal, words));
        commands.put("calibrate", () -> new CalibrateCommand(terminal, words));
        commands.put("report", () -> new ReportCommand(terminal, ResultKinds.reader()));
        commands.put("prices", () -> new PricesCommand(terminal));
        commands.put("sources", () -> new SourcesCommand(terminal));
        commands.put("cluster", () -> new CommandLine(new ClusterCommand(terminal))
                .addSubcommand(new ClusterStopCommand(terminal)));
        commands.put("completion", () -> new CompletionCommand(terminal));
        commands.put("help", HelpCommand::new);
        return commands;
    }

    /** Experiments that are implemented as commands rather than files. */
    private static Map<String, Supplier<Object>> experiments(
            List<String> words, Terminal terminal, Application application) {
        return Map.of("rollout", () -> new RolloutCommand(terminal, words, application));
    }

    /** The commands that are needed to parse and run this command line. */
    static Map<String, Supplier<Object>> neededFor(
            String[] asked, List<String> words, Terminal terminal, Application application) {
        Map<String, Supplier<Object>> commands = all(words, terminal, application);
        if (asked.length == 1 && VERSION.contains(asked[0])) {
            commands.clear();
        } else if (commands.containsKey(asked[0]) && !OF_ALL.contains(asked[0])) {
            Set<String> needed = new HashSet<>(Set.of(asked[0]));
            needed.addAll(PRINTED.getOrDefault(asked[0], Set.of()));
            commands.keySet().retainAll(needed);
        }
        return commands;
    }
}
