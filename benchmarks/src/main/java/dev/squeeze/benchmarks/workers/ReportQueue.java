package dev.squeeze.benchmarks.workers;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * The coordinator's one thread that reads reports, simulated event by event: slots beat and answer pings, each with a phase
 * of its own, and wait until those before them were taken.
 */
final class ReportQueue {
    private static final double SECONDS = 60;
    /** Of what the group's other messages do to one another: the rest of a beat's period. */
    private static final double JITTER = 0.2;

    private ReportQueue() {}

    /**
     * What becomes of reports.
     *
     * @param slots that beat
     * @param beatSeconds between two of a slot
     * @param pingSeconds between two pings
     * @param beatNanos that taking a beat keeps the thread
     * @param pongNanos the same of an answer to a ping
     */
    record Plan(int slots, double beatSeconds, double pingSeconds, double beatNanos, double pongNanos) {}

    /**
     * @param busy share of the time that the thread works; above 1 for what it would need
     * @param maxDelaySeconds of a report, from its arrival until it was taken
     * @param maxGapSeconds between two heartbeats of a slot that were taken
     */
    record Outcome(double busy, double maxDelaySeconds, double maxGapSeconds) {}

    private record Event(double at, int slot, boolean pong) {}

    static Outcome simulate(Plan plan, long seed) {
        Random random = new Random(seed);
        PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingDouble(Event::at));
        for (int slot = 0; slot < plan.slots(); slot++) {
            events.add(new Event(random.nextDouble() * plan.beatSeconds(), slot, false));
            // All are pinged in the same moment.
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
