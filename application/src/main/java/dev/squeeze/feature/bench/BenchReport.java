package dev.squeeze.feature.bench;

import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.Wrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code squeeze bench} as text and as Markdown. */
public final class BenchReport {
    private static final int WIDTH = 120;
    private static final int MOST_FRAMES = 8;
    private static final int MOST_MONITORS = 4;

    private final BenchResult result;

    BenchReport(BenchResult result) {
        this.result = result;
    }

    public static String text(BenchResult result) {
        BenchReport report = new BenchReport(result);
        StringBuilder text = new StringBuilder();
        result.plan().name().ifPresent(name -> text.append(name).append("\n\n"));
        BenchHeader.lines(result).forEach(line -> text.append(hanging(line)));
        BiConsumer<String, List<String>> section = (title, lines) -> {
            text.append('\n').append(Wrapped.lines(title + ":", ""));
            lines.forEach(line -> text.append(Wrapped.lines(line, "  ")));
        };
        report.failed(section);
        report.tables((title, table) ->
                text.append('\n').append(Wrapped.lines(title, "")).append(table.render("  ", WIDTH)));
        report.sections(section);
        return text.append('\n').append(report.lastLine()).append('\n').toString();
    }

    /** A paragraph whose further lines are indented. */
    private static String hanging(String paragraph) {
        return Wrapped.lines(paragraph, "  ").substring("  ".length());
    }

    public static String markdown(BenchResult result) {
        BenchReport report = new BenchReport(result);
        StringBuilder text = new StringBuilder("# squeeze bench")
                .append(result.plan()
                        .name()
                        .map(name -> ": " + Markdown.text(name))
                        .orElse(""))
                .append("\n\n");
        BenchHeader.lines(result).forEach(line -> text.append(Markdown.item(line)));
        BiConsumer<String, List<String>> section = (title, lines) -> Sections.markdown(text, title, lines);
        report.failed(section);
        report.tables((title, table) ->
                text.append("\n## ").append(Markdown.text(title)).append("\n\n").append(table.markdown()));
        report.sections(section);
        return text.append('\n')
                .append(Markdown.text(report.lastLine()))
                .append('\n')
                .toString();
    }

    void tables(BiConsumer<String, TextTable> show) {
        BenchTables tables = new BenchTables(result);
        BiConsumer<String, TextTable> showFilled = (title, table) -> {
            if (!table.isEmpty()) {
                show.accept(title, table);
            }
        };
        if (!result.comparisons().isEmpty()) {
            showFilled.accept(
                    "Against " + result.comparisons().get(0).baseline()
                            + ": how many times its figure, paired by rounds (the intervals of an arm hold together at 95 %)",
                    tables.comparisons());
        }
        showFilled.accept(
                overHttp() && !result.cluster().embedded()
                        ? "Throughput"
                        : "Throughput, and what lies in the brokers' log",
                tables.throughput());
        showFilled.accept("CPU seconds per GB (10^9 bytes) of payload, by what threads are for", tables.cpu());
        showFilled.accept(
                "Not counted above: garbage collection, JIT compilation, and what others took of the processor",
                tables.overhead());
        showFilled.accept(
                overHttp()
                        ? "Inside the service: share of the workers' time, and memory"
                        : "Inside the producers: share of the application threads' time, and memory",
                tables.producer());
        showFilled.accept(
                anyArm(arm -> arm.settings().consume().equals("beside"))
                        ? "Consumers at the tail"
                        : "Consumers that read it all afterwards",
                tables.consumers());
        latencies(tables, showFilled);
        showFilled.accept("Foretold from the records by playing the producer, and measured", tables.forecasts());
        showFilled.accept("Highest sustained rate, records/s", tables.searches());
        showFilled.accept("Thresholds", tables.thresholds());
    }

    private void latencies(BenchTables tables, BiConsumer<String, TextTable> show) {
        show.accept(
                overHttp()
                        ? "From a request to its answer, refusals included, microseconds"
                        : "Time inside send(), microseconds",
                tables.latencies("send", 1_000));
        String closed = overHttp()
                ? "From a request to its success, milliseconds"
                : "From the call of send() to acknowledgement, milliseconds (in a closed loop mostly the length of"
                        + " the queue)";
        String open = "From when a record was due to its acknowledgement, milliseconds";
        boolean anyOpen = anyArm(arm -> arm.settings().rateRecordsPerSecond().isPresent());
        boolean anyClosed = anyArm(arm -> arm.settings().rateRecordsPerSecond().isEmpty());
        show.accept(
                !anyOpen ? closed : open + (anyClosed ? " (in a closed loop mostly the length of the queue)" : ""),
                tables.latencies("acknowledge", 1));
        show.accept(
                "From when a record was due to its arrival at a consumer, milliseconds",
                tables.latencies("end-to-end", 1));
    }

    private boolean overHttp() {
        return result.cluster().service().isPresent();
    }

    private boolean anyArm(Predicate<ArmInfo> such) {
        return result.arms().stream().anyMatch(such);
    }

    void failed(BiConsumer<String, List<String>> show) {
        List<String> failed = new ArrayList<>();
        for (ArmInfo arm : result.arms()) {
            arm.problems().forEach(problem -> failed.add(arm.label() + ": " + problem));
        }
        for (SearchInfo search : result.searches()) {
            search.problems().forEach(problem -> failed.add(search.arm() + ": " + problem));
        }
        showFilled(show, "Failed, and not quoted below", failed);
    }

    void sections(BiConsumer<String, List<String>> show) {
        result.searches().stream()
                .filter(search -> !search.steps().isEmpty())
                .forEach(search -> showFilled(show, "The search of " + search.arm(), searchLines(search)));
        for (ProfileInfo profile : result.profiles()) {
            profile.roles().forEach(role -> showFilled(show, profileTitle(profile, role), profileLines(role)));
        }
        showFilled(show, "Notes", result.notes());
    }

    private static void showFilled(BiConsumer<String, List<String>> show, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            show.accept(title, lines);
        }
    }

    private static List<String> searchLines(SearchInfo search) {
        List<String> lines = new ArrayList<>();
        lines.add("trials, records/s: "
                + search.steps().stream().map(BenchReport::step).collect(Collectors.joining(", ")));
        search.limit().ifPresent(limit -> {
            failure(search).ifPresent(lines::add);
            lines.add("limit: " + limit.explanation());
            lines.addAll(limit.evidence());
        });
        return lines;
    }

    private static String step(SearchInfo.StepInfo step) {
        return String.format(
                Locale.ROOT,
                "%,.0f %s%s",
                step.recordsPerSecond(),
                step.sustained() ? "held" : "failed",
                step.confirming() ? " when confirming" : "");
    }

    /** Why the lowest rate that failed did. */
    private static Optional<String> failure(SearchInfo search) {
        return search.steps().stream()
                .filter(step -> !step.sustained()
                        && step.recordsPerSecond()
                                == search.failedRecordsPerSecond().orElse(0))
                .reduce((first, last) -> last)
                .flatMap(step -> step.reason()
                        .map(reason ->
                                String.format(Locale.ROOT, "why %,.0f failed: %s", step.recordsPerSecond(), reason)));
    }

    private static String profileTitle(ProfileInfo profile, ProfileInfo.RoleInfo role) {
        return String.format(
                Locale.ROOT,
                "Profile of %s, %s: %s, %,d samples",
                profile.arm(),
                role.process(),
                role.role(),
                role.samples());
    }

    private static List<String> profileLines(ProfileInfo.RoleInfo role) {
        List<String> lines = new ArrayList<>();
        role.frames().stream()
                .limit(MOST_FRAMES)
                .forEach(frame ->
                        lines.add(String.format(Locale.ROOT, "%5.1f %%  %s", 100 * frame.share(), frame.method())));
        role.monitors().stream().limit(MOST_MONITORS).forEach(monitor -> lines.add(wait(monitor)));
        return lines;
    }

    private static String wait(ProfileInfo.MonitorInfo monitor) {
        return String.format(
                Locale.ROOT,
                "waited %,.0f ms%s in %,d waits (longest %,.1f ms) for the monitor of %s in %s%s",
                monitor.totalMillis(),
                monitor.shareOfTime().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                " (%.0f %% of the time that it was not idle)",
                                100 * monitor.shareOfTime().getAsDouble())
                        : "",
                monitor.waits(),
                monitor.longestMillis(),
                monitor.monitor(),
                monitor.method(),
                monitor.heldBy().map(role -> ", held by: " + role).orElse(""));
    }

    private String lastLine() {
        return String.format(
                Locale.ROOT,
                "%.1f s in all; seed %d",
                result.run().elapsedSeconds(),
                result.plan().seed());
    }
}
