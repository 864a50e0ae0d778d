package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The part of a trial in which records are sent: the ramp-up, then the measured window. */
final class SendingPhase {
    private static final long TICK_NANOS = 50_000_000;
    /** How long after the ramp-up to wait for partitions to receive their first record. */
    static final long MAX_NANOS_TO_BEGIN = 2_500_000_000L;
    /** Buffers of 32 MiB, the default, can contain a GB of records that compress well. */
    private static final long MAX_NANOS_TO_BALANCE = 10_000_000_000L;

    private static final long BALANCE_NANOS = 300_000_000;
    /** A window shorter than this is not meaningful. */
    private static final long MIN_KEPT_NANOS = 1_000_000_000;

    private static final double SLICE_SECONDS = 0.5;
    /** Progress reported by other machines is about a tenth of a second old. */
    private static final double REPORTED_SLICE_SECONDS = 1;

    private final TrialRun run;
    private final LoadGenerator generator;
    private final @Nullable TrialConsumers consumers;
    private final long startNanos;
    private final Ticks ticks = new Ticks();
    private final SecondsFollower seconds;
    private final List<String> problems = new ArrayList<>();
    private final Settling settling = new Settling();
    private long lastAnswered = -1;
    private long keptFromNanos = Long.MAX_VALUE;
    private boolean interrupted;
    private long lastProgressNanos;

    /**
     * @param consumers consumers that read at the same time, if any
     * @param startNanos when the first record is due
     */
    SendingPhase(TrialRun run, LoadGenerator generator, @Nullable TrialConsumers consumers, long startNanos) {
        this.run = run;
        this.generator = generator;
        this.consumers = consumers;
        this.startNanos = startNanos;
        this.seconds = new SecondsFollower(run.watch(), generator);
        this.lastProgressNanos = startNanos;
    }

    /** Runs the ramp-up and the window of a load that is being sent; sending continues afterwards. */
    WindowDifference measure() throws InterruptedException {
        TrialPlan plan = run.plan();
        long from = startNanos + plan.ramp().toNanos();
        // Workers are notified of the window before the ramp-up ends, so that it opens as punctually as without them.
        long announced = from - generator.notice().toNanos();
        follow(announced);
        if (plan.records().isEmpty()) {
            // The first batch of a partition makes the broker write the leader epoch to disk and wait for it, which
            // costs milliseconds of CPU once in a partition's life and is not part of the load's cost.
            followUntil(announced + MAX_NANOS_TO_BEGIN, generator::hasBegunPartitions);
            if (endsInBalance()) {
                fillBuffers(System.nanoTime() + MAX_NANOS_TO_BALANCE);
            }
        }
        CounterSnapshot begin = openWindow(from);
        if (run.watch().keepsInterrupted()) {
            keptFromNanos = System.nanoTime() + MIN_KEPT_NANOS;
        }
        // Workers are notified of the end just as far in advance.
        measureFrom(begin, windowEnd(begin) - generator.notice().toNanos());
        LoadProgress ended = generator.progress();
        seconds.end(tick(ended), ended);
        return closeWindow().minus(begin, startNanos);
    }

    /** @param from when the ramp-up ends */
    private CounterSnapshot openWindow(long from) throws InterruptedException {
        if (!generator.notice().isZero()) {
            long soonest = System.nanoTime() + generator.notice().toNanos();
            long at = interrupted || from - soonest < 0 ? soonest : from;
            generator.windowOpened(at);
            follow(at);
        }
        CounterSnapshot begin = snapshot(consumers);
        run.window().open(begin.client().clockNanos());
        if (generator.notice().isZero()) {
            generator.windowOpened(begin.client().clockNanos());
        }
        return begin;
    }

    private CounterSnapshot closeWindow() throws InterruptedException {
        if (!generator.notice().isZero()) {
            long at = System.nanoTime() + generator.notice().toNanos();
            generator.windowClosed(at);
            follow(at);
        }
        CounterSnapshot end = snapshot(consumers);
        run.window().close(end.client().clockNanos());
        if (generator.notice().isZero()) {
            generator.windowClosed(end.client().clockNanos());
        }
        return end;
    }

    /** A staged load is measured to the end of its last stage, however long it took to start. */
    private long windowEnd(CounterSnapshot begin) {
        return run.settings().profile() instanceof LoadProfile.Staged staged
                        && !run.plan().untilSettled()
                ? startNanos + staged.length().toNanos()
                : begin.client().clockNanos() + run.plan().window().toNanos();
    }

    private void measureFrom(CounterSnapshot begin, long until) throws InterruptedException {
        TrialPlan plan = run.plan();
        if (plan.untilSettled()) {
            settle(begin, until);
        } else if (plan.records().isPresent()) {
            count(begin, until, plan.records().getAsLong());
        } else if (follow(until) && endsInBalance()) {
            followUntil(
                    until + MAX_NANOS_TO_BALANCE,
                    () -> generator.progress().minus(begin.progress()).isBalanced());
        }
    }

    /** Twenty per second since the first record was due; fewer for a long trial. */
    List<Tick> ticks() {
        return ticks.kept();
    }

    /** Whether the user ended the window. */
    boolean interrupted() {
        return interrupted;
    }

    /** Reasons why the window's figures are invalid; empty if there are none. */
    List<String> problems() {
        return problems;
    }

    /** Absent if this was not a warm-up. */
    Optional<TrialResult.WarmUp> warmUp() {
        return run.plan().untilSettled()
                ? Optional.of(new TrialResult.WarmUp(settling.isSettled(), settling.latestRate()))
                : Optional.empty();
    }

    private CounterSnapshot snapshot(@Nullable TrialConsumers reading) {
        return CounterSnapshot.take(
                run.target(), run.ownService(), generator, reading == null ? () -> 0 : reading::payloadBytes);
    }

    private void followUntil(long latest, BooleanSupplier reached) throws InterruptedException {
        boolean sending = true;
        while (sending && !reached.getAsBoolean() && System.nanoTime() < latest) {
            long tick = System.nanoTime() + TICK_NANOS;
            sending = follow(Math.min(latest, tick));
        }
    }

    /**
     * An application that nothing paces fills the producers' buffers. These may contain seconds of its work, since it
     * holds a partition's lock while it compresses and the network thread waits for that lock; some records sent in a
     * window are acknowledged after it, and some acknowledged in it were sent before. So a window of a closed loop
     * begins and ends when the rates of sent and acknowledged records match.
     */
    private boolean endsInBalance() {
        return run.settings().profile() instanceof LoadProfile.ClosedLoop
                && !run.plan().untilSettled()
                && run.plan().records().isEmpty();
    }

    private void fillBuffers(long latest) throws InterruptedException {
        boolean sending = true;
        boolean balanced = false;
        while (sending && !balanced && System.nanoTime() < latest) {
            LoadProgress before = generator.progress();
            sending = follow(Math.min(latest, System.nanoTime() + BALANCE_NANOS));
            balanced = generator.progress().minus(before).isBalanced();
        }
    }

    private void count(CounterSnapshot begin, long until, long records) throws InterruptedException {
        boolean sending = true;
        while (sending && acknowledgedSince(begin) < records) {
            long now = System.nanoTime();
            if (now >= until) {
                problems.add(String.format(
                        Locale.ROOT,
                        "only %,d of %,d records were acknowledged in %d s",
                        acknowledgedSince(begin),
                        records,
                        run.plan().window().toSeconds()));
                return;
            }
            sending = follow(Math.min(until, now + TICK_NANOS));
        }
    }

    private long acknowledgedSince(CounterSnapshot begin) {
        return generator.progress().minus(begin.progress()).acknowledged();
    }

    private void settle(CounterSnapshot begin, long until) throws InterruptedException {
        CounterSnapshot before = begin;
        double sliceSeconds = generator.notice().isZero() ? SLICE_SECONDS : REPORTED_SLICE_SECONDS;
        boolean sending = true;
        while (sending && System.nanoTime() < until && !settling.isSettled()) {
            long sliceEnd = before.client().clockNanos() + (long) (sliceSeconds * 1e9);
            sending = follow(Math.min(until, sliceEnd));
            CounterSnapshot now = snapshot(null);
            settling.add(now.minus(before, startNanos).slice());
            before = now;
        }
    }

    /**
     * @return whether every application thread is still sending and nothing has asked for the window to end
     * @throws ClusterException when the brokers no longer answer
     */
    private boolean follow(long untilNanos) throws InterruptedException {
        while (true) {
            long left = untilNanos - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TICK_NANOS));
            if (!interrupted && run.isStopped() && System.nanoTime() >= keptFromNanos) {
                interrupted = true;
                return false;
            }
            run.requireActive(interrupted);
            LoadProgress progress = generator.progress();
            Tick tick = tick(progress);
            ticks.add(tick);
            if (seconds.at(tick, progress) || !generator.isSending()) {
                return false;
            }
            requireProgress(progress);
        }
    }

    private Tick tick(LoadProgress progress) {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        return new Tick(elapsed, due(elapsed, progress), progress.sent(), progress.acknowledged());
    }

    private void requireProgress(LoadProgress progress) {
        long answered = progress.acknowledged() + progress.refused() + progress.bufferFull();
        if (answered > lastAnswered || progress.sent() <= answered) {
            lastAnswered = answered;
            lastProgressNanos = System.nanoTime();
        } else if (System.nanoTime() - lastProgressNanos > run.timeout().toNanos()) {
            String reasons = String.join("; ", generator.errors().messages());
            String who = run.service()
                    .map(served -> String.valueOf(served.target()))
                    .orElseGet(() -> "the brokers at " + run.target().target().bootstrap());
            throw new ClusterException(who + " acknowledged nothing for "
                    + run.timeout().toSeconds() + " s: look at their logs, or raise --timeout"
                    + (reasons.isEmpty() ? "" : " (" + reasons + ")"));
        }
    }

    private long due(double elapsed, LoadProgress progress) {
        return run.settings().profile() instanceof LoadProfile.Paced paced
                ? Math.max(progress.sent(), (long) paced.recordsDueBy(elapsed))
                : progress.sent();
    }
}
