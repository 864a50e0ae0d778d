package dev.squeeze.benchmarks.watch;

import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.Table;
import dev.squeeze.engine.history.BeforeAfter;
import dev.squeeze.engine.history.Periods;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How often weeks without a change are reported as worse or better, and how often and how soon a change is found. */
@Command(
        name = "watch-weeks",
        mixinStandardHelpOptions = true,
        description =
                "Simulates weeks of a topic and compares each week's beginning with the time before, with a change and"
                        + " without one.")
public final class WatchWeeks implements Callable<Integer> {
    private static final int WEEK = 7 * 24;
    private static final double CONFIDENCE = 0.95;
    private static final List<Integer> HOURS_AFTER = List.of(6, 12, 24, 72, 168);
    /** Makes changes occur at all hours and on all days. */
    private static final int SHIFT = 31;

    @Option(names = "--weeks", defaultValue = "200", description = "Weeks (default: ${DEFAULT-VALUE}).")
    int weeks;

    @Option(
            names = "--days-before",
            split = ",",
            defaultValue = "7,14,28",
            description = "Days that are known before a change (default: ${DEFAULT-VALUE}).")
    List<Integer> daysBefore = List.of();

    @Option(
            names = "--change",
            defaultValue = "10",
            description = "By how much stored bytes rise, in per cent (default: ${DEFAULT-VALUE}).")
    double changePercent;

    @Option(
            names = "--drift",
            defaultValue = "2",
            description = "The most that a week adds or takes away, in per cent (default: ${DEFAULT-VALUE}).")
    double driftPercent;

    @Option(
            names = "--day-noise",
            defaultValue = "1.5",
            description = "Standard deviation of days, in per cent (default: ${DEFAULT-VALUE}).")
    double dayPercent;

    @Option(
            names = "--hour-noise",
            defaultValue = "3",
            description = "Standard deviation of hours, in per cent (default: ${DEFAULT-VALUE}).")
    double hourPercent;

    @Option(names = "--seed", defaultValue = "1", description = "Of the simulation (default: ${DEFAULT-VALUE}).")
    long seed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new WatchWeeks(), args));
    }

    @Override
    public Integer call() {
        System.out.printf(
                "%d weeks; drift up to %.1f %%/week, days %.1f %%, hours %.1f %%; a rise of %.1f %%; seed %d%n%n",
                weeks, driftPercent, dayPercent, hourPercent, changePercent, seed);
        int longest = daysBefore.stream().mapToInt(Integer::intValue).max().orElse(0);
        SimulatedTopic topic = new SimulatedTopic(
                weeks + longest / 7 + 3,
                new SimulatedTopic.Noise(driftPercent / 100, dayPercent / 100, hourPercent / 100),
                seed);
        Table table = new Table(
                2,
                "days before",
                "hours after",
                "worse without a change",
                "better without a change",
                "half width",
                "rise found",
                "rise covered");
        for (int before : daysBefore) {
            for (int after : HOURS_AFTER) {
                row(table, topic, before, after, longest);
            }
        }
        System.out.print(table.render());
        return 0;
    }

    private void row(Table table, SimulatedTopic topic, int before, int after, int longest) {
        int worse = 0;
        int better = 0;
        int found = 0;
        int covered = 0;
        double halfWidth = 0;
        double factor = 1 + changePercent / 100;
        for (int week = 0; week < weeks; week++) {
            int change = longest * 24 + week * WEEK + week * SHIFT % WEEK;
            BeforeAfter same = compared(topic, before, after, change, 1);
            worse += same.change().low() > 0 ? 1 : 0;
            better += same.change().high() < 0 ? 1 : 0;
            halfWidth += (same.change().high() - same.change().low()) / 2;
            BeforeAfter risen = compared(topic, before, after, change, factor);
            found += risen.change().low() > 0 ? 1 : 0;
            covered += risen.change().covers(factor - 1) ? 1 : 0;
        }
        table.row(
                String.valueOf(before),
                String.valueOf(after),
                part(worse),
                part(better),
                Table.number("%.1f %%", 100 * halfWidth / weeks),
                part(found),
                part(covered));
    }

    private String part(int number) {
        return Table.number("%.1f %%", 100.0 * number / weeks);
    }

    private static BeforeAfter compared(SimulatedTopic topic, int before, int after, int change, double factor) {
        int from = change - 24 * before;
        int until = change + after;
        Instant changed = Instant.ofEpochMilli(change * SimulatedTopic.HOUR);
        Periods periods = new Periods(
                Instant.ofEpochMilli(from * SimulatedTopic.HOUR),
                changed,
                changed,
                Instant.ofEpochMilli(until * SimulatedTopic.HOUR),
                ZoneOffset.UTC);
        Optional<BeforeAfter> found = BeforeAfter.of(
                topic.part(from, until, change, factor)
                        .quotient(SimulatedTopic.Amount.BYTES, SimulatedTopic.Amount.RECORDS),
                periods,
                CONFIDENCE);
        return found.orElseThrow(() -> new IllegalStateException("a week cannot be compared"));
    }
}
