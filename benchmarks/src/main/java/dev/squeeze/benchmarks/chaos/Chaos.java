package dev.squeeze.benchmarks.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the campaigns one after the other, and reports their findings. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description =
                "Tries to break delivery guarantees with real processes and real brokers: see docs/chaos.md. Exit code 3"
                        + " when a record was lost or doubled, or a change was not noticed.")
public final class Chaos implements Callable<Integer> {
    private static final int FINDINGS = 3;
    private static final int BROKEN = 1;

    @Parameters(
            arity = "0..1",
            paramLabel = "CAMPAIGN",
            description = "gateway, recompress, copy or all (default: all).")
    String campaign = "all";

    @Option(
            names = "--minutes",
            defaultValue = "5",
            description = "Time for each campaign; the last episode is finished (default: ${DEFAULT-VALUE}).")
    int minutes;

    @Option(
            names = "--seed",
            description = "Repeats the schedule of another run. Default: a new one, which is printed.")
    @Nullable
    Long seed;

    @Option(names = "--scenario", description = "Of copy: only follow, recreated, truncated or unclean.")
    String scenario = "";

    @Option(names = "--keep", description = "Keep the folders of all episodes, not only of those with findings.")
    boolean keep;

    @Option(names = "--output", paramLabel = "FILE.json", description = "Write the figures there too.")
    @Nullable
    Path output;

    private final List<Figures> all = new ArrayList<>();
    private final AtomicBoolean printed = new AtomicBoolean();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Chaos()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<String> names = campaign.equals("all") ? List.of("gateway", "recompress", "copy") : List.of(campaign);
        if (!List.of("gateway", "recompress", "copy").containsAll(names) || minutes < 1) {
            System.err.println("chaos: name gateway, recompress, copy or all, and at least one minute");
            return 2;
        }
        long mainSeed = seed == null ? new Random().nextInt(1_000_000) : seed;
        Workspace workspace = new Workspace(Distribution.find(), keep);
        System.err.printf("chaos: seed %d, %d minutes each, in %s%n", mainSeed, minutes, workspace.root());
        Thread hook = new Thread(() -> end(workspace, mainSeed), "chaos-end");
        Runtime.getRuntime().addShutdownHook(hook);
        Thread reporter = new Thread(this::report, "chaos-figures");
        reporter.setDaemon(true);
        reporter.start();
        for (String name : names) {
            Figures figures = new Figures(name);
            synchronized (all) {
                all.add(figures);
            }
            run(workspace, figures, new Random(mainSeed ^ name.hashCode()));
        }
        end(workspace, mainSeed);
        long findings = all.stream().mapToLong(Figures::findings).sum();
        boolean verdict = all.stream().allMatch(Figures::hasVerdict);
        return findings > 0 ? FINDINGS : verdict ? 0 : BROKEN;
    }

    private void run(Workspace workspace, Figures figures, Random seeds) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        for (int number = 0; System.nanoTime() < end && !printed.get(); number++) {
            long secondsLeft = TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
            Path folder = workspace.episode(figures.campaign());
            long before = figures.findings();
            try {
                Scenarios.run(workspace, folder, figures, seeds.nextLong(), number, secondsLeft, scenario);
                figures.episode();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // Brokers that do not recover on a loaded machine are no evidence against the program.
                figures.episode();
                figures.inconclusive(e.getClass().getSimpleName());
                System.err.println("chaos: " + folder.getFileName() + " gives no verdict: " + e);
                if (!(e instanceof BrokenEpisodeException)) {
                    e.printStackTrace();
                }
            } finally {
                Child.killAll();
                boolean clean = figures.findings() == before;
                workspace.finish(folder, clean);
            }
            System.err.println("chaos: " + figures.line());
        }
    }

    private void report() {
        while (true) {
            LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(1));
            synchronized (all) {
                if (!all.isEmpty()) {
                    System.err.println("chaos: " + all.get(all.size() - 1).line());
                }
            }
        }
    }

    /**
     * Runs once, at the end or after Ctrl-C: leaves no process running, and prints the figures of what was finished.
     */
    private void end(Workspace workspace, long mainSeed) {
        if (!printed.compareAndSet(false, true)) {
            return;
        }
        Child.killForGood();
        workspace.close();
        List<Figures> done;
        synchronized (all) {
            done = List.copyOf(all);
        }
        System.out.printf(Locale.ROOT, "# Chaos, seed %d, %d minutes each%n", mainSeed, minutes);
        done.forEach(figures -> System.out.print(figures.table()));
        if (workspace.hasEvidence()) {
            System.out.println("\nevidence: " + workspace.root());
        }
        System.out.flush();
        if (output != null) {
            ObjectNode summary = JsonNodeFactory.instance.objectNode();
            summary.put("seed", mainSeed).put("minutes", minutes);
            done.forEach(figures -> summary.withArray("campaigns").add(figures.json()));
            try {
                Files.writeString(output, summary.toPrettyString() + "\n");
            } catch (IOException e) {
                System.err.println("chaos: " + output + " was not written: " + e);
            }
        }
    }
}
