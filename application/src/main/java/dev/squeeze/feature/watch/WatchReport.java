package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.BeforeAfter;
import dev.squeeze.engine.history.HistoryFolder.LeftOut;
import dev.squeeze.engine.history.Periods;
import dev.squeeze.engine.history.WatchStart;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.feature.plan.PlannedChange;
import dev.squeeze.feature.watch.HistoryTotals.CpuAmount;
import dev.squeeze.feature.watch.TopicHistory.Amount;
import dev.squeeze.feature.watch.WatchResult.Change;
import dev.squeeze.feature.watch.WatchResult.Observation;
import dev.squeeze.feature.watch.WatchedTopic.CodecShare;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.feature.watch.WatchedTopic.Money;
import dev.squeeze.feature.watch.WatchedTopic.Promise;
import dev.squeeze.feature.watch.WatchedTopic.Traffic;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Computes the result from the sums of a history: each topic before and after the change, and the verdict. */
final class WatchReport {
    private static final double CONFIDENCE = 0.95;
    /** Maximum number of topics with figures over time in documents. */
    private static final int TOPICS_OVER_TIME = 20;

    private final HistoryTotals history;
    private final WatchPeriods periods;
    private final BytesMoney money;
    private final Prices prices;
    private final Map<String, PlannedChange> plan;

    /** @param plan changes whose predictions are compared with what was measured; empty without a plan */
    WatchReport(HistoryTotals history, WatchPeriods periods, Prices prices, List<PlannedChange> plan) {
        this.history = history;
        this.periods = periods;
        this.prices = prices;
        this.money = new BytesMoney(prices);
        this.plan = plan.stream()
                .collect(Collectors.toMap(PlannedChange::topic, Function.identity(), (one, same) -> one, TreeMap::new));
    }

    /**
     * @param folder of the history
     * @param leftOut parts of it that could not be read
     * @throws FailedException if no row is in the requested period
     */
    WatchResult result(RunInfo run, Path folder, List<LeftOut> leftOut) {
        Instant first = history.first()
                .orElseThrow(() -> new FailedException("the history in " + folder + " contains no rows"
                        + periods.since().map(from -> " from " + from).orElse("")
                        + periods.until().map(to -> " until " + to).orElse("")
                        + (periods.since().or(periods::until).isPresent()
                                ? ": without --since and --until, squeeze watch report shows what it contains"
                                : ": watch for longer than one --slot")));
        requireBothSides(first);
        List<TopicHistory> byBytes = history.topics().stream()
                .sorted(Comparator.comparingDouble(TopicHistory::storedBytes).reversed())
                .toList();
        List<WatchedTopic> topics = new ArrayList<>();
        for (TopicHistory topic : byBytes) {
            topics.add(topic(topic, first, byBytes.size(), topics.size() < TOPICS_OVER_TIME));
        }
        return new WatchResult(
                Result.SCHEMA_VERSION,
                WatchResult.KIND.name(),
                run,
                new Observation(
                        folder.toString(),
                        history.start().map(WatchStart::bootstrap).orElse(""),
                        first,
                        history.last(),
                        history.seconds(),
                        history.rows(),
                        history.load(),
                        history.start().map(WatchStart::maxBytesPerSecond).orElse(0.0)),
                prices.currency(),
                periods.change().map(at -> change(at, first, topics)),
                topics,
                history.marks(),
                WatchNotes.of(history, topics, leftOut, money.isKnown(), withoutDisks(topics, byBytes), plan.keySet()));
    }

    /** Priced topics whose money does not include storage. */
    private static Set<String> withoutDisks(List<WatchedTopic> topics, List<TopicHistory> histories) {
        Set<String> priced = topics.stream()
                .filter(topic -> topic.comparison().flatMap(Comparison::money).isPresent())
                .map(WatchedTopic::topic)
                .collect(Collectors.toSet());
        return histories.stream()
                .filter(topic -> priced.contains(topic.topic()))
                .filter(topic ->
                        topic.facts().filter(BytesMoney::isWithoutDisks).isPresent())
                .map(TopicHistory::topic)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void requireBothSides(Instant first) {
        periods.settled().filter(at -> !at.isBefore(history.last())).ifPresent(at -> {
            throw new UsageException(
                    "--change-until " + at + " must be before " + history.last() + ", the end of the history");
        });
        periods.change()
                .filter(at -> !first.isBefore(at) || !at.isBefore(history.last()))
                .ifPresent(at -> {
                    throw new UsageException("--change-at " + at + " must be between " + first + " and "
                            + history.last() + ", the range of the history");
                });
    }

    private Optional<Periods> compared(Instant first) {
        return periods.change()
                .map(at -> new Periods(first, at, periods.settled().orElse(at), history.last(), periods.zone()));
    }

    private WatchedTopic topic(TopicHistory topic, Instant first, int topics, boolean course) {
        Optional<PlannedChange> planned = Optional.ofNullable(plan.get(topic.topic()));
        Optional<Comparison> comparison =
                compared(first).map(of -> comparison(topic, of, planned.flatMap(Promises::bytes), topics));
        Traffic all = topic.all(history.seconds());
        Traffic now = comparison.map(Comparison::after).orElse(all);
        return new WatchedTopic(
                topic.topic(),
                all,
                topic.producers(),
                topic.sampledBatches(),
                topic.recompressedShare(),
                comparison,
                planned.map(change -> promise(change, now, bytesMoney(topic, comparison, change))),
                course ? topic.overTime() : List.of());
    }

    /**
     * The planned change of money for bytes, based on the same rate and the same bytes before the change as the
     * measured one.
     */
    private Optional<ConfidenceInterval> bytesMoney(
            TopicHistory topic, Optional<Comparison> comparison, PlannedChange planned) {
        return comparison.flatMap(
                seen -> seen.bytes().flatMap(change -> Promises.bytes(planned).flatMap(promised -> topic.facts()
                        .flatMap(facts -> money.planned(facts, seen.after(), change.estimate(), promised)))));
    }

    private static Promise promise(PlannedChange change, Traffic now, Optional<ConfidenceInterval> bytesMoney) {
        String codec = change.to().codec().type().label();
        return new Promise(
                codec,
                Promises.bytes(change),
                change.savings().money(),
                bytesMoney,
                now.codecs().stream()
                        .filter(share -> share.codec().equals(codec))
                        .mapToDouble(CodecShare::recordShare)
                        .sum());
    }

    /**
     * @param topics number of topics compared: with many, some would be found worse by chance (Bonferroni correction)
     */
    private Comparison comparison(TopicHistory topic, Periods of, Optional<ConfidenceInterval> planned, int topics) {
        Optional<BeforeAfter> bytes = quotient(topic, Amount.STORED_BYTES, Amount.RECORDS, of);
        Optional<ConfidenceInterval> change = bytes.map(BeforeAfter::change);
        double strict = 1 - (1 - CONFIDENCE) / Math.max(1, topics);
        Verdict verdict = BeforeAfter.of(topic.totals().quotient(Amount.STORED_BYTES, Amount.RECORDS), of, strict)
                .map(judged -> Verdict.of(judged.change(), planned))
                .orElse(Verdict.UNKNOWN);
        Traffic after = topic.after(history.secondsAfter());
        return new Comparison(
                topic.before(history.secondsBefore()),
                after,
                verdict,
                change,
                quotient(topic, Amount.RECORDS, Amount.BATCHES, of).map(BeforeAfter::change),
                quotient(topic, Amount.SPAN_MILLIS, Amount.SPANNED_BATCHES, of).map(BeforeAfter::change),
                change.flatMap(by -> topic.facts().flatMap(facts -> money.of(facts, after, by))),
                bytes.map(BeforeAfter::byDays).orElse(false),
                bytes.map(BeforeAfter::blocksBefore).orElse(0),
                bytes.map(BeforeAfter::blocksAfter).orElse(0));
    }

    private static Optional<BeforeAfter> quotient(TopicHistory topic, Amount above, Amount below, Periods of) {
        return BeforeAfter.of(topic.totals().quotient(above, below), of, CONFIDENCE);
    }

    private Change change(Instant at, Instant first, List<WatchedTopic> topics) {
        Optional<BeforeAfter> cpu = compared(first)
                .flatMap(of -> BeforeAfter.of(
                        history.cpu().quotient(CpuAmount.CPU_SECONDS, CpuAmount.RECORDS), of, CONFIDENCE));
        return new Change(
                at,
                periods.settled(),
                verdict(topics),
                bytes(topics),
                money(topics),
                cpu.map(BeforeAfter::change),
                cores(first, at),
                cores(periods.settled().orElse(at), history.last()));
    }

    private OptionalDouble cores(Instant from, Instant until) {
        double cores = history.cores(from, until);
        return cores > 0 ? OptionalDouble.of(cores) : OptionalDouble.empty();
    }

    /** The most important verdict among the topics; as planned only if all planned topics are as planned or better. */
    private static Verdict verdict(List<WatchedTopic> topics) {
        List<Verdict> found = topics.stream()
                .flatMap(topic -> topic.comparison().stream())
                .map(Comparison::verdict)
                .toList();
        boolean asPlanned = topics.stream()
                .filter(topic -> topic.promise().isPresent())
                .flatMap(topic -> topic.comparison().stream())
                .map(Comparison::verdict)
                .allMatch(verdict -> verdict == Verdict.AS_PLANNED || verdict == Verdict.BETTER);
        for (Verdict verdict : List.of(
                Verdict.WORSE, Verdict.LESS_THAN_PLANNED, Verdict.AS_PLANNED, Verdict.BETTER, Verdict.NO_DIFFERENCE)) {
            if (found.contains(verdict)) {
                return verdict == Verdict.AS_PLANNED && !asPlanned ? Verdict.BETTER : verdict;
            }
        }
        return Verdict.UNKNOWN;
    }

    /** At the rates after the change; errors of topics are assumed to be independent, so their squares add up. */
    private static Optional<ConfidenceInterval> bytes(List<WatchedTopic> topics) {
        double then = 0;
        double now = 0;
        double above = 0;
        double below = 0;
        long compared = 0;
        for (WatchedTopic topic : topics) {
            Optional<ConfidenceInterval> change = topic.comparison().flatMap(Comparison::bytes);
            if (change.isPresent()) {
                double after = topic.comparison().orElseThrow().after().storedBytesPerSecond();
                double before = after / (1 + change.get().estimate());
                then += before;
                now += after;
                above = Math.hypot(
                        above, before * (change.get().high() - change.get().estimate()));
                below = Math.hypot(
                        below, before * (change.get().estimate() - change.get().low()));
                compared++;
            }
        }
        if (compared == 0 || then <= 0) {
            return Optional.empty();
        }
        double estimate = now / then - 1;
        return Optional.of(
                new ConfidenceInterval(estimate, estimate - below / then, estimate + above / then, compared, false));
    }

    private static Optional<ConfidenceInterval> money(List<WatchedTopic> topics) {
        List<ConfidenceInterval> changes = topics.stream()
                .flatMap(topic -> topic.comparison().flatMap(Comparison::money).stream())
                .map(Money::change)
                .toList();
        return changes.isEmpty() ? Optional.empty() : Optional.of(ConfidenceInterval.sum(changes));
    }
}
