package dev.squeeze.benchmarks.stability;

import dev.squeeze.benchmarks.ChildProgram;
import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.Countdown;
import dev.squeeze.benchmarks.Folders;
import dev.squeeze.benchmarks.RunHeader;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.kit.environment.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether {@code squeeze advise} gives the same answer when it is run again. */
@Command(
        name = "stability",
        mixinStandardHelpOptions = true,
        description = "For each SOURCE: runs ./squeeze advise several times, each time with another --seed, every other"
                + " run next to a program that keeps a core busy; counts the settings that are recommended and the steps of"
                + " the ladder, and says how far the savings differ.")
public final class Stability implements Callable<Integer> {
    private static final double SECONDS_OF_A_RUN = 60;
    private static final long BUILD_TIMEOUT_SECONDS = 900;

    @Parameters(
            arity = "1..*",
            paramLabel = "SOURCE",
            description = "As advise takes them; each file of a folder is a source of its own.")
    List<String> sources = List.of();

    @Option(names = "--runs", defaultValue = "10", description = "Runs for each source (default: ${DEFAULT-VALUE}).")
    int runs;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every run there, as soon as it is known.")
    @Nullable
    Path csv;

    private final Path root =
            Path.of(System.getProperty("squeeze.root", ".")).toAbsolutePath().normalize();
    private final List<Advice> all = new ArrayList<>();
    private int failed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new Stability(), args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 2) {
            throw new IllegalArgumentException("--runs must be at least 2, got " + runs);
        }
        List<String> each = SourceRecords.expanded(sources);
        Path folder = Folders.emptied(root.resolve("benchmarks/target/stability"));
        // The program builds itself on its first start, which is not part of a run.
        ChildProgram.runToEnd(
                List.of(root.resolve("squeeze").toString(), "--version"),
                folder.resolve("build.log"),
                BUILD_TIMEOUT_SECONDS);
        Countdown countdown = new Countdown(each.size());
        for (int i = 0; i < each.size(); i++) {
            String source = each.get(i);
            countdown.begin(source, runs * SECONDS_OF_A_RUN);
            ask(source, Files.createDirectories(folder.resolve("source-" + (i + 1))), countdown);
            countdown.done();
        }
        System.out.printf(
                "# The same question, %d times%n%n%s; %d sources; runs that failed: %d.%n%n",
                runs, RunHeader.versions(Environment.current()), each.size(), failed);
        StabilityReport report = new StabilityReport(all);
        System.out.print(report.render());
        System.out.printf("%n%s%n", report.summary());
        return failed == 0 ? 0 : 1;
    }

    /** A run that fails is no reason to give up on the others. */
    private void ask(String source, Path folder, Countdown countdown) throws IOException, InterruptedException {
        for (int run = 1; run <= runs; run++) {
            boolean underLoad = run % 2 == 0;
            try {
                Advice advice = underLoad ? askUnderLoad(source, run, folder) : ask(source, run, false, folder);
                all.add(advice);
                countdown.say(String.format(
                        "run %d%s: %s, %.1f s",
                        run, underLoad ? " under load" : "", advice.settings(), advice.wallSeconds()));
            } catch (IllegalStateException e) {
                failed++;
                countdown.say("FAILED: " + e.getMessage());
            }
            if (csv != null) {
                Files.writeString(csv, new StabilityReport(all).csv());
            }
        }
    }

    private Advice askUnderLoad(String source, int seed, Path folder) throws IOException, InterruptedException {
        try (ChildProgram load = BusyCore.start(folder.resolve("load-" + seed + ".log"))) {
            Advice advice = ask(source, seed, true, folder);
            if (!load.isAlive()) {
                throw new IllegalStateException("the load ended before the run did: " + load.endOfLog());
            }
            return advice;
        }
    }

    private Advice ask(String source, int seed, boolean underLoad, Path folder)
            throws IOException, InterruptedException {
        return Advice.ask(root.resolve("squeeze"), source, seed, underLoad, folder);
    }
}
