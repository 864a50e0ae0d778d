package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.JvmUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a trial in which what was sent is read back: by the consumers that are measured, and by those whose records are
 * compared with what was acknowledged. Where consumers read while producers send, they are the same.
 */
final class ConsumingPhase {
    private final TrialRun run;
    private final List<String> topics;
    private final ConsumerLoad comparing;
    private final List<String> problems = new ArrayList<>();

    /** @param comparing consumers that compare, as {@link #comparingConsumers} has them */
    ConsumingPhase(TrialRun run, List<String> topics, ConsumerLoad comparing) {
        this.run = run;
        this.topics = topics;
        this.comparing = comparing;
    }

    /** Next to the producers every consumer compares, afterwards a single one that is not measured. */
    static ConsumerSettings comparingConsumers(TrialRun run) {
        ConsumerSettings wanted = run.consumers();
        return run.consumesMeanwhile() ? wanted : new ConsumerSettings(wanted.when(), 1, 1, wanted.properties());
    }

    /**
     * Reads all that was acknowledged; the producers have ended.
     *
     * @param sending what was counted while producers sent
     * @return what the consumers did, where they were asked for
     */
    Optional<TrialResult.Consumption> run(long acknowledged, CounterSnapshot.Difference sending)
            throws InterruptedException {
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
            case BESIDE -> {
                comparing.finish(acknowledged, run::requireGoingOn);
                yield Optional.of(new TrialResult.Consumption(
                        comparing.figures(), sending.window().client(), sending.consumedBytes()));
            }
        };
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
        try (ConsumerLoad consumers = run.openConsumers(topics, run.consumers(), false, null)) {
            JvmUsage before = JvmUsage.current();
            consumers.start();
            consumers.finish(acknowledged, run::requireGoingOn);
            problems.addAll(consumers.problems());
            for (long read : consumers.recordsByGroup()) {
                ContentCheck.counts(acknowledged, read, "a consumer group read").ifPresent(problems::add);
            }
            return new TrialResult.Consumption(
                    consumers.figures(), JvmUsage.current().minus(before), consumers.payloadBytes());
        }
    }
}
