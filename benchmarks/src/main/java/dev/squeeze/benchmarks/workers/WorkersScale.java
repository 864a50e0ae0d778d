package dev.squeeze.benchmarks.workers;

import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.RunHeader;
import dev.squeeze.benchmarks.Table;
import dev.squeeze.engine.workers.ControlCosts;
import dev.squeeze.engine.workers.GroupRebalance;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.Environment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Cost of workers over Kafka to the control cluster and the coordinator, for more workers than one machine can start.
 */
@Command(
        name = "workers-scale",
        mixinStandardHelpOptions = true,
        description =
                "Measures what control messages and groups cost with the classes that handle them and on an embedded broker, and"
                        + " simulates the protocol for many workers and partitions.")
public final class WorkersScale implements Callable<Integer> {
    private static final double GB = 1e9;
    private static final int MIN_SHARES = 16;
    private static final int MAX_SHARES = 200;
    /** A less precisely known clock spoils trials: a worker may learn of a time too late. */
    private static final double MAX_DELAY_SECONDS = 0.05;

    @Option(names = "--workers", split = ",", defaultValue = "4,20,200", description = "Default: ${DEFAULT-VALUE}.")
    List<Integer> workers = List.of();

    @Option(
            names = "--partitions",
            split = ",",
            defaultValue = "100,10000,100000",
            description = "Default: ${DEFAULT-VALUE}.")
    List<Integer> partitions = List.of();

    @Option(
            names = "--slots-per-worker",
            defaultValue = "4",
            description =
                    "Shares of a copy for each worker, at least 16 and at most 200 in all (default: ${DEFAULT-VALUE}).")
    int slotsPerWorker;

    @Option(
            names = "--worker-rate",
            defaultValue = "100",
            description = "What a worker copies, MB/s; taken as given (default: ${DEFAULT-VALUE}).")
    double workerRate;

    @Option(names = "--without-groups", description = "Leave out the part that needs a broker.")
    boolean withoutGroups;

    @Option(names = "--petabytes", defaultValue = "1", description = "To copy (default: ${DEFAULT-VALUE}).")
    double petabytes;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new WorkersScale(), args));
    }

    @Override
    public Integer call() throws Exception {
        System.out.printf("# Workers at scale%n%n%s%n%n", RunHeader.machine(Environment.current()));
        if (!withoutGroups) {
            printGroups();
        }
        printRuns(ControlCosts.Body.LOAD);
        printResults();
        printRuns(ControlCosts.Body.COPY);
        printCopies();
        return 0;
    }

    private void printGroups() throws Exception {
        Table table =
                new Table(1, "workers", "to divide slots, s", "one leaves, s", "one dies, s", "to the first order, s");
        try (EmbeddedCluster broker = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            RemoteCluster control = new RemoteCluster(broker.bootstrap(), Map.of());
            for (int number : workers) {
                try (GroupRebalance group = new GroupRebalance(control, "squeeze-scale-" + number, number)) {
                    // One more member than slots, to take over.
                    GroupRebalance.Change joined = group.join(number + 1);
                    GroupRebalance.Change left = group.leave();
                    table.row(
                            String.valueOf(number),
                            Table.number("%.2f", joined.seconds()),
                            Table.number("%.2f", left.seconds()),
                            Table.number("%.1f", ControlCosts.SESSION_SECONDS + left.seconds()),
                            Table.number(
                                    "%.1f",
                                    ControlCosts.LISTENING_SECONDS
                                            + ControlCosts.ANNOUNCE_SECONDS
                                            + joined.seconds()
                                            + ControlCosts.TIMING_SECONDS));
                }
            }
        }
        System.out.printf(
                "## Groups%n%nReal members with the settings of workers, in one JVM, on one embedded broker. One that dies is"
                        + " noticed after the session timeout of %.0f s. The first order: listening %.1f s, at most %.0f s until the"
                        + " next announcement, dividing, %.1f s for clocks; connections and records come on top.%n%n",
                ControlCosts.SESSION_SECONDS,
                ControlCosts.LISTENING_SECONDS,
                ControlCosts.ANNOUNCE_SECONDS,
                ControlCosts.TIMING_SECONDS);
        System.out.println(table.render());
    }

    private void printRuns(ControlCosts.Body body) {
        Table table = new Table(
                2,
                "workers",
                "partitions",
                "slots",
                "messages/s",
                "reports MB/s",
                "bytes/beat",
                "us to take it",
                "coordinator busy",
                "max delay, s",
                "max gap, s",
                "ms to look at all",
                "memory, MB",
                "verdict");
        double pong = ControlCosts.beat(ControlCosts.Body.LOAD, 1, 1).takingNanos();
        for (int number : workers) {
            for (int each : partitions) {
                int slots = slots(body, number, each);
                ControlCosts.Beat beat = ControlCosts.beat(body, slots, each);
                ReportQueue.Outcome outcome = ReportQueue.simulate(
                        new ReportQueue.Plan(
                                slots,
                                ControlCosts.BEAT_SECONDS,
                                ControlCosts.ANNOUNCE_SECONDS,
                                beat.takingNanos(),
                                pong),
                        seed);
                double beats = slots / ControlCosts.BEAT_SECONDS;
                table.row(
                        String.valueOf(number),
                        Table.number("%,d", each),
                        String.valueOf(slots),
                        Table.number("%,.0f", beats + (2.0 * slots + 1) / ControlCosts.ANNOUNCE_SECONDS),
                        Table.number("%.2f", beats * beat.bytes() / 1e6),
                        Table.number("%,d", beat.bytes()),
                        Table.number("%,.1f", beat.takingNanos() / 1e3),
                        Table.number("%.1f %%", 100 * outcome.busy()),
                        Table.number("%.3f", outcome.maxDelaySeconds()),
                        Table.number("%.2f", outcome.maxGapSeconds()),
                        Table.number("%.2f", slots * beat.lookingNanos() / 1e6),
                        Table.number("%.1f", slots * beat.heldBytes() / 1e6),
                        verdict(outcome));
            }
        }
        System.out.printf(
                "## Control messages of %s%n%nHeartbeats every %.1f s from each slot, a ping each second (%d bytes with its answer);"
                        + " sizes before compression. The time to take a heartbeat is measured; the queue before the one thread that"
                        + " takes them is simulated for a minute. Memory is what the roster holds.%n%n%s%n",
                body == ControlCosts.Body.LOAD ? "bench" : "copies",
                ControlCosts.BEAT_SECONDS,
                ControlCosts.pingBytes(),
                table.render());
    }

    private int slots(ControlCosts.Body body, int number, int each) {
        return body == ControlCosts.Body.LOAD
                ? number
                : Math.min(each, Math.max(MIN_SHARES, Math.min(MAX_SHARES, number * slotsPerWorker)));
    }

    private static String verdict(ReportQueue.Outcome outcome) {
        if (outcome.busy() >= 1) {
            return "falls behind";
        }
        if (outcome.maxGapSeconds() > ControlCosts.SILENCE_SECONDS) {
            return "workers seem lost";
        }
        return outcome.maxDelaySeconds() > MAX_DELAY_SECONDS ? "clocks unsure" : "holds";
    }

    /**
     * Results of a trial as each worker sends them, and the coordinator's heap that they need until they have been
     * added up.
     */
    private void printResults() {
        Random random = new Random(seed);
        Histogram latencies = new Histogram(3);
        latencies.setAutoResize(true);
        for (int i = 0; i < 1_000_000; i++) {
            latencies.recordValue((long) (2e6 * Math.exp(1.2 * random.nextGaussian())));
        }
        ByteBuffer encoded = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int bytes = latencies.encodeIntoCompressedByteBuffer(encoded);
        Table table = new Table(1, "workers", "bytes of histograms", "heap of histograms, MB");
        for (int number : workers) {
            table.row(
                    String.valueOf(number),
                    Table.number("%,d", 2L * number * bytes),
                    Table.number("%.1f", 2.0 * number * latencies.getEstimatedFootprintInBytes() / 1e6));
        }
        System.out.printf(
                "## Results of a trial of bench%n%nTwo histograms of a worker with a million latencies each.%n%n%s%n",
                table.render());
    }

    private void printCopies() {
        Table table = new Table(
                1, "workers", "hours", "GB/s in all", "partitions a slot", "control GB in all", "share of it");
        double bytes = petabytes * 1e15;
        int most = partitions.stream().mapToInt(Integer::intValue).max().orElse(1);
        for (int number : workers) {
            int slots = slots(ControlCosts.Body.COPY, number, most);
            double seconds = bytes / (number * workerRate * 1e6);
            double control = seconds
                    * slots
                    * (ControlCosts.beat(ControlCosts.Body.COPY, slots, most).bytes() / ControlCosts.BEAT_SECONDS
                            + ControlCosts.pingBytes() / ControlCosts.ANNOUNCE_SECONDS);
            table.row(
                    String.valueOf(number),
                    Table.number("%,.1f", seconds / 3600),
                    Table.number("%.1f", number * workerRate * 1e6 / GB),
                    Table.number("%,d", most / slots),
                    Table.number("%,.0f", control / GB),
                    Table.number("%.5f %%", 100 * control / bytes));
        }
        System.out.printf(
                "## %.1f PB with %,d partitions%n%nAt %.0f MB/s a worker, which is an assumption: measure yours with squeeze copy."
                        + " Of the control messages, which are of that size before compression, topics keep an hour, or 1 GiB.%n%n%s%n",
                petabytes, most, workerRate, table.render());
    }
}
