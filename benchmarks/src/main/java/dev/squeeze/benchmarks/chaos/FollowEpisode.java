package dev.squeeze.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A copy that follows transactional producers while it and the brokers are killed and paused. */
final class FollowEpisode {
    private static final String SOURCE = "source";
    private static final String COPY = "target";
    private static final int WRITERS = 3;
    private static final int MAX_PAUSE_SECONDS = 300;
    private static final int MAX_BROKER_PAUSE_SECONDS = 25;

    private final Episode episode;
    private final Figures figures;
    private final List<SourceWriter> writers = new ArrayList<>();
    private final AtomicInteger partitions = new AtomicInteger(3);
    private final List<String> wrong = new ArrayList<>();

    FollowEpisode(Episode episode) {
        this.episode = episode;
        this.figures = episode.figures();
    }

    void run() throws Exception {
        Random random = new Random(episode.seed());
        boolean within = random.nextBoolean();
        episode.say("follow, " + (within ? "within one cluster, " : "to another cluster, ") + episode.seconds() + " s");
        try (ChaosCluster from = ChaosCluster.start(episode.workspace().distribution(), episode.folder(), 3);
                KafkaSide source = new KafkaSide(from.bootstrap())) {
            source.create(SOURCE, partitions.get(), 3, Map.of());
            if (within) {
                chaos(random, from, source, from, source, Optional.empty());
                return;
            }
            try (ChaosCluster to = ChaosCluster.start(
                            episode.workspace().distribution(), episode.folder().resolve("to"), 1);
                    KafkaSide target = new KafkaSide(to.bootstrap())) {
                chaos(random, from, source, to, target, Optional.of(to.bootstrap()));
            }
        }
    }

    private void chaos(
            Random random,
            ChaosCluster from,
            KafkaSide source,
            ChaosCluster to,
            KafkaSide target,
            Optional<String> toBootstrap)
            throws Exception {
        List<String> more = new ArrayList<>(List.of("--codecs", random.nextBoolean() ? "keep" : "zstd:1"));
        if (more.get(1).startsWith("zstd") && random.nextBoolean()) {
            more.addAll(List.of("--batch-size", "64KiB"));
        }
        more.addAll(List.of("--replication-factor", String.valueOf(to.brokers())));
        RunningCopy copy = new RunningCopy(episode, from.bootstrap(), toBootstrap, SOURCE, COPY, more);
        long until = episode.deadlineNanos();
        copy.follow();
        List<Lane> load = new ArrayList<>();
        List<Lane> faults = new ArrayList<>();
        try {
            for (int writer = 0; writer < WRITERS; writer++) {
                SourceWriter one = new SourceWriter(source, SOURCE, writer, partitions::get);
                writers.add(one);
                load.add(Lane.start("writer-" + writer, episode.seed(), until, 50, 350, one));
            }
            faults.add(Lane.start("copy", episode.seed(), until, 2_000, 12_000, dice -> copyFault(dice, copy)));
            faults.add(Lane.start(
                    "source-brokers",
                    episode.seed(),
                    until,
                    8_000,
                    25_000,
                    new BrokerFaults(from, source, figures, MAX_BROKER_PAUSE_SECONDS)));
            if (toBootstrap.isPresent()) {
                faults.add(Lane.start(
                        "target-brokers",
                        episode.seed(),
                        until,
                        15_000,
                        40_000,
                        new BrokerFaults(to, target, figures, MAX_BROKER_PAUSE_SECONDS)));
            }
            faults.add(Lane.start("partitions", episode.seed(), until, 20_000, 60_000, dice -> addPartition(source)));
            long left = TimeUnit.NANOSECONDS.toSeconds(until - System.nanoTime());
            for (Lane lane : faults) {
                lane.join(left + 420);
            }
            for (Lane lane : load) {
                lane.join(120);
            }
        } finally {
            Lane.endAll(load);
            Lane.endAll(faults);
            writers.forEach(SourceWriter::close);
        }
        settle(from, source, to, target, copy);
    }

    private void copyFault(Random random, RunningCopy copy) throws InterruptedException {
        copy.keepAlive();
        long maxPauseMillis = Math.min(MAX_PAUSE_SECONDS, episode.seconds() / 3) * 1_000;
        long pauseMillis = 1_000 + (long) (Math.pow(random.nextDouble(), 3) * (maxPauseMillis - 1_000));
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                figures.fault("copy: kill -9 and start again");
                copy.kill();
            }
            case 2, 3 -> {
                figures.fault("copy: SIGSTOP for 1 to " + maxPauseMillis / 1_000 + " s");
                copy.signal("STOP");
                try {
                    TimeUnit.MILLISECONDS.sleep(pauseMillis);
                } finally {
                    copy.signal("CONT");
                }
            }
            case 4 -> {
                figures.fault("copy: a second one of the same job meanwhile");
                copy.second(3 + random.nextInt(8));
            }
            default -> {
                figures.fault("copy: SIGTERM and start again");
                copy.signal("TERM");
                KafkaSide.await(30, () -> !copy.isAlive());
            }
        }
        copy.keepAlive();
    }

    private void addPartition(KafkaSide source) {
        if (partitions.get() < 6) {
            figures.fault("copy: partition added to the source");
            int total = partitions.get() + 1;
            source.addPartitions(SOURCE, total);
            partitions.set(total);
        }
    }

    private void settle(ChaosCluster from, KafkaSide source, ChaosCluster to, KafkaSide target, RunningCopy copy)
            throws InterruptedException {
        if (!from.awaitInSync(source, 120) || !to.awaitInSync(target, 120)) {
            throw new BrokenEpisodeException("replicas were not in sync at the end");
        }
        // Open transactions are aborted by the coordinator; until then the source's stable end does not advance.
        TimeUnit.SECONDS.sleep(25);
        if (copy.isAlive()) {
            copy.end();
        }
        boolean done = false;
        for (int attempt = 0; attempt < 3 && !done; attempt++) {
            done = copy.catchUp();
        }
        wrong.addAll(CopyLedger.settle(source, SOURCE, target, COPY, writers, figures));
        if (!done) {
            figures.unexplained("copy does not come to its end", 1);
            wrong.add("the last run did not come to its end");
        }
        copy.endings().stream().distinct().limit(20).forEach(line -> wrong.add("copy said: " + line));
        Workspace.write(episode.folder().resolve("ledger.txt"), String.join("\n", wrong) + "\n");
        wrong.stream().limit(6).forEach(episode::say);
    }
}
