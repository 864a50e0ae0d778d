package dev.squeeze.benchmarks.chaos;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills and pauses brokers, one at a time, and waits until all replicas are in sync again, so that no fault loses
 * records by itself.
 */
final class BrokerFaults implements Lane.Step {
    private final ChaosCluster cluster;
    private final KafkaSide kafka;
    private final Figures figures;
    private final int maxPauseSeconds;

    BrokerFaults(ChaosCluster cluster, KafkaSide kafka, Figures figures, int maxPauseSeconds) {
        this.cluster = cluster;
        this.kafka = kafka;
        this.figures = figures;
        this.maxPauseSeconds = maxPauseSeconds;
    }

    @Override
    public void next(Random random) throws Exception {
        BrokerNode node = cluster.node(1 + random.nextInt(cluster.brokers()));
        int kind = random.nextInt(5);
        // Most pauses are short, some reach the maximum.
        long pauseMillis = 1_000 + (long) (Math.pow(random.nextDouble(), 2) * (maxPauseSeconds - 1) * 1_000);
        if (kind < 2) {
            figures.fault("broker: kill -9 and start again");
            node.kill();
            TimeUnit.MILLISECONDS.sleep(pauseMillis / 4);
            node.start();
        } else if (kind == 2) {
            figures.fault("broker: stopped and started again");
            node.stop();
            node.start();
        } else {
            figures.fault("broker: SIGSTOP for 1 to " + maxPauseSeconds + " s");
            node.signal("STOP");
            try {
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            } finally {
                node.signal("CONT");
            }
        }
        if (!cluster.awaitInSync(kafka, 150)) {
            throw new BrokenEpisodeException("replicas were not in sync again within 150 s");
        }
    }
}
