package dev.squeeze.benchmarks.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Topics of one broker, recompressed in place again and again, and compared with the ledger each time. */
final class RecompressEpisode {
    private static final long DISK_BYTES = 700L << 20;

    private final Episode episode;

    RecompressEpisode(Episode episode) {
        this.episode = episode;
    }

    void run() throws Exception {
        Random random = new Random(episode.seed());
        Path disk = episode.folder().resolve("disk");
        boolean ownDisk = episode.workspace().mount(disk, DISK_BYTES);
        episode.say("one broker, " + episode.seconds() + " s, "
                + (ownDisk ? "a disk of its own" : "no full disks: not root"));
        try (ChaosCluster cluster = ChaosCluster.start(episode.workspace().distribution(), disk, 1);
                KafkaSide kafka = new KafkaSide(cluster.bootstrap())) {
            BrokerNode node = cluster.node(1);
            StoredTopics topics = new StoredTopics(kafka, random);
            topics.fill();
            long until = episode.deadlineNanos();
            int rounds = 0;
            while (System.nanoTime() < until || rounds == 0) {
                if (!round(
                        node,
                        topics,
                        new RecompressRound(episode, node, topics, disk, ownDisk, ++rounds, random),
                        random)) {
                    return;
                }
            }
            episode.figures().note("recompressed and compared", rounds);
        }
    }

    private boolean round(BrokerNode node, StoredTopics topics, RecompressRound round, Random random) throws Exception {
        if (random.nextInt(3) == 0) {
            episode.figures().fault("broker: kill -9 before recompress");
            node.kill();
        } else {
            node.stop();
        }
        List<String> wrong = new ArrayList<>(round.run(random));
        boolean serves = BrokerNode.awaitDecision(node.launch(), 120);
        if (serves) {
            wrong.addAll(topics.settle(episode.figures()));
        } else {
            episode.figures().unexplained("broker does not start on the result", 1);
            wrong.add("broker does not start");
        }
        if (!wrong.isEmpty()) {
            Workspace.write(
                    episode.folder().resolve("ledger-" + System.nanoTime() + ".txt"), String.join("\n", wrong) + "\n");
            wrong.stream().limit(4).forEach(episode::say);
            // The ledger is no longer valid: the next episode begins with new topics.
            return serves
                    && wrong.stream()
                            .allMatch(line -> line.startsWith("owner or mode") || line.startsWith("not finished"));
        }
        return serves;
    }
}
