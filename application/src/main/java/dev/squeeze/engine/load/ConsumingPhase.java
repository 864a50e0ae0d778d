package dev.squeeze.engine.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The part of a trial in which what was sent is read back: by the consumers that are measured, and by those whose records are
 * compared with what was acknowledged. Where consumers read while producers send, they are the same.
 */
final class ConsumingPhase {
    private final TrialRun run;
    private final List<String> topics;
    private final TrialConsumers comparing;
    private final List<String> problems = new ArrayList<>();
    private boolean compared;

    /** @param comparing consumers that compare, as {@link #comparingConsumers} has them */
    ConsumingPhase(TrialRun run, List<String> topics, TrialConsumers comparing) {
        this.run = run;
        this.topics = topics;
        this.comparing = comparing;
    }

    /** Next to the producers every consumer compares, afterwards one that is not measured; on other machines one each. */
    static ConsumerSettings comparingConsumers(TrialRun run) {
        ConsumerSettings wanted = run.consumers();
        int readers = run.target().workers().map(LoadWorkers::size).orElse(1);
        return run.consumesMeanwhile() ? wanted : new ConsumerSettings(wanted.when(), readers, 1, wanted.properties());
    }

    /**
     * Reads all that was acknowledged; the producers have ended.
     *
     * @param sending what was counted while producers sent
     * @return what the consumers did, where they were asked for
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
                comparing.finish(acknowledged, run::requireGoingOn);
                yield Optional.of(new TrialResult.Consumption(
                        comparing.figures(), sending.window().client(), sending.consumedBytes()));
            }
        };
    }

    /**
     * The same of a trial that the user ended: what is read only afterwards is left out, and consumers that read meanwhile get
     * a moment to catch up.
     *
     * @param check what it throws ends the reading
     * @return empty where the consumers had no time to read all
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

    /** What went wrong while reading; empty if nothing did. */
    List<String> problems() {
        return problems;
    }

    private void compare(long acknowledged) throws InterruptedException {
        comparing.start();
        comparing.finish(acknowledged, run::requireGoingOn);
    }

    /** Reads everything unthrottled, and only counts. */
    private TrialResult.Consumption catchUp(long acknowledged) throws InterruptedException {
        try (TrialConsumers consumers = run.openConsumers(topics, run.consumers(), false, null)) {
            consumers.start();
            consumers.finish(acknowledged, run::requireGoingOn);
            problems.addAll(consumers.problems());
            for (long read : consumers.recordsByGroup()) {
                ContentCheck.counts(acknowledged, read, "a consumer group read").ifPresent(problems::add);
            }
            return new TrialResult.Consumption(consumers.figures(), consumers.usage(), consumers.payloadBytes());
        }
    }
}
