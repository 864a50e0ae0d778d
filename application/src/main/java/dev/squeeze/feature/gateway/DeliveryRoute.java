package dev.squeeze.feature.gateway;

import dev.squeeze.kit.kafka.GuardedProducer;
import org.jspecify.annotations.Nullable;

/** The route of all deliveries of a gateway, until the drain timeout is over. */
final class DeliveryRoute implements Delivery.Route {
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

    @Override
    public GuardedProducer producer() {
        return producer;
    }

    /** From now on, failures are attributed to the drain timeout. */
    void timeIsUp() {
        timeUp = true;
    }

    @Override
    public boolean again(Delivery delivery) {
        if (timeUp || !resender.add(delivery)) {
            return false;
        }
        counts.resend();
        return true;
    }

    /** Queues the delivery until its topic is back; it is given up once the topic is known to be gone. */
    void park(Delivery delivery) {
        if (!resender.add(delivery)) {
            delivery.settle(new DrainTimeOver());
        }
    }

    @Override
    public void settle(Submission submission, long payloadBytes, @Nullable Throwable failure) {
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
}
