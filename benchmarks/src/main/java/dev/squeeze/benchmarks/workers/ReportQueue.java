package dev.squeeze.benchmarks.workers;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * The coordinator's single thread that reads reports, in a discrete-event simulation: slots send heartbeats and answer
 * pings, each with its own phase, and reports wait until earlier ones have been processed.
 */
final class ReportQueue {
    private static final double SECONDS = 60;
    /** Jitter that stands for effects of the group's other messages, relative to the heartbeat period. */
    private static final double JITTER = 0.2;

    private ReportQueue() {}

    /**
     * Parameters of the simulation.
     *
     * @param slots number of slots that send heartbeats
     * @param beatSeconds interval between two heartbeats of a slot
     * @param pingSeconds interval between two pings
     * @param beatNanos processing time of a heartbeat
     * @param pongNanos processing time of an answer to a ping
     */
    record Plan(int slots, double beatSeconds, double pingSeconds, double beatNanos, double pongNanos) {}

    /**
     * @param busy utilisation of the thread; above 1 if it cannot keep up
     * @param maxDelaySeconds longest time from a report's arrival until it was processed
     * @param maxGapSeconds longest time between two processed heartbeats of a slot
     */
    record Outcome(double busy, double maxDelaySeconds, double maxGapSeconds) {}

    private record Event(double at, int slot, boolean pong) {}

    static Outcome simulate(Plan plan, long seed) {
        Random random = new Random(seed);
        PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingDouble(Event::at));
        for (int slot = 0; slot < plan.slots(); slot++) {
            events.add(new Event(random.nextDouble() * plan.beatSeconds(), slot, false));
            // All are pinged at the same time.
            events.add(new Event(plan.pingSeconds(), slot, true));
        }
        double[] taken = new double[plan.slots()];
        double free = 0;
        double worked = 0;
        double maxDelay = 0;
        double maxGap = 0;
        while (!events.isEmpty() && events.peek().at() < SECONDS) {
            Event event = events.poll();
            double service = (event.pong() ? plan.pongNanos() : plan.beatNanos()) / 1e9;
            double period = event.pong() ? plan.pingSeconds() : plan.beatSeconds();
            free = Math.max(free, event.at()) + service;
            worked += service;
            maxDelay = Math.max(maxDelay, free - event.at());
            if (!event.pong()) {
                maxGap = Math.max(maxGap, free - taken[event.slot()]);
                taken[event.slot()] = free;
            }
            double next = event.pong() ? period : period * (1 + JITTER * (random.nextDouble() - 0.5));
            events.add(new Event(event.at() + next, event.slot(), event.pong()));
        }
        return new Outcome(worked / SECONDS, maxDelay, maxGap);
    }
}
