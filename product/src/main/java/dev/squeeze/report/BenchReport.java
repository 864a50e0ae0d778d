package dev.squeeze.report;

import dev.squeeze.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** {@code squeeze bench} as text and as Markdown. */
final class BenchReport {
    private static final int MOST_FRAMES = 8;
    private static final int MOST_MONITORS = 4;

    private final BenchResult result;

    private BenchReport(BenchResult result) {
        this.result = result;
    }

    static String text(BenchResult result) {
        BenchReport report = new BenchReport(result);
        StringBuilder text = new StringBuilder();
        report.header().forEach(line -> text.append(Wrapped.lines(line, "").stripTrailing())
                .append('\n'));
        report.tables(
                (title, table) -> text.append('\n').append(title).append('\n').append(table.render("  ")));
        report.sections((title, lines) -> MeasureReport.section(text, title + ":", lines));
        return text.append('\n').append(report.lastLine()).append('\n').toString();
    }

    static String markdown(BenchResult result) {
        BenchReport report = new BenchReport(result);
        StringBuilder text = new StringBuilder("# squeeze bench\n\n");
        report.header().forEach(line -> text.append("- ").append(line).append('\n'));
        report.tables((title, table) ->
                text.append("\n## ").append(title).append("\n\n").append(table.markdown()));
        report.sections((title, lines) -> MeasureReport.markdownSection(text, title, lines));
        return text.append('\n').append(report.lastLine()).append('\n').toString();
    }

    private List<String> header() {
        List<String> lines = new ArrayList<>(ResultHeader.lines(result));
        BenchPlanInfo plan = result.plan();
        lines.add(String.format(
                Locale.ROOT,
                "sent: %,d records, %s, over and over in their order%s%s",
                plan.payloadRecords(),
                new ByteCount(plan.payloadBytes()),
                plan.wholeSource() ? "" : " (stretches of 1 MiB drawn from the whole source)",
                plan.mode().equals("raw") ? ", in batches that were compressed beforehand" : ""));
        lines.add(cluster());
        result.arms().stream().findFirst().ifPresent(arm -> lines.add(load(arm)));
        if (plan.mode().equals("find-max")) {
            lines.add(String.format(
                    Locale.ROOT,
                    "sustained: within 1 %% of the rate, backlog not growing, p99 to acknowledgement within %s ms, no errors",
                    plan.maxLatencySeconds()
                            .map(seconds -> Math.round(seconds * 1000))
                            .orElse(0L)));
        } else {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s in %d interleaved rounds%s, %.1f s measured in each after %.1f s; ± is the interval at 95 %% over"
                            + " rounds",
                    count(result.arms().size(), "arm"),
                    plan.rounds(),
                    plan.roundsLeftOut() == 0
                            ? ""
                            : " (the first " + plan.roundsLeftOut() + " left out: still warming up)",
                    plan.windowSeconds(),
                    plan.rampSeconds()));
        }
        return lines;
    }

    private String cluster() {
        ClusterInfo cluster = result.cluster();
        return cluster.embedded()
                ? String.format(
                        Locale.ROOT,
                        "cluster: %d embedded broker%s (Kafka %s, heap %s), on this machine",
                        cluster.brokers().orElse(1),
                        cluster.brokers().orElse(1) == 1 ? "" : "s",
                        result.run().environment().kafkaVersion(),
                        new ByteCount(cluster.brokerHeapBytes().orElse(0)))
                : "cluster: " + cluster.bootstrap().orElse("") + "; brokers' CPU "
                        + (cluster.brokerUsage().equals("jmx") ? "by JMX" : "not visible (give --jmx)");
    }

    private static String load(ArmInfo arm) {
        ArmInfo.SettingsInfo settings = arm.settings();
        return String.format(
                Locale.ROOT,
                "first arm: %s with %s, %s of %s, %s replica%s; acks=%s, %s",
                count(settings.producers(), "producer"),
                count(settings.threads(), "thread"),
                count(settings.topics(), "topic"),
                count(settings.partitions(), "partition"),
                settings.replicationFactor(),
                settings.replicationFactor() == 1 ? "" : "s",
                settings.producerProperties().getOrDefault("acks", "all"),
                settings.rateRecordsPerSecond().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                "open loop at %,.0f records/s",
                                settings.rateRecordsPerSecond().getAsDouble())
                        : "closed loop");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private void tables(BiConsumer<String, TextTable> show) {
        BenchTables tables = new BenchTables(result);
        if (result.arms().stream().anyMatch(ArmInfo::valid)) {
            show.accept("Throughput, and what lies in the brokers' log", tables.throughput());
            show.accept("CPU seconds per GB (10^9 bytes) of payload, by role", tables.cpu());
            show.accept("Waiting in the producer, and reading it all back", tables.waiting());
            boolean open = result.arms().stream()
                    .anyMatch(arm -> arm.settings().rateRecordsPerSecond().isPresent());
            show.accept(
                    open
                            ? "Latency from when a record was due"
                            : "Latency (in a closed loop the time to acknowledgement is mostly the length of the queue)",
                    tables.latencies());
        }
        if (!result.comparisons().isEmpty()) {
            show.accept(
                    "Over " + result.comparisons().get(0).baseline()
                            + ", paired by rounds (the intervals of a row hold together at 95 %)",
                    tables.comparisons());
        }
        if (!result.searches().isEmpty()) {
            show.accept("Highest sustained rate, records/s", tables.searches());
        }
    }

    private void sections(BiConsumer<String, List<String>> show) {
        List<String> invalid = new ArrayList<>();
        for (ArmInfo arm : result.arms()) {
            arm.problems().forEach(problem -> invalid.add(arm.label() + ": " + problem));
        }
        for (SearchInfo search : result.searches()) {
            search.problems().forEach(problem -> invalid.add(search.arm() + ": " + problem));
        }
        show.accept("Failed, and not quoted", invalid);
        for (SearchInfo search : result.searches()) {
            search.limit()
                    .ifPresent(limit -> show.accept(
                            search.arm() + ", at " + failedRate(search) + ": " + limit.explanation(),
                            limit.evidence()));
        }
        for (ProfileInfo profile : result.profiles()) {
            profile.roles().forEach(role -> show.accept(profileTitle(profile, role), profileLines(role)));
        }
        show.accept(
                "Thresholds",
                result.thresholds().stream().map(BenchReport::threshold).toList());
        show.accept("Note", result.notes());
    }

    private static String failedRate(SearchInfo search) {
        return search.failedRecordsPerSecond().isPresent()
                ? String.format(
                        Locale.ROOT,
                        "%,.0f records/s",
                        search.failedRecordsPerSecond().getAsDouble())
                : "the highest rate tried";
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
        role.monitors().stream()
                .limit(MOST_MONITORS)
                .forEach(monitor -> lines.add(String.format(
                        Locale.ROOT,
                        "waited %,.0f ms in %,d waits (longest %,.1f ms) for the monitor of %s in %s",
                        monitor.totalMillis(),
                        monitor.waits(),
                        monitor.longestMillis(),
                        monitor.monitor(),
                        monitor.method())));
        return lines;
    }

    private static String threshold(ThresholdInfo threshold) {
        return String.format(
                Locale.ROOT,
                "%s: %s, %s%s",
                threshold.demand(),
                threshold.arm(),
                threshold.met() ? "met" : "MISSED",
                threshold.value().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                " (%s)",
                                Figures.number(threshold.value().getAsDouble()))
                        : " (no figure)");
    }

    private String lastLine() {
        return String.format(
                Locale.ROOT,
                "%.1f s in all; seed %d",
                result.run().elapsedSeconds(),
                result.plan().seed());
    }
}
