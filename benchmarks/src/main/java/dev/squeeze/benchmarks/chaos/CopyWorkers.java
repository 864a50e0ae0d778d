package dev.squeeze.benchmarks.chaos;

import dev.squeeze.benchmarks.Folders;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Kills, pauses and restarts workers while they copy, and compares each partition with the source's. */
@Command(
        name = "copy-workers",
        mixinStandardHelpOptions = true,
        description =
                "Copies a topic of real records with 'squeeze copy --workers' while its workers are killed (-9), paused"
                        + " (SIGSTOP) and restarted at random. Afterwards a consumer with read_committed compares each partition of source"
                        + " and copy in number, order and checksum. Exit code 3 when one differs or a copy fails.")
public final class CopyWorkers implements Callable<Integer> {
    private static final int FINDINGS = 3;
    private static final long COPY_HOURS = 3;
    /** Time for a worker that was paused until the end to resume, and to try to write what it had read before. */
    private static final long LATE_SECONDS = 15;

    @Parameters(paramLabel = "SOURCE", description = "Records as squeeze fill takes them: a file, or sample:NAME.")
    String source = "";

    @Option(
            names = "--seeds",
            split = ",",
            defaultValue = "1,2,3,4",
            description = "A copy for each, one after the other (default: ${DEFAULT-VALUE}).")
    List<Long> seeds = List.of();

    @Option(names = "--events", defaultValue = "25", description = "Faults for each seed (default: ${DEFAULT-VALUE}).")
    int events;

    @Option(names = "--workers", defaultValue = "4", description = "At a time (default: ${DEFAULT-VALUE}).")
    int workers;

    @Option(names = "--partitions", defaultValue = "12", description = "Default: ${DEFAULT-VALUE}.")
    int partitions;

    @Option(
            names = "--num-records",
            defaultValue = "300000",
            description = "In the source (default: ${DEFAULT-VALUE}).")
    long records;

    @Option(
            names = "--seconds-per-event",
            defaultValue = "10",
            description =
                    "The copy is slowed down so that it takes as long without faults (default: ${DEFAULT-VALUE}).")
    double secondsPerEvent;

    @Option(names = "--min-pause", defaultValue = "5", description = "Seconds (default: ${DEFAULT-VALUE}).")
    double minPause;

    @Option(names = "--max-pause", defaultValue = "120", description = "Seconds (default: ${DEFAULT-VALUE}).")
    double maxPause;

    private final Distribution distribution = Distribution.find();

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Child::killForGood));
        System.exit(new CommandLine(new CopyWorkers()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createTempDirectory("squeeze-copy-workers-");
        boolean allEqual = true;
        try (EmbeddedCluster broker = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            fill(broker.bootstrap(), folder);
            Map<Integer, PartitionChecksum> wanted = PartitionChecksum.read(broker.bootstrap(), WorkerFaults.SOURCE);
            System.out.printf(
                    Locale.ROOT,
                    "# %,d records of %s in %d partitions, copied by %d workers on one machine; pauses of %.0f to %.0f s%n%n",
                    PartitionChecksum.records(wanted),
                    source,
                    wanted.size(),
                    workers,
                    minPause,
                    maxPause);
            for (long seed : seeds) {
                allEqual &= copy(broker.bootstrap(), folder, seed, wanted);
            }
        } finally {
            Child.killAll();
        }
        System.out.println(allEqual ? "\nall equal" : "\nDIFFERENT, or failed: see " + folder);
        if (allEqual) {
            Folders.delete(folder);
        }
        return allEqual ? 0 : FINDINGS;
    }

    private void fill(String bootstrap, Path folder) throws IOException {
        Child fill = start(
                folder,
                "fill",
                List.of(
                        "fill",
                        source,
                        "--topic",
                        WorkerFaults.SOURCE,
                        "--partitions",
                        String.valueOf(partitions),
                        "--num-records",
                        String.valueOf(records),
                        "--bootstrap-server",
                        bootstrap));
        if (!fill.awaitExit(TimeUnit.MINUTES.toSeconds(10)) || fill.exitCode() != 0) {
            throw new BrokenEpisodeException("the source was not filled: " + fill.lastMessage());
        }
    }

    private Child start(Path folder, String name, List<String> arguments) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        return Child.start(distribution.squeeze(own, arguments), own, own.resolve("output.txt"), false);
    }

    private boolean copy(String bootstrap, Path folder, long seed, Map<Integer, PartitionChecksum> wanted)
            throws Exception {
        String group = "seed-" + seed;
        String topic = WorkerFaults.SOURCE + "-" + group;
        WorkerFaults faults = new WorkerFaults(
                distribution,
                Files.createDirectories(folder.resolve(group)),
                bootstrap,
                group,
                seed,
                new WorkerFaults.Dice(events, minPause, maxPause));
        long beganNanos = System.nanoTime();
        faults.startWorkers(workers);
        List<String> command = new ArrayList<>(List.of("copy", WorkerFaults.SOURCE, "--bootstrap-server", bootstrap));
        command.addAll(List.of("--codecs", "zstd:1", "--to-topic", topic, "--workers", String.valueOf(workers)));
        command.addAll(List.of("--worker-group", group, "--worker-timeout", "5m", "--verify"));
        command.addAll(List.of("--rate", String.valueOf((long) Math.ceil(records / (events * secondsPerEvent)))));
        Child copy = start(folder, group + "-copy", command);
        faults.run(copy);
        boolean ended = copy.awaitExit(TimeUnit.HOURS.toSeconds(COPY_HOURS));
        faults.continueAll();
        TimeUnit.SECONDS.sleep(LATE_SECONDS);
        Map<Integer, PartitionChecksum> found = PartitionChecksum.read(bootstrap, topic);
        boolean equal = ended && copy.exitCode() == 0 && found.equals(wanted);
        System.out.printf(
                Locale.ROOT,
                "seed %d: %s; %,d of %,d records, checksum %s of %s: %s; copy ended with %s after %d s%n",
                seed,
                faults.summary(),
                PartitionChecksum.records(found),
                PartitionChecksum.records(wanted),
                PartitionChecksum.together(found),
                PartitionChecksum.together(wanted),
                found.equals(wanted) ? "equal in each partition" : "DIFFERENT",
                ended ? "exit code " + copy.exitCode() : "nothing",
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos));
        faults.endWorkers();
        return equal;
    }
}
