package dev.squeeze.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Well-behaved and misbehaving clients, and failing brokers and topics, around one gateway. */
final class GatewayEpisode {
    private static final int PARTITIONS = 3;
    private static final int VICTIMS = 2;
    private static final int MAX_BROKER_PAUSE_SECONDS = 40;
    private static final Map<String, String> TIGHT_TIME =
            Map.of("message.timestamp.after.max.ms", "60000", "message.timestamp.before.max.ms", "3600000");
    private static final Map<String, String> WIDE_TIME = Map.of(
            "message.timestamp.after.max.ms", "3600000", "message.timestamp.before.max.ms", "9223372036854775807");

    private final Episode episode;
    private final Figures figures;
    private final GatewayLedger ledger = new GatewayLedger();
    private final List<GatewayClient> clients = new ArrayList<>();
    private final List<Lane> load = new ArrayList<>();
    private final List<Lane> faults = new ArrayList<>();
    private int victimsLeft = VICTIMS;

    GatewayEpisode(Episode episode) {
        this.episode = episode;
        this.figures = episode.figures();
    }

    void run() throws Exception {
        boolean ackBroker = new Random(episode.seed()).nextBoolean();
        episode.say("three brokers, --ack " + (ackBroker ? "broker" : "queued") + ", " + episode.seconds() + " s");
        try (ChaosCluster cluster = ChaosCluster.start(episode.workspace().distribution(), episode.folder(), 3);
                KafkaSide kafka = new KafkaSide(cluster.bootstrap())) {
            createTopics(kafka);
            int port = ChaosCluster.freePorts(1).get(0);
            RunningGateway gateway = new RunningGateway(episode, cluster.bootstrap(), port, ackBroker);
            gateway.start();
            try {
                chaos(cluster, kafka, gateway, port);
            } finally {
                Lane.endAll(load);
                Lane.endAll(faults);
                clients.forEach(GatewayClient::close);
            }
            if (!cluster.awaitInSync(kafka, 120)) {
                throw new BrokenEpisodeException("replicas were not in sync at the end");
            }
            gateway.end(ledger.anyDeleted());
            List<String> wrong = ledger.settle(kafka, figures);
            Workspace.write(episode.folder().resolve("ledger.txt"), String.join("\n", wrong) + "\n");
            wrong.stream().limit(5).forEach(line -> episode.say(line.length() > 200 ? line.substring(0, 200) : line));
        }
    }

    private void createTopics(KafkaSide kafka) {
        kafka.create("plain", PARTITIONS, 3, Map.of());
        kafka.create("limits", PARTITIONS, 3, WIDE_TIME);
        kafka.create("compacted", PARTITIONS, 3, Map.of("cleanup.policy", "compact"));
        kafka.create("changing", PARTITIONS, 3, Map.of());
        for (int victim = 0; victim < VICTIMS; victim++) {
            kafka.create("victim-" + victim, PARTITIONS, 3, Map.of());
        }
    }

    private void chaos(ChaosCluster cluster, KafkaSide kafka, RunningGateway gateway, int port) throws Exception {
        long until = episode.deadlineNanos();
        List<String> topics = List.of(
                "plain", "limits", "compacted", "changing", "victim-0", "victim-1", "plain", "limits", "compacted");
        for (int i = 0; i < topics.size(); i++) {
            // Lines have no keys, so they are sent only to topics that are never compacted.
            boolean lines = topics.get(i).equals("plain") || topics.get(i).equals("limits");
            GatewayClient client = new GatewayClient(ledger, topics.get(i), figures, port, lines ? 15 : 1, 400);
            clients.add(client);
            load.add(Lane.start("client-" + i, episode.seed(), until, 20, 120, client));
        }
        BadClients bad = new BadClients(port, figures);
        List<GatewayClient> flood = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            flood.add(new GatewayClient(ledger, "plain", figures, port, 60, 100));
        }
        clients.addAll(flood);
        Lane brokers = Lane.start(
                "brokers",
                episode.seed(),
                until,
                3_000,
                12_000,
                new BrokerFaults(cluster, kafka, figures, MAX_BROKER_PAUSE_SECONDS));
        Lane gateways = Lane.start(
                "gateway",
                episode.seed(),
                until,
                15_000,
                45_000,
                random -> gateway.restart(random, ledger.anyDeleted()));
        Lane edge =
                Lane.start("edge", episode.seed(), until, 500, 3_500, random -> edge(random, kafka, bad, flood, until));
        Lane victims = Lane.start("victims", episode.seed(), until, 10_000, 50_000, random -> deleteVictim(kafka));
        faults.addAll(List.of(edge, victims, gateways, brokers));
        // Wait for a fault that began just before the end, and for its recovery.
        for (Lane lane : faults) {
            lane.join(TimeUnit.NANOSECONDS.toSeconds(until - System.nanoTime()) + 420);
        }
        for (Lane lane : load) {
            lane.join(120);
        }
    }

    private void deleteVictim(KafkaSide kafka) {
        if (victimsLeft > 0) {
            String topic = "victim-" + --victimsLeft;
            figures.fault("topic deleted under load");
            kafka.delete(topic);
            ledger.deleted(topic);
        }
    }

    private void edge(Random random, KafkaSide kafka, BadClients bad, List<GatewayClient> flood, long until)
            throws InterruptedException {
        switch (random.nextInt(13)) {
            case 0 -> bad.future(random.nextBoolean() ? "plain" : "limits");
            case 1 -> bad.past("limits");
            case 2 -> {
                // Accepted records are no longer valid when they reach the broker.
                figures.fault("topic's limits of timestamps changed under load");
                bad.ahead("limits");
                kafka.configure("limits", TIGHT_TIME);
                bad.ahead("limits");
                bad.past("limits");
                TimeUnit.SECONDS.sleep(2);
                kafka.configure("limits", WIDE_TIME);
            }
            case 3 -> bad.keyless("compacted");
            case 4 -> {
                figures.fault("topic made compacted under load");
                bad.keyless("changing");
                kafka.configure("changing", Map.of("cleanup.policy", "compact"));
                bad.keyless("changing");
                TimeUnit.SECONDS.sleep(2);
                kafka.configure("changing", Map.of("cleanup.policy", "delete"));
            }
            case 5 -> {
                figures.fault("topic's largest batch lowered under load");
                bad.large("plain", 60_000);
                kafka.configure("plain", Map.of("max.message.bytes", "40000"));
                bad.large("plain", 60_000);
                TimeUnit.SECONDS.sleep(2);
                kafka.configure("plain", Map.of("max.message.bytes", "1048588"));
            }
            case 6 -> bad.large("plain", 2_000_000);
            case 7 -> bad.manyLines("plain");
            case 8, 9 -> bad.half("plain", random);
            case 10 -> bad.idleUploads("plain", 5);
            case 11 -> bad.slowBodies("plain", 5);
            default -> flood(random, flood, until);
        }
    }

    private void flood(Random random, List<GatewayClient> flood, long until) throws InterruptedException {
        figures.fault("queue flooded for 3 s");
        long end = Math.min(until, System.nanoTime() + TimeUnit.SECONDS.toNanos(3));
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < flood.size(); i++) {
            lanes.add(Lane.start("flood-" + i, random.nextLong(), end, 0, 15, flood.get(i)));
        }
        for (Lane lane : lanes) {
            lane.join(120);
        }
    }
}
