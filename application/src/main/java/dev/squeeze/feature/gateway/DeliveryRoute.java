package dev.squeeze.feature.gateway;

import dev.squeeze.kit.kafka.GuardedProducer;
import org.jspecify.annotations.Nullable;

/** What deliveries share: the producer, who sends them again, and who counts them. */
final class DeliveryRoute {
    private final GuardedProducer producer;
    private final Resender resender;
    private final GatewayCounts counts;
    private final FailureLog failures;
    private volatile boolean timeUp;

    DeliveryRoute(GuardedProducer producer, Resender resender, GatewayCounts counts, FailureLog failures) {
        this.producer = producer;
        this.resender = resender;
        this.counts = counts;
        this.failures = failures;
    }

    GuardedProducer producer() {
        return producer;
    }

    /** From now on what fails does so because the time to shut down is over. */
    void timeIsUp() {
        timeUp = true;
    }

    /** Returns whether it will be sent again. Never blocks: it is called in the producer's network thread. */
    boolean again(Delivery delivery) {
        if (timeUp || !resender.add(delivery)) {
            return false;
        }
        counts.resend();
        return true;
    }

    /** Has it sent once its topic is back, or given up once the topic is gone for certain. */
    void park(Delivery delivery) {
        if (!resender.add(delivery)) {
            delivery.settle(new DrainTimeOver());
        }
    }

    /** Whoever waits for the record gets an answer even if counting it fails. */
    void settle(Submission submission, long payloadBytes, @Nullable Throwable failure) {
        try {
            if (failure == null) {
                counts.acknowledge(payloadBytes, System.nanoTime() - submission.receivedNanos());
            } else {
                counts.fail(submission.isAnswered(), timeUp);
                failures.add(timeUp ? new DrainTimeOver() : failure);
            }
        } finally {
            submission.settle(failure);
        }
    }

    /** What a record is given up for when the time to shut down is over. */
    static final class DrainTimeOver extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DrainTimeOver() {
            super("the time to shut down was over", null, false, false);
        }
    }
}
