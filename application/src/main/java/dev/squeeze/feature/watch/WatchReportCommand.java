package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "report",
        header = "Show what squeeze watch recorded, and compare before and after a change.",
        description = {
            "",
            "Reads the history that squeeze watch writes, even while it is running. With --change-at it compares each"
                    + " topic before and after that time at the same hours of the day, adjusted for weekends and a"
                    + " trend, and shows the effect on bytes, batches and money: as planned, better, worse, or no"
                    + " difference detected.",
            "Exit codes: 0 done, 3 as --fail-on says, 1 failed, 2 usage, 130 interrupted."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze watch report --history orders-watch",
            "  squeeze watch report --history w --since 21d --change-at 2026-11-24T10:00Z --report after.html",
            "  squeeze watch report --history w --change-at 9d --change-until 1d --plan plan.json --fail-on worse"
        })
public final class WatchReportCommand extends ResultCommand<WatchResult> {
    private static final String NONE = "none";
    private static final String WORSE = "worse";
    private static final String NOT_AS_PLANNED = "less-than-planned";

    @Mixin
    HistoryArguments history = new HistoryArguments();

    @Mixin
    TopicArguments topics = new TopicArguments();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "Start of the report, such as 2026-11-24T10:00Z, or 21d for 21 days ago. Default: the start of the"
                            + " history.")
    @Nullable
    String since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "End of the report, such as 2026-11-24T10:00Z, or 3d for 3 days ago. Default: the end of the"
                    + " history.")
    @Nullable
    String until;

    @Option(
            names = "--change-at",
            paramLabel = "TIME",
            description =
                    "When something was changed, such as 2026-11-24T10:00Z, or 3d for 3 days ago: compares before and"
                            + " after.")
    @Nullable
    String changeAt;

    @Option(
            names = "--change-until",
            paramLabel = "TIME",
            description = "When the change was complete, if it took some time, such as a rollout in waves: the time in"
                    + " between is left out.")
    @Nullable
    String changeUntil;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Time zone in which Saturdays and Sundays are weekends, such as Europe/Berlin. Default: this"
                    + " machine's.")
    @Nullable
    String zone;

    @Option(
            names = "--plan",
            paramLabel = "PLAN.json",
            description = "Plan written by squeeze plan: shows the planned change of each topic next to the measured"
                    + " one.")
    @Nullable
    Path plan;

    @Option(
            names = "--fail-on",
            paramLabel = "VERDICT",
            completionCandidates = FailOn.class,
            defaultValue = WORSE,
            description = "Exit with 3 if a topic is worse; with less-than-planned, also if a topic saves less than"
                    + " planned; with none, never (default: ${DEFAULT-VALUE}).")
    String failOn = WORSE;

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Mixin
    PriceArguments prices = new PriceArguments();

    public WatchReportCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, WatchResult> prepare(RunStart start) {
        if (!new FailOn().values().contains(failOn)) {
            throw new UsageException(
                    "--fail-on '" + failOn + "' is not a verdict (" + String.join(", ", new FailOn().values()) + ")");
        }
        WatchPeriods periods = new WatchPeriods(
                moment("--since", since, start.at()),
                moment("--until", until, start.at()),
                moment("--change-at", changeAt, start.at()),
                moment("--change-until", changeUntil, start.at()),
                zone());
        Prices list = PriceList.read(prices.prices);
        TopicFilter filter = topics.filter();
        List<PlannedChange> promised =
                Optional.ofNullable(plan).map(PlanFile::read).map(PlanResult::changes).orElse(List.of()).stream()
                        .filter(change -> filter.takes(change.topic()))
                        .toList();
        return progress -> {
            progress.progress("reading the history", 0);
            List<HistoryFolder.LeftOut> leftOut = new ArrayList<>();
            HistoryTotals totals = HistoryTotals.read(new HistoryFolder(history.folder()), periods, filter, leftOut);
            if (topics.areGiven()
                    && totals.first().isPresent()
                    && totals.topics().isEmpty()) {
                throw new FailedException("the history in " + history.folder()
                        + " has no topic in this period that matches --include and --exclude");
            }
            return new WatchReport(totals, periods, list, promised).result(start.untilNow(), history.folder(), leftOut);
        };
    }

    private static Optional<Instant> moment(String flag, @Nullable String text, Instant now) {
        return Optional.ofNullable(text).map(given -> Moment.parse(flag, given, now));
    }

    private ZoneId zone() {
        try {
            return zone == null ? ZoneId.systemDefault() : ZoneId.of(zone);
        } catch (java.time.DateTimeException e) {
            throw new UsageException(
                    "--zone '" + zone + "' is not a time zone: write one such as Europe/Berlin or UTC", e);
        }
    }

    @Override
    protected int end(WatchResult result) {
        boolean less = failOn.equals(NOT_AS_PLANNED)
                && result.topics().stream()
                        .flatMap(topic -> topic.comparison().stream())
                        .anyMatch(comparison -> comparison.verdict() == Verdict.LESS_THAN_PLANNED);
        boolean missed = !failOn.equals(NONE) && (result.isWorse() || less);
        return missed ? ExitCode.THRESHOLD_MISSED : ExitCode.DONE;
    }

    /** The values of {@code --fail-on}, for shell completion. */
    static final class FailOn implements Iterable<String> {
        List<String> values() {
            return List.of(NONE, WORSE, NOT_AS_PLANNED);
        }

        @Override
        public Iterator<String> iterator() {
            return values().iterator();
        }
    }
}
