package dev.squeeze.engine.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The part of a trial that reads the records back: with the consumers that are measured, and with those whose records
 * are compared with the acknowledged ones. They are the same consumers if consumers read while producers send.
 */
final class ConsumingPhase {
    private final TrialRun run;
    private final List<String> topics;
    private final TrialConsumers comparing;
    private final List<String> problems = new ArrayList<>();
    private boolean compared;

    /** @param comparing consumers that compare, opened with {@link #comparingConsumers} */
    ConsumingPhase(TrialRun run, List<String> topics, TrialConsumers comparing) {
        this.run = run;
        this.topics = topics;
        this.comparing = comparing;
    }

    /**
     * Consumers whose records are compared: every consumer if they read while producers send; otherwise one that is not
     * measured, or one per worker.
     */
    static ConsumerSettings comparingConsumers(TrialRun run) {
        ConsumerSettings wanted = run.consumers();
        int readers = run.target().workers().map(LoadWorkers::size).orElse(1);
        return run.consumesMeanwhile() ? wanted : new ConsumerSettings(wanted.when(), readers, 1, wanted.properties());
    }

    /**
     * Reads everything that was acknowledged; call once the producers have ended.
     *
     * @param sending what was counted while producers sent
     * @return what the consumers did; empty if consumers are not measured
     */
    Optional<TrialResult.Consumption> run(long acknowledged, WindowDifference sending) throws InterruptedException {
        compared = true;
        return switch (run.consumers().when()) {
            case NEVER -> {
                compare(acknowledged);
                yield Optional.empty();
            }
            case AFTER -> {
                TrialResult.Consumption consumption = catchUp(acknowledged);
                compare(acknowledged);
                yield Optional.of(consumption);
            }
            case CONCURRENT -> {
                comparing.finish(acknowledged, run::requireActive);
                yield Optional.of(new TrialResult.Consumption(
                        comparing.figures(), sending.window().client(), sending.consumedBytes()));
            }
        };
    }

    /**
     * Does the same for a trial that the user ended: consumers that would read only afterwards do not run, and
     * consumers that were already reading get a moment to catch up.
     *
     * @param check called many times a second; what it throws ends the reading
     * @return empty if the consumers had no time to read everything
     */
    Optional<TrialResult.Consumption> runShort(long acknowledged, WindowDifference sending, Runnable check)
            throws InterruptedException {
        if (!run.consumesMeanwhile()) {
            return Optional.empty();
        }
        try {
            comparing.finish(acknowledged, check);
            compared = true;
            return Optional.of(new TrialResult.Consumption(
                    comparing.figures(), sending.window().client(), sending.consumedBytes()));
        } catch (CancellationException e) {
            return Optional.empty();
        }
    }

    /** Whether everything was read and can be compared. */
    boolean isCompared() {
        return compared;
    }

    /** Errors that occurred while reading; empty if there were none. */
    List<String> problems() {
        return problems;
    }

    private void compare(long acknowledged) throws InterruptedException {
        comparing.start();
        comparing.finish(acknowledged, run::requireActive);
    }

    /** Reads everything unthrottled, and only counts. */
    private TrialResult.Consumption catchUp(long acknowledged) throws InterruptedException {
        try (TrialConsumers consumers = run.openConsumers(topics, run.consumers(), false, null)) {
            consumers.start();
            consumers.finish(acknowledged, run::requireActive);
            problems.addAll(consumers.problems());
            for (long read : consumers.recordsByGroup()) {
                ContentCheck.counts(acknowledged, read, "a consumer group read").ifPresent(problems::add);
            }
            return new TrialResult.Consumption(consumers.figures(), consumers.usage(), consumers.payloadBytes());
        }
    }
}
