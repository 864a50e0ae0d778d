package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.TopicFilter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@code squeeze watch report} for the last day, for the live page of a watch. It is read from the
 * history only when the page is viewed, so it costs nothing otherwise.
 */
final class LatestRows {
    private static final Duration SHOWN = Duration.ofDays(1);

    private final RunStart start;
    private final WatchOptions options;
    private final TopicFilter filter;
    private final Prices prices = PriceList.read(new PriceArguments().prices);

    LatestRows(RunStart start, WatchOptions options, TopicFilter filter) {
        this.start = start;
        this.options = options;
        this.filter = filter;
    }

    /** @throws dev.squeeze.kit.cli.FailedException if the history has no rows for that day */
    WatchResult result(WatchClock clock) {
        WatchPeriods periods = new WatchPeriods(
                Optional.of(clock.now().minus(SHOWN)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ZoneId.systemDefault());
        List<PlannedChange> promised = options.plan().map(PlanResult::changes).orElse(List.of()).stream()
                .filter(change -> filter.takes(change.topic()))
                .toList();
        List<HistoryFolder.LeftOut> leftOut = new ArrayList<>();
        HistoryTotals totals = HistoryTotals.read(new HistoryFolder(options.history()), periods, filter, leftOut);
        return new WatchReport(totals, periods, prices, promised).result(start.untilNow(), options.history(), leftOut);
    }
}
