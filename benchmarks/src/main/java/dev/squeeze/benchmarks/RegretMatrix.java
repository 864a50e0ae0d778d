package dev.squeeze.benchmarks;

import dev.squeeze.benchmarks.RegretTable.Regret;
import dev.squeeze.benchmarks.RegretWorkload.Cell;
import dev.squeeze.benchmarks.RegretWorkload.Rate;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.stats.PairedComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The cost of following the advice, compared with the best settings found by an exhaustive live search. */
@Command(
        name = "regret",
        mixinStandardHelpOptions = true,
        description =
                "For each source: workloads of a matrix are advised on from a sample; then every setting is run live, the best again"
                        + " next to the recommended one, and both are priced with the cost model.")
public final class RegretMatrix implements Callable<Integer> {
    @Mixin
    MatrixArguments over = new MatrixArguments();

    @Option(
            names = "--workloads",
            defaultValue = "2",
            paramLabel = "N",
            description = "Workloads of each source (default: ${DEFAULT-VALUE}).")
    int workloads;

    @Option(
            names = "--begin-at",
            defaultValue = "1",
            paramLabel = "N",
            description = "Begin with the N-th source, each with its own workloads still (default: ${DEFAULT-VALUE}).")
    int beginAt;

    @Option(
            names = "--rates",
            paramLabel = "LIST",
            split = ",",
            description =
                    "Only the workloads of the matrix at these rates: moderate, quarter (which needs --calibration), low (default: all).")
    List<Rate> rates = List.of(Rate.values());

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            defaultValue = "none,snappy,lz4,gzip:6,zstd:1,zstd:3,zstd:6,zstd:9,zstd:12",
            description = "Settings to search over (default: ${DEFAULT-VALUE}).")
    CodecGrid codecs = CodecGrid.all();

    @Option(
            names = "--screening",
            defaultValue = "1",
            paramLabel = "N",
            description = "Rounds in which every setting is tried (default: ${DEFAULT-VALUE}).")
    int screeningRounds;

    @Option(
            names = "--screening-trial",
            defaultValue = "600ms",
            description = "Window of a trial then (default: ${DEFAULT-VALUE}).")
    Duration screeningTrial = Duration.ofMillis(600);

    @Option(
            names = "--finalists",
            defaultValue = "4",
            paramLabel = "N",
            description = "The cheapest, which are run again (default: ${DEFAULT-VALUE}).")
    int finalists;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of the finalists and the recommended settings (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--trial",
            defaultValue = "1500ms",
            description = "Window of a trial then (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(1_500);

    private final RegretTable table = new RegretTable();
    private int failed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new RegretMatrix(), args));
    }

    @Override
    public Integer call() throws IOException {
        if (workloads < 1 || screeningRounds < 1 || finalists < 1) {
            throw new IllegalArgumentException("--workloads, --screening and --finalists are at least 1");
        }
        if (rounds < PairedComparison.MIN_ROUNDS) {
            throw new IllegalArgumentException(
                    "--rounds " + rounds + ": an interval needs " + PairedComparison.MIN_ROUNDS);
        }
        Environment environment = Environment.current();
        int all = 0;
        for (int source = 0; source < over.sources.size(); source++) {
            all += cells(source).size();
        }
        Countdown countdown = new Countdown(all);
        long start = System.nanoTime();
        for (int source = 0; source < over.sources.size(); source++) {
            if (!cells(source).isEmpty()) {
                measure(source, environment.cores(), countdown);
            }
        }
        System.out.printf(
                "# What following the advice costs%n%n%s; costs in USD by the list"
                        + " aws; %d rounds of %.1f s after %d of %.1f s; %d sources, %d workloads each; at the rates %s; took %.0f s. Workloads that"
                        + " failed or whose recommended settings did not hold the rate: %d; they are not compared.%n",
                RunHeader.versions(environment),
                rounds,
                trial.toMillis() / 1e3,
                screeningRounds,
                screeningTrial.toMillis() / 1e3,
                over.sources.size(),
                workloads,
                rates,
                (System.nanoTime() - start) / 1e9,
                failed);
        System.out.print(table.render());
        return 0;
    }

    private List<Cell> cells(int source) {
        return IntStream.range(0, source + 1 < beginAt ? 0 : workloads)
                .mapToObj(number -> Cell.of(source, number, workloads))
                .filter(cell -> rates.contains(cell.rate()))
                .toList();
    }

    private void measure(int source, int cores, Countdown countdown) throws IOException {
        String data = SourceRecords.shortName(over.sources.get(source));
        countdown.say("measuring " + data + ", for half a minute at most");
        List<Cell> cells = cells(source);
        boolean keyed = cells.get(0).keyed();
        List<BatchRecord> records = SourceRecords.keyed(
                Payload.of(SourceRecords.draw(over.sources.get(source), List.of(Payload.STRETCH_BYTES), cores))
                        .records(),
                keyed);
        AdvisedRecords advised = new AdvisedRecords(data, records, cores);
        Payload payload = Payload.of(records);
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            for (int number = 0; number < cells.size(); number++) {
                Cell cell = cells.get(number);
                double recordsPerSecond = cell.rate()
                        .recordsPerSecond(
                                advised.bytesPerRecord(),
                                () -> advised.highestRecordsPerSecond(
                                        cell.keyed(),
                                        cell.partitions(),
                                        1_000,
                                        LiveLoads.machine(over.requireCalibration())));
                RegretWorkload workload = new RegretWorkload(data, cell, recordsPerSecond, payload);
                search(LiveLoads.on(brokers), workload, advised, countdown, "regret-" + source + "-" + number);
                if (over.csv != null) {
                    Files.writeString(over.csv, table.csv());
                }
            }
        }
    }

    private void search(
            LiveCluster cluster, RegretWorkload workload, AdvisedRecords advised, Countdown countdown, String name) {
        AdvisedRecords.Advice advice = advised.advice(
                workload.recordsPerSecond(),
                workload.cell().keyed(),
                workload.cell().partitions());
        RegretSearch search = new RegretSearch(
                cluster,
                workload,
                advice,
                advised.largestRecordBytes(),
                new RegretSearch.Plan(codecs.codecs(), screeningRounds, screeningTrial, finalists, rounds, trial),
                countdown,
                name);
        countdown.begin(workload.data() + ", " + workload.cell(), search.expectedSeconds());
        countdown.say(advice.recommendation().verdict());
        Optional<Regret> regret = Optional.empty();
        try {
            regret = Regret.of(workload, advice.recommendation().leaveIt().isPresent(), search.run());
        } catch (ClusterException e) {
            // Other workloads may succeed; if the broker is gone they fail as well, and are counted.
            countdown.say(String.valueOf(e.getMessage()));
        }
        countdown.done();
        regret.ifPresentOrElse(table::add, () -> failed++);
        regret.ifPresent(found -> countdown.say(Table.number("regret %+.2f %%", 100 * found.relative())));
    }
}
