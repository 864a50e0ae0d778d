package dev.squeeze.benchmarks.chaos;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The history of a source changes without the copy's knowledge: the topic is deleted and created again, its log is
 * truncated, or there is an unclean election. The change counts as noticed if a run ended with an exit code other than
 * 0 and a message, or if the copy contains the source's latest history completely.
 */
final class ChangedSourceEpisode {
    private static final String SOURCE = "source";
    private static final String COPY = "target";
    private static final long NOTICE_SECONDS = 45;

    private final Episode episode;
    private final Figures figures;
    private final String scenario;
    private final Random random;
    private long nextId;

    /** State of the copy while the source changes. */
    private enum State {
        RUNNING,
        PAUSED,
        ENDED
    }

    ChangedSourceEpisode(Episode episode, String scenario) {
        this.episode = episode;
        this.figures = episode.figures();
        this.scenario = scenario;
        this.random = new Random(episode.seed());
    }

    void run() throws Exception {
        State state = State.values()[random.nextInt(State.values().length)];
        episode.say(scenario + ", copy " + state.name().toLowerCase(Locale.ROOT));
        boolean unclean = scenario.equals("unclean");
        try (ChaosCluster cluster =
                        ChaosCluster.start(episode.workspace().distribution(), episode.folder(), unclean ? 3 : 1);
                KafkaSide kafka = new KafkaSide(cluster.bootstrap())) {
            RunningCopy copy = new RunningCopy(
                    episode,
                    cluster.bootstrap(),
                    Optional.empty(),
                    SOURCE,
                    COPY,
                    List.of("--codecs", "keep", "--replication-factor", String.valueOf(cluster.brokers())));
            create(kafka);
            write(kafka, 500, 2);
            copy.follow();
            awaitCopied(kafka, 500);
            switch (scenario) {
                case "recreated" -> recreate(kafka, copy, state);
                case "truncated" -> truncate(cluster, kafka, copy, state);
                default -> electUncleanly(cluster, kafka, copy, state);
            }
            if (unclean && !cluster.awaitInSync(kafka, 120)) {
                throw new BrokenEpisodeException("replicas were not in sync at the end");
            }
            verdict(kafka, copy, state);
        }
    }

    private void create(KafkaSide kafka) {
        if (scenario.equals("unclean")) {
            // Assigned manually: the first is the preferred leader, the second falls behind.
            kafka.create(new NewTopic(SOURCE, Map.of(0, List.of(1, 2)))
                    .configs(Map.of("unclean.leader.election.enable", "true", "min.insync.replicas", "1")));
        } else {
            kafka.create(SOURCE, 1, 1, Map.of());
        }
    }

    private void write(KafkaSide kafka, int records, int perBatch) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer(Map.of())) {
            for (int i = 0; i < records; i++) {
                byte[] value = ByteBuffer.allocate(40).putLong(nextId++).array();
                var sent = producer.send(new ProducerRecord<>(SOURCE, 0, null, value));
                if (i % perBatch == perBatch - 1 || i == records - 1) {
                    producer.flush();
                    sent.get();
                }
            }
        }
        figures.promised(records);
    }

    private void awaitCopied(KafkaSide kafka, long records) throws InterruptedException {
        boolean copied = KafkaSide.await(90, () -> {
            long[] count = {0};
            if (kafka.exists(COPY)) {
                kafka.readAll(COPY, true, record -> count[0]++);
            }
            return count[0] >= records;
        });
        if (!copied) {
            throw new BrokenEpisodeException(records + " records were not copied within 90 s");
        }
    }

    private static void enter(RunningCopy copy, State state) {
        if (state == State.PAUSED) {
            copy.signal("STOP");
        } else if (state == State.ENDED) {
            copy.end();
        }
    }

    private void recreate(KafkaSide kafka, RunningCopy copy, State state) throws Exception {
        figures.fault("copy: source deleted and created again");
        enter(copy, state);
        kafka.delete(SOURCE);
        if (!KafkaSide.await(30, () -> !kafka.exists(SOURCE))) {
            throw new BrokenEpisodeException("the source was not deleted");
        }
        Thread.sleep(random.nextBoolean() ? 0 : 3_000);
        kafka.create(SOURCE, 1, 1, Map.of());
        // Fewer than before, or more, in which case the old position exists in the new topic.
        write(kafka, random.nextInt(4) == 0 ? 300 : 900, 50);
    }

    private void truncate(ChaosCluster cluster, KafkaSide kafka, RunningCopy copy, State state) throws Exception {
        figures.fault("copy: source's log cut");
        enter(copy, state);
        BrokerNode node = cluster.node(1);
        node.kill();
        CutLog.cut(node.data().resolve(SOURCE + "-0"), 0.3 + random.nextDouble() / 2);
        node.start();
        write(kafka, 600, 50);
    }

    private void electUncleanly(ChaosCluster cluster, KafkaSide kafka, RunningCopy copy, State state) throws Exception {
        if (!kafka.awaitIsr(SOURCE, 0, Set.of(1, 2), 30) || !kafka.awaitLeader(SOURCE, 0, 1, 30)) {
            throw new BrokenEpisodeException("broker 1 does not lead");
        }
        figures.fault("copy: unclean election");
        BrokerNode behind = cluster.node(2);
        behind.signal("STOP");
        try {
            if (!kafka.awaitIsr(SOURCE, 0, Set.of(1), 60)) {
                throw new BrokenEpisodeException("the paused follower stayed in sync");
            }
            write(kafka, 300, 50);
            awaitCopied(kafka, 800);
            enter(copy, state);
            cluster.node(1).kill();
        } finally {
            behind.signal("CONT");
        }
        if (!kafka.awaitLeader(SOURCE, 0, 2, 90)) {
            throw new BrokenEpisodeException("there was no unclean election");
        }
        // Fewer than were lost, or more, in which case the old position exists in the new history.
        write(kafka, random.nextInt(4) == 0 ? 100 : 700, 50);
        cluster.node(1).start();
    }

    private void verdict(KafkaSide kafka, RunningCopy copy, State state) throws InterruptedException {
        boolean said = false;
        if (state == State.PAUSED) {
            copy.signal("CONT");
        }
        if (state != State.ENDED) {
            said = copy.awaitOwnEnd(NOTICE_SECONDS) || !copy.end();
        }
        boolean saidAgain = !copy.catchUp();
        said |= saidAgain;
        List<Long> copied = ids(kafka, COPY);
        List<Long> wanted = ids(kafka, SOURCE);
        Set<Long> there = new HashSet<>(copied);
        figures.doubled(copied.size() - there.size());
        int last = -1;
        for (int i = 0; i < wanted.size(); i++) {
            last = there.contains(wanted.get(i)) ? i : last;
        }
        int end = last + 1;
        // The copy may have records that the source lost, and may end early with a message, but must have no gaps.
        long gaps = wanted.subList(0, end).stream()
                .filter(id -> !there.contains(id))
                .count();
        int rest = wanted.size() - end;
        if (gaps + rest == 0) {
            figures.note(scenario + ": copied whole", 1);
        } else if (gaps == 0 && said && !saidAgain) {
            figures.unnoticed(scenario + ", by the same command started once more");
            figures.excused(rest);
        } else if (gaps == 0 && said) {
            figures.note(scenario + ": noticed, with a message", 1);
            figures.excused(rest);
        } else {
            figures.unnoticed(scenario + ", copy " + state.name().toLowerCase(Locale.ROOT));
            figures.lost(said ? gaps : gaps + rest);
        }
        List<String> lines = new ArrayList<>(copy.endings());
        lines.add("of the source's last history of " + wanted.size() + " records, " + gaps
                + " are missing between others in the copy, and " + rest + " at its end; the copy has "
                + copied.size());
        Workspace.write(episode.folder().resolve("ledger.txt"), String.join("\n", lines) + "\n");
        lines.stream().limit(4).forEach(episode::say);
    }

    private static List<Long> ids(KafkaSide kafka, String topic) {
        List<Long> ids = new ArrayList<>();
        kafka.readAll(topic, true, record -> ids.add(SourceWriter.idOf(record.value())));
        return ids;
    }
}
