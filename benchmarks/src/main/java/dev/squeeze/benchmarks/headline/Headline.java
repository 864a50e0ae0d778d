package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.Countdown;
import dev.squeeze.benchmarks.DumpTool;
import dev.squeeze.benchmarks.Folders;
import dev.squeeze.benchmarks.LiveLoads;
import dev.squeeze.benchmarks.RunHeader;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.benchmarks.headline.HeadlineCase.Program;
import dev.squeeze.engine.drivers.DriverException;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether what {@code squeeze advise} predicts for today's settings agrees with a live broker. */
@Command(
        name = "headline",
        mixinStandardHelpOptions = true,
        description =
                "For each case of a balanced selection: ./squeeze advise predicts records per batch and stored bytes of today's"
                        + " settings; a plain program on Kafka's producer, or a driver of another client, sends the same file"
                        + " to a live broker at the same rate;"
                        + " Kafka's dump tool counts the batches.")
public final class Headline implements Callable<Integer> {
    private static final Duration MAX_WINDOW = Duration.ofSeconds(20);
    /** Without keys a producer makes at least one batch per linger.ms, so this is several hundred batches. */
    private static final int LINGERS_IN_WINDOW = 250;
    /** Time per case for reading, measuring and starting Java. */
    private static final double AROUND_A_CASE_SECONDS = 10;

    /**
     * Twice the number of batches that the estimate needs from 1 downwards, in steps of 0.005: until then batches may
     * be larger, and therefore fewer.
     */
    private static final int BATCHES_UNTIL_SETTLED = 400;

    private static final Duration MAX_SETTLING = Duration.ofMinutes(1);

    @Parameters(
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files of lines, .jsonl, .csv or length-prefixed .lp, packed or not, or folders of such files.")
    List<String> sources = List.of();

    @Option(names = "--cases", defaultValue = "60", description = "How many (default: ${DEFAULT-VALUE}).")
    int count;

    @Option(
            names = "--arrivals",
            split = ",",
            paramLabel = "PATTERN",
            description =
                    "Only cases whose records come so: ${COMPLETION-CANDIDATES}. By default all; of records without timestamps"
                            + " advise assumes that they come at random.")
    List<HeadlineCase.Arrivals> arrivals = List.of(HeadlineCase.Arrivals.values());

    @Option(
            names = "--linger",
            split = ",",
            paramLabel = "MS",
            description = "Only cases with this linger.ms; 0, 5, 20 and 100 by default.")
    List<Integer> lingers = CaseSelection.LINGERS;

    @Option(names = "--seed", defaultValue = "1", description = "Of all random choices (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--case",
            split = ",",
            paramLabel = "K",
            description = "Only these of them, by their number: the other arguments have to be as they were.")
    List<Integer> only = List.of();

    @Option(
            names = "--settle",
            defaultValue = "8s",
            description =
                    "Sending before what is measured, in whole seconds, and longer, up to a minute, until Java's producers have sent"
                            + " so many batches that their guess of the ratio has come down (default: ${DEFAULT-VALUE}).")
    Duration settle = Duration.ofSeconds(8);

    @Option(
            names = "--window",
            defaultValue = "8s",
            description = "What is measured, and longer with a long linger.ms (default: ${DEFAULT-VALUE}).")
    Duration window = Duration.ofSeconds(8);

    @Option(
            names = "--tries",
            defaultValue = "2",
            description =
                    "Send again, up to so often, where the machine did not keep the pace (default: ${DEFAULT-VALUE}).")
    int tries;

    @Option(
            names = "--budget",
            defaultValue = "1s",
            description = "For advise: its measurements (default: ${DEFAULT-VALUE}).")
    String budget = "1s";

    @Option(
            names = "--client",
            defaultValue = "java",
            description = "Whose producers send: java, librdkafka, franz-go or sarama (default: ${DEFAULT-VALUE}).")
    String client = "java";

    @Option(
            names = "--round-trip",
            defaultValue = LiveLoads.ROUND_TRIP_MILLIS + "ms",
            description = "As advise takes it: of a produce request to the broker on this machine (default:"
                    + " ${DEFAULT-VALUE}).")
    String roundTrip = LiveLoads.ROUND_TRIP_MILLIS + "ms";

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every case there, as soon as it is known.")
    @Nullable
    Path csv;

    private final Path root =
            Path.of(System.getProperty("squeeze.root", ".")).toAbsolutePath().normalize();
    private final List<Agreement> agreements = new ArrayList<>();
    private int failed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new Headline(), args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ClientProfile sender = ClientProfile.parse(client);
        List<HeadlineCase> cases =
                CaseSelection.of(SourceRecords.expanded(sources), count, arrivals, lingers, seed).stream()
                        .map(one -> sender == ClientProfile.JAVA ? one : one.sentBy(Program.PLAIN))
                        .filter(one -> only.isEmpty() || only.contains(one.number()))
                        .toList();
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("--cases is at least 1, and --case one of them");
        }
        // So that all cases are predicted in the same way.
        if (sender != ClientProfile.JAVA) {
            DriverSenders.build(sender);
        }
        Path folder = Folders.emptied(root.resolve("benchmarks/target/headline"));
        long startNanos = System.nanoTime();
        Countdown countdown = new Countdown(cases.size());
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
                DumpTool dump = new DumpTool()) {
            for (HeadlineCase one : cases) {
                countdown.begin(
                        "case " + one.number() + ": " + one.label(),
                        (settle.toMillis() + window(one).toMillis()) / 1e3 + AROUND_A_CASE_SECONDS);
                compare(one, cluster, dump, folder, countdown);
                countdown.done();
                cluster.requireAlive();
            }
        }
        System.out.printf(
                "# Today's settings: predicted and live, client %s%n%n%s; %d of %d cases, seed %d; took %.0f s. Cases whose load was not as"
                        + " intended: %d; that failed: %d; neither counts.%n",
                client,
                RunHeader.versions(Environment.current()),
                cases.size(),
                count,
                seed,
                (System.nanoTime() - startNanos) / 1e9,
                agreements.stream().filter(one -> one.problem().isPresent()).count(),
                failed);
        System.out.print(new AgreementReport(agreements).render());
        return failed == 0 ? 0 : 1;
    }

    /** A case that fails is no reason to give up on the others. */
    private void compare(HeadlineCase one, EmbeddedCluster cluster, DumpTool dump, Path folder, Countdown countdown)
            throws IOException, InterruptedException {
        try {
            Path own = Files.createDirectories(folder.resolve("case-" + one.number()));
            CaseFile file = CaseFile.write(one, window(one), seed, own);
            Prediction predicted = Prediction.of(one, file, root.resolve("squeeze"), budget, roundTrip, own, client);
            LiveRun run = new LiveRun(
                    cluster,
                    dump,
                    one,
                    file,
                    own,
                    settling(one, file, predicted),
                    window(one),
                    ClientProfile.parse(client));
            Agreement agreement = new Agreement(one, file, predicted, run.run());
            countdown.say(agreement.line());
            for (int i = 1; i < tries && agreement.problem().isPresent(); i++) {
                agreement = new Agreement(one, file, predicted, run.run());
                countdown.say("again: " + agreement.line());
            }
            agreements.add(agreement);
            if (only.isEmpty()) {
                Folders.delete(own);
            }
        } catch (IOException | IllegalStateException | SourceException | ClusterException | DriverException e) {
            failed++;
            countdown.say("FAILED: " + e.getMessage());
        }
        if (csv != null) {
            StringBuilder text = new StringBuilder(Agreement.csvHead());
            agreements.forEach(agreement -> text.append(agreement.csv()));
            Files.writeString(csv, text);
        }
    }

    /**
     * Java's producer starts with the assumption that nothing compresses, and reduces its estimate by 0.005 per batch:
     * if it sends few batches per second, this takes longer than other producers need to reach a steady rate.
     */
    private Duration settling(HeadlineCase one, CaseFile file, Prediction predicted) {
        if (ClientProfile.parse(client) != ClientProfile.JAVA || one.codec().equals(Codec.NONE)) {
            return settle;
        }
        double batchesPerSecond = file.recordsPerSecond() / predicted.recordsPerBatch() / one.producers();
        long millis = (long) Math.min(MAX_SETTLING.toMillis(), 1e3 * BATCHES_UNTIL_SETTLED / batchesPerSecond);
        return Duration.ofMillis(Math.max(settle.toMillis(), millis));
    }

    private Duration window(HeadlineCase one) {
        long lingersMillis = (long) LINGERS_IN_WINDOW * one.lingerMillis();
        long most = Math.max(MAX_WINDOW.toMillis(), window.toMillis());
        return Duration.ofMillis(Math.min(most, Math.max(window.toMillis(), lingersMillis)));
    }
}
