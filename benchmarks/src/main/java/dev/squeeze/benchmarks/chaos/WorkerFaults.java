package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The workers of one copy, and faults injected at random into each of them, until there have been enough. */
final class WorkerFaults {
    static final String SOURCE = "squeeze-chaos-source";

    private static final double PAUSES = 0.4;
    private static final double KILLS = 0.75;

    private final Distribution distribution;
    private final Path folder;
    private final String bootstrap;
    private final String group;
    private final long seed;
    private final Dice dice;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<Double> pauses = new ArrayList<>();
    private final List<Child> workers = new ArrayList<>();
    private final long beganNanos = System.nanoTime();
    private int starts;
    private int events;

    /**
     * @param events total number of faults
     * @param minPause shortest SIGSTOP, in seconds
     * @param maxPause longest SIGSTOP, in seconds; durations are evenly distributed on a logarithmic scale
     */
    record Dice(int events, double minPause, double maxPause) {
        double pauseSeconds(Random random) {
            return minPause * Math.pow(maxPause / minPause, random.nextDouble());
        }
    }

    WorkerFaults(Distribution distribution, Path folder, String bootstrap, String group, long seed, Dice dice) {
        this.distribution = distribution;
        this.folder = folder;
        this.bootstrap = bootstrap;
        this.group = group;
        this.seed = seed;
        this.dice = dice;
    }

    void startWorkers(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            Child started = start();
            synchronized (this) {
                workers.add(started);
            }
        }
    }

    private synchronized Child start() throws IOException {
        Path own = Files.createDirectories(folder.resolve("worker-" + ++starts));
        return Child.start(
                distribution.squeeze(
                        own, List.of("worker", "--bootstrap-server", bootstrap, "--group", group, "--copies")),
                own,
                own.resolve("output.txt"),
                false);
    }

    /** Returns when there have been enough faults, or the copy has ended; pauses end with it. */
    void run(Child copy) throws InterruptedException {
        while (copy.isAlive() && !copy.said().contains("copying")) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            int place = i;
            Thread thread = new Thread(() -> harm(place, copy), "chaos-worker-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void harm(int place, Child copy) {
        Random random = new Random(seed * 1_000_003 + place);
        try {
            while (true) {
                pause(3 + 12 * random.nextDouble(), copy);
                double kind = random.nextDouble();
                double seconds = dice.pauseSeconds(random);
                double away = 10 * random.nextDouble();
                if (!copy.isAlive() || !takeOne()) {
                    return;
                }
                if (kind < PAUSES) {
                    stopFor(place, seconds, copy);
                } else {
                    restart(place, kind < KILLS, away, copy);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new BrokenEpisodeException("a worker did not start again: " + e);
        }
    }

    private synchronized boolean takeOne() {
        return ++events <= dice.events();
    }

    private void stopFor(int place, double seconds, Child copy) throws InterruptedException {
        Child worker = worker(place);
        note("pause", place, String.format(Locale.ROOT, "for %.0f s", seconds));
        worker.signal("STOP");
        double paused = pause(seconds, copy);
        worker.signal("CONT");
        synchronized (this) {
            pauses.add(paused);
        }
    }

    private void restart(int place, boolean kill, double awaySeconds, Child copy)
            throws IOException, InterruptedException {
        Child worker = worker(place);
        note(kill ? "kill" : "restart", place, String.format(Locale.ROOT, "away for %.0f s", awaySeconds));
        if (kill) {
            worker.kill();
        } else {
            worker.signal("TERM");
            worker.awaitExit(60);
        }
        pause(awaySeconds, copy);
        Child started = start();
        synchronized (this) {
            workers.set(place, started);
        }
    }

    private synchronized Child worker(int place) {
        return workers.get(place);
    }

    private synchronized void note(String kind, int place, String more) {
        counts.merge(kind, 1, Integer::sum);
        System.err.printf(
                Locale.ROOT,
                "copy-workers: seed %d, %d s, event %d: %s of worker %d, %s%n",
                seed,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos),
                Math.min(events, dice.events()),
                kind,
                place,
                more);
    }

    /** @return the actual duration in seconds, shorter if the copy has ended in the meantime */
    private static double pause(double seconds, Child copy) throws InterruptedException {
        long began = System.nanoTime();
        long nanos = (long) (seconds * 1e9);
        while (System.nanoTime() - began < nanos && copy.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return (System.nanoTime() - began) / 1e9;
    }

    synchronized void continueAll() {
        workers.forEach(worker -> worker.signal("CONT"));
    }

    synchronized void endWorkers() {
        workers.forEach(Child::kill);
    }

    synchronized String summary() {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return String.format(
                Locale.ROOT,
                "%d events (%d kills, %d pauses of %.0f to %.0f s, %.0f s in all, %d restarts)",
                all,
                counts.getOrDefault("kill", 0),
                counts.getOrDefault("pause", 0),
                pauses.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                pauses.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                pauses.stream().mapToDouble(Double::doubleValue).sum(),
                counts.getOrDefault("restart", 0));
    }
}
