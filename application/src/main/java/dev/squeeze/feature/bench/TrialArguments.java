package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Design;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MaxRatePlan;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.Percent;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the trials of a benchmark: in rounds at one rate, or as a search for each arm's highest sustained rate. */
public final class TrialArguments {
    private static final Duration DEFAULT_MAX_LATENCY = Duration.ofSeconds(1);
    private static final Percent DEFAULT_BRACKET = new Percent(5);
    private static final Percent DEFAULT_MIN_EFFECT = new Percent(2);
    private static final Duration MAX_FOR_RECORDS = Duration.ofMinutes(30);
    /** Maximum length of a trial: {@code EndToEnd} stores times within it as 48-bit nanoseconds. */
    static final Duration MAX_TRIAL = Duration.ofHours(72);

    private static final Duration MIN_TRIAL = Duration.ofMillis(500);
    private static final Duration MIN_SEARCH_TRIAL = Duration.ofSeconds(2);

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--one-at-a-time",
            description = "Vary one factor at a time around the first value of each, instead of all combinations.")
    boolean oneAtATime;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "Time for warming up and measuring (default: 165s, or what three rounds of all arms need). A budget"
                            + " that is too short is refused; with --rounds it only limits the warm-up. Starting"
                            + " brokers, reading the SOURCE and --profile take additional time. With --find-max it is"
                            + " the time for all arms: when an arm's share is used up, its search ends with the bracket"
                            + " reached so far (default: unlimited).")
    @Nullable
    Duration budget;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Exactly this many rounds. Default: as many as the budget holds, at least 3.")
    @Nullable
    public Integer rounds;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--min-effect",
            paramLabel = "PERCENT",
            description =
                    "The smallest difference from the baseline to report, in percent, 0 to 50 (default: 2): smaller"
                            + " ones are neither better nor worse.")
    @Nullable
    Percent minEffect;

    @Option(
            names = "--trial",
            paramLabel = "TIME",
            description = "Measured time of each trial. Default: 1s, and 5s with --find-max.")
    @Nullable
    Duration trial;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--num-records",
            paramLabel = "N",
            description = "Run each trial until N records are acknowledged (instead of for --trial).")
    @Nullable
    Long numRecords;

    @Option(
            names = "--find-max",
            description = "Find each arm's highest sustained rate instead of comparing arms at one rate.")
    public boolean findMax;

    @Option(
            names = "--max-latency",
            converter = Milliseconds.class,
            paramLabel = "TIME",
            description = "Maximum p99 to acknowledgement at a rate that --find-max calls sustained (default: 1s).")
    @Nullable
    Duration maxLatency;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--bracket",
            paramLabel = "PERCENT",
            description =
                    "Width of the bracket around the rate at which --find-max stops, in percent, 1 to 50 (default: 5).")
    @Nullable
    Percent bracket;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "How long --find-max confirms the rate at the end. Default: two trials.")
    @Nullable
    Duration hold;

    /** Finds mistakes before any work is done. */
    void check() {
        Range.requireAboveZero("--budget", budget);
        Range.requireAtLeast("--rounds", rounds, 1);
        Range.requireAtLeast("--trial", trial, MIN_TRIAL, "a shorter trial mostly measures its own start");
        Range.requireAtLeast("--num-records", numRecords, 1);
        if (findMax) {
            requireLongEnough("--trial", trial);
            requireLongEnough("--hold", hold);
        }
        Range.requireAtMost("--hold", hold, MAX_TRIAL);
        Range.requireAtMost("--trial", trial, MAX_TRIAL);
        Range.requireAboveZero("--max-latency", maxLatency);
        Range.requireBetween("--min-effect", minEffect, 0, 50);
        Range.requireBetween("--bracket", bracket, 1, 50);
    }

    /** Refuses a budget that is too short, before anything is started. */
    void requireBudgetFor(int arms) {
        if (budget == null || rounds != null || numRecords != null) {
            return;
        }
        Duration least = findMax
                ? MaxRatePlan.leastBudget(arms, BenchRequest.SEARCH_RAMP, window(), Optional.ofNullable(hold))
                : ExperimentPlan.leastBudget(arms, BenchRequest.RAMP, window());
        if (budget.compareTo(least) < 0) {
            throw new UsageException(say(
                    "--budget %.1fs is too short for %s: %s need at least %.0fs; give --budget %.0fs, fewer arms or a"
                            + " shorter --trial",
                    budget.toMillis() / 1e3,
                    Figures.count(arms, "arm"),
                    findMax ? "a closed loop, two trials and a confirmation" : "a warm-up and three rounds",
                    Math.ceil(least.toMillis() / 1e3),
                    Math.ceil(least.toMillis() / 1e3)));
        }
    }

    /** The smallest difference to report, as a share. */
    double minEffect() {
        return (minEffect == null ? DEFAULT_MIN_EFFECT : minEffect).share();
    }

    private static void requireLongEnough(String flag, @Nullable Duration given) {
        Range.requireAtLeast(
                flag,
                given,
                MIN_SEARCH_TRIAL,
                "with --find-max a shorter trial does not show whether the backlog grows");
    }

    OptionalInt rounds() {
        return rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds);
    }

    OptionalLong numRecords() {
        return numRecords == null ? OptionalLong.empty() : OptionalLong.of(numRecords);
    }

    BenchRequest.Search search() {
        return new BenchRequest.Search(
                maxLatency == null ? DEFAULT_MAX_LATENCY : maxLatency,
                (bracket == null ? DEFAULT_BRACKET : bracket).share(),
                Optional.ofNullable(hold));
    }

    Design design() {
        return oneAtATime ? Design.ONE_AT_A_TIME : Design.FULL_PRODUCT;
    }

    /** Measured time of a trial; with {@code --num-records}, the maximum that the records may take. */
    Duration window() {
        if (numRecords != null) {
            return MAX_FOR_RECORDS;
        }
        return trial == null ? Duration.ofMillis(findMax ? 5_000 : 1_000) : trial;
    }
}
