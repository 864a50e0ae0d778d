package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of {@code squeeze bench} as a document for readers. */
final class BenchDocument {
    /** Columns of a terminal. */
    private static final int MAX_WIDTH = 120;

    private static final String SUSTAINED = "Highest sustained rate, records/s";
    private static final int MAX_FRAMES = 8;
    private static final int MAX_MONITORS = 4;

    private final BenchResult result;
    private final BenchPrecision precision;
    private final BenchTables tables;
    private final BenchCharts charts;
    private final BenchSetup setup;
    private final BenchVerdict verdict;
    private final BenchMatrix matrix;

    private BenchDocument(BenchResult result) {
        this.result = result;
        this.precision = new BenchPrecision(result);
        this.tables = new BenchTables(result);
        this.charts = new BenchCharts(result);
        this.setup = new BenchSetup(result);
        this.verdict = new BenchVerdict(result);
        this.matrix = new BenchMatrix(result);
    }

    static Document of(BenchResult result) {
        return new BenchDocument(result).document();
    }

    private Document document() {
        String subject = result.plan().name().orElse(result.source().source());
        Optional<String> description = result.plan().description();
        List<String> trouble = verdict.trouble();
        Document.Builder builder = Document.of(result, subject)
                .opening(result.plan().name().stream().toList())
                .opening(description.stream().toList())
                .opening(setup.lines())
                .verdict(verdict.sentence());
        verdict.band().ifPresent(band -> builder.lead(band));
        result.baseline()
                .map(baseline -> new BaselineSection(baseline, result.minEffect()))
                .ifPresent(baseline -> builder.lead(new Block.Paragraph(baseline.summary())));
        description.ifPresent(words -> builder.lead(Block.onPage(new Block.Paragraph(words))));
        builder.lead(
                Block.onPage(new Block.Paragraph(verdict.basis())),
                new Block.Caveats("Failed, incomplete or missed", trouble));
        if (!verdict.tiles().isEmpty()) {
            builder.lead(new Block.Tiles(verdict.tiles()));
        }
        sections(builder);
        return builder.lines(
                        "Notes",
                        result.notes().stream()
                                .filter(note -> !trouble.contains(note))
                                .toList())
                .section("How it was run", Block.onPage(new Block.Lines(run())))
                .measuredOn(measuredOn())
                .closing(say(
                        "%.1f s in all; seed %d",
                        result.run().elapsedSeconds(), result.plan().seed()))
                .build();
    }

    private List<String> run() {
        List<String> lines = new ArrayList<>(setup.lines());
        lines.add(setup.sent());
        return lines;
    }

    private List<String> measuredOn() {
        List<String> lines = new ArrayList<>(ResultHeader.sampleLines(result));
        lines.add(setup.sent());
        return lines;
    }

    private void sections(Document.Builder builder) {
        compared(builder);
        measured(builder);
        result.cluster()
                .workers()
                .map(WorkersSection::new)
                .ifPresent(workers -> builder.section("Workers", workers.blocks()));
        section(builder, "Over time", charts.overTime());
        section(
                builder,
                "Predicted and measured",
                ForecastRows.charts(result.forecasts().stream()
                        .flatMap(forecast ->
                                forecast.checks().stream().map(check -> new ForecastRows.Row(forecast.arm(), check)))
                        .toList()),
                table("Predicted by simulating the producer with these records, and measured", tables.forecasts()));
        searches(builder);
        section(
                builder,
                "Thresholds",
                List.of(),
                new Block.Table("Thresholds", tables.thresholds().maxWidth(MAX_WIDTH)));
        profiles(builder);
    }

    /** Changes since an earlier run, and arms compared with each other. */
    private void compared(Document.Builder builder) {
        result.baseline()
                .map(baseline -> new BaselineSection(baseline, result.minEffect()))
                .ifPresent(baseline -> builder.section(baseline.title(), baseline.blocks()));
        if (matrix.isNeeded()) {
            section(builder, "All arms", List.of(), table(matrix.caption(), matrix.table()));
        }
        if (!result.comparisons().isEmpty()) {
            Block pairs = table(
                    "Ratio of each figure to the baseline's, paired by round; the 95 % intervals hold for all figures"
                            + " of an arm together",
                    tables.comparisons());
            section(
                    builder,
                    "Compared with " + result.comparisons().get(0).baseline(),
                    charts.comparisons(),
                    matrix.isNeeded() ? Block.onPage(new Block.Folded("All comparisons", List.of(pairs))) : pairs);
        }
    }

    /** The figures of each arm by itself. */
    private void measured(Document.Builder builder) {
        section(
                builder,
                "Throughput",
                charts.throughput(),
                table(
                        overHttp() && !result.cluster().embedded()
                                ? "Throughput over HTTP"
                                : "Throughput, and batches in the brokers' log",
                        tables.throughput()));
        section(
                builder,
                "CPU by role",
                charts.cpu(),
                table("CPU seconds per GB (10^9 bytes) of payload, by thread role", tables.cpu()),
                table(
                        "Not included above: garbage collection, JIT compilation, other programs and the machine's host",
                        tables.overhead()));
        section(
                builder,
                overHttp() ? "Inside the service" : "Inside the producers",
                List.of(),
                table(
                        overHttp()
                                ? "Share of the workers' time, and memory"
                                : "Share of the application threads' time, and memory",
                        tables.producer()));
        section(
                builder,
                "Consumers",
                List.of(),
                table(
                        anyArm(arm -> arm.settings().consume() == ConsumerSettings.When.CONCURRENT)
                                ? "Reading at the tail while producers send"
                                : "Reading everything after the producers have finished",
                        tables.consumers()));
        section(builder, "Latency", charts.latencies(), latencies());
    }

    /** Adds a section with charts, on pages only, and tables; empty ones are left out. */
    private static void section(Document.Builder builder, String title, List<Element> charts, Block... tables) {
        builder.section(
                title,
                Stream.concat(charts.stream().map(Block.Drawing::of), Stream.of(tables))
                        .toList());
    }

    private static Block table(String caption, TextTable table) {
        return Block.titled(caption, table.maxWidth(MAX_WIDTH));
    }

    private Block[] latencies() {
        boolean anyOpen = anyArm(arm -> arm.settings().rateRecordsPerSecond().isPresent());
        boolean anyClosed = anyArm(arm -> arm.settings().rateRecordsPerSecond().isEmpty());
        String acknowledged = anyOpen
                ? BenchTables.DUE_TO_ACKNOWLEDGED + ", milliseconds"
                : overHttp()
                        ? "From a request to its successful response, milliseconds"
                        : BenchTables.SEND_TO_ACKNOWLEDGED + ", milliseconds";
        boolean queueing = anyClosed && (anyOpen || !overHttp());
        return new Block[] {
            table(
                    overHttp()
                            ? "From a request to its response, refusals included, microseconds"
                            : "Time inside send(), microseconds",
                    tables.latencies("send", 1_000)),
            table(
                    acknowledged + (queueing ? " (in a closed loop mostly queueing)" : ""),
                    tables.latencies("acknowledge", 1)),
            table(BenchTables.END_TO_END + ", milliseconds", tables.latencies("end-to-end", 1))
        };
    }

    private void searches(Document.Builder builder) {
        List<Block> blocks = new ArrayList<>();
        charts.searches().forEach(chart -> blocks.add(Block.Drawing.of(chart)));
        blocks.add(new Block.Table(SUSTAINED, tables.searches().maxWidth(MAX_WIDTH)));
        result.searches().stream()
                .filter(search -> !search.steps().isEmpty())
                .forEach(search -> blocks.add(
                        new Block.Titled("Search for " + search.arm(), List.of(new Block.Lines(searchLines(search))))));
        builder.section(SUSTAINED, blocks);
    }

    private List<String> searchLines(SearchInfo search) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "trials, records/s: " + search.steps().stream().map(this::step).collect(Collectors.joining(", ")));
        search.limit().ifPresent(limit -> {
            failure(search).ifPresent(lines::add);
            lines.add("limit: " + limit.explanation());
            lines.addAll(limit.evidence());
        });
        return lines;
    }

    private String step(SearchInfo.StepInfo step) {
        int repeated = step.repeated().orElse(0);
        return say(
                "%s %s%s%s%s",
                precision.plain("%,.0f", step.recordsPerSecond()),
                step.sustained() ? "held" : "failed",
                step.confirming() ? " in confirmation" : "",
                step.wasDisturbed() ? " while disturbed" : "",
                repeated == 0 ? "" : say(" (after %,d disturbed)", repeated));
    }

    /** Why the lowest failed rate was not sustained. */
    private Optional<String> failure(SearchInfo search) {
        return search.steps().stream()
                .filter(step -> !step.sustained()
                        && step.recordsPerSecond()
                                == search.failedRecordsPerSecond().orElse(0))
                .reduce((first, last) -> last)
                .flatMap(step -> step.reason()
                        .map(reason ->
                                say("why %s failed: %s", precision.plain("%,.0f", step.recordsPerSecond()), reason)));
    }

    private void profiles(Document.Builder builder) {
        List<Block> blocks = new ArrayList<>();
        for (ProfileInfo profile : result.profiles()) {
            for (ProfileInfo.RoleInfo role : profile.roles()) {
                List<String> lines = profileLines(role);
                if (!lines.isEmpty()) {
                    blocks.add(new Block.Titled(
                            profileTitle(profile, role), List.of(new Block.Lines(profileLines(role)))));
                }
            }
        }
        builder.section("Profiles", blocks);
    }

    private static String profileTitle(ProfileInfo profile, ProfileInfo.RoleInfo role) {
        return say("%s, %s: %s, %,d samples", profile.arm(), role.process(), role.role(), role.samples());
    }

    private static List<String> profileLines(ProfileInfo.RoleInfo role) {
        List<String> lines = new ArrayList<>();
        role.frames().stream()
                .limit(MAX_FRAMES)
                .forEach(frame -> lines.add(say("%5.1f %%  %s", 100 * frame.share(), frame.method())));
        role.monitors().stream().limit(MAX_MONITORS).forEach(monitor -> lines.add(wait(monitor)));
        return lines;
    }

    private static String wait(ProfileInfo.MonitorInfo monitor) {
        return say(
                "waited %,.0f ms%s in %,d waits (longest %,.1f ms) for the monitor of %s in %s%s",
                monitor.totalMillis(),
                monitor.shareOfTime().isPresent()
                        ? say(
                                " (%.0f %% of its time when not idle)",
                                100 * monitor.shareOfTime().getAsDouble())
                        : "",
                monitor.waits(),
                monitor.longestMillis(),
                monitor.monitor(),
                monitor.method(),
                monitor.heldBy().map(role -> ", held by: " + role).orElse(""));
    }

    private boolean overHttp() {
        return result.cluster().service().isPresent();
    }

    private boolean anyArm(Predicate<ArmInfo> such) {
        return result.arms().stream().anyMatch(such);
    }
}
