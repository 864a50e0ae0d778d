package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Design;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the arms of a live run are tried: all at one rate in rounds, or each up to its highest sustained rate. */
public final class TrialArguments {
    private static final Duration DEFAULT_MAX_LATENCY = Duration.ofSeconds(1);
    private static final double DEFAULT_BRACKET_PERCENT = 5;
    private static final Duration MAX_FOR_RECORDS = Duration.ofMinutes(30);
    private static final Duration MAX_HOLD = Duration.ofHours(72);
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
                    "Time for warming up and measuring; at least three rounds are measured (default: 165s). Starting"
                            + " brokers, reading the SOURCE and --profile come on top. With --find-max the time for all"
                            + " arms: when an arm's share is used up, its bracket stays as it is (default: unlimited).")
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
    Double bracketPercent;

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
        if (trial != null && trial.toMillis() < MIN_TRIAL.toMillis()) {
            throw new IllegalArgumentException("--trial must be at least " + MIN_TRIAL.toMillis()
                    + "ms: a shorter one measures its own beginning");
        }
        Range.requireAtLeast("--num-records", numRecords, 1);
        if (findMax) {
            requireLongEnough("--trial", trial);
            requireLongEnough("--hold", hold);
        }
        if (hold != null && hold.compareTo(MAX_HOLD) > 0) {
            throw new IllegalArgumentException("--hold must be at most " + MAX_HOLD.toHours() + "h");
        }
        if (bracketPercent() < 1 || bracketPercent() > 50) {
            throw new IllegalArgumentException(
                    "--bracket must be between 1 and 50 %, got " + Figures.number(bracketPercent()));
        }
    }

    private static void requireLongEnough(String flag, @Nullable Duration given) {
        if (given != null && given.compareTo(MIN_SEARCH_TRIAL) < 0) {
            throw new IllegalArgumentException(flag + " must be at least " + MIN_SEARCH_TRIAL.toSeconds()
                    + "s with --find-max: a shorter one does not show whether the backlog grows");
        }
    }

    private double bracketPercent() {
        return bracketPercent == null ? DEFAULT_BRACKET_PERCENT : bracketPercent;
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
                bracketPercent() / 100,
                Optional.ofNullable(hold));
    }

    Design design() {
        return oneAtATime ? Design.ONE_AT_A_TIME : Design.FULL_PRODUCT;
    }

    /** With a number of records, the longest time that they may take. */
    Duration window() {
        if (numRecords != null) {
            return MAX_FOR_RECORDS;
        }
        return trial == null ? Duration.ofMillis(findMax ? 5_000 : 1_000) : trial;
    }
}
