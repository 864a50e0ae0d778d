package dev.squeeze.benchmarks.chaos;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of faults or of load: steps one after the other until the time is over; each lane has its own random
 * numbers.
 */
final class Lane {
    private final Thread thread;
    private volatile @Nullable Throwable failure;

    /** The next action. */
    interface Step {
        /** @throws BrokenEpisodeException when the environment does not recover */
        void next(Random random) throws Exception;
    }

    private Lane(String name, long seed, long untilNanos, long minPauseMillis, long maxPauseMillis, Step step) {
        Random random = new Random(seed ^ name.hashCode() * 0x9E3779B97F4A7C15L);
        thread = new Thread(
                () -> {
                    try {
                        while (System.nanoTime() < untilNanos) {
                            long pause =
                                    minPauseMillis + (long) (random.nextDouble() * (maxPauseMillis - minPauseMillis));
                            TimeUnit.MILLISECONDS.sleep(pause);
                            if (System.nanoTime() < untilNanos) {
                                step.next(random);
                            }
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (Exception | LinkageError e) {
                        failure = e;
                    }
                },
                "chaos-" + name);
        thread.setDaemon(true);
    }

    static Lane start(String name, long seed, long untilNanos, long minPauseMillis, long maxPauseMillis, Step step) {
        Lane lane = new Lane(name, seed, untilNanos, minPauseMillis, maxPauseMillis, step);
        lane.thread.start();
        return lane;
    }

    /** Waits for the lane to end after its last step. */
    void join(long seconds) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(seconds));
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join(20_000);
            throw new BrokenEpisodeException(thread.getName() + " did not come to its end");
        }
        Throwable thrown = failure;
        if (thrown instanceof BrokenEpisodeException broken) {
            throw broken;
        }
        if (thrown != null) {
            throw new BrokenEpisodeException(thread.getName() + ": " + thrown, thrown);
        }
    }

    /** Ends the lanes, whatever they are doing: none may touch the brokers of the next episode. */
    static void endAll(List<Lane> lanes) throws InterruptedException {
        lanes.forEach(lane -> lane.thread.interrupt());
        for (Lane lane : lanes) {
            lane.thread.join(30_000);
        }
    }
}
