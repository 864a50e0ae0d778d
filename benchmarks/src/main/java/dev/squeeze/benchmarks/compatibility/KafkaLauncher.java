package dev.squeeze.benchmarks.compatibility;

import static dev.squeeze.benchmarks.compatibility.RunningBroker.LOOPBACK;

import dev.squeeze.benchmarks.ChildProgram;
import dev.squeeze.benchmarks.Folders;
import dev.squeeze.benchmarks.compatibility.MavenLibraries.Artefact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;

/** A broker of Apache Kafka in a separate JVM, with the Java that runs this program. */
record KafkaLauncher(String version, String scala, Mode mode) implements Implementation.Launcher {
    private static final long FORMAT_TIMEOUT_SECONDS = 60;
    /** Older ZooKeeper clients try to resolve "127.0.0.1/&lt;unresolved&gt;" on Java 14 and newer. */
    private static final Artefact ZOOKEEPER_FOR_JAVA_14 = new Artefact(
            "org.apache.zookeeper", "zookeeper", "3.5.9", List.of("org.slf4j:slf4j-log4j12", "log4j:log4j"));

    /** Log4j 1.2, as needed by Kafka before 4.0; the original does not work on Java 9 and newer. */
    private static final Artefact RELOAD4J = new Artefact("org.slf4j", "slf4j-reload4j", "1.7.36", List.of());

    private static final Artefact SIMPLE_LOGGER = new Artefact("org.slf4j", "slf4j-simple", "1.7.36", List.of());

    private static final Map<String, String> ONE_BROKER = Map.of(
            "offsets.topic.replication.factor", "1",
            "offsets.topic.num.partitions", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.num.partitions", "1",
            "group.initial.rebalance.delay.ms", "0",
            "auto.create.topics.enable", "false");

    /** Where the cluster's metadata is stored. */
    enum Mode {
        ZOOKEEPER("ZooKeeper"),
        KRAFT("KRaft");

        private final String label;

        Mode(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** What a version needs beyond its own dependencies to run on a current Java, as the continuation of a sentence. */
    static String needs(String version) {
        return version.startsWith("2.1.")
                ? "; ZooKeeper's client 3.5.9 instead of 3.4.13, which finds no server on Java 14 and newer"
                : "";
    }

    @Override
    public RunningBroker start(Path folder) throws IOException, InterruptedException {
        String classPath = MavenLibraries.fetch(folder, artefacts());
        Path work = Folders.emptied(folder.resolve("work"));
        Path logging = work.resolve("log4j.properties");
        Files.writeString(
                logging,
                "log4j.rootLogger=WARN, out\nlog4j.appender.out=org.apache.log4j.ConsoleAppender\n"
                        + "log4j.appender.out.layout=org.apache.log4j.PatternLayout\n"
                        + "log4j.appender.out.layout.ConversionPattern=%d %p %c %m%n\n");
        List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Dlog4j.configuration=" + logging.toUri(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dzookeeper.jmx.log4j.disable=true",
                "-Dzookeeper.admin.enableServer=false",
                "-cp",
                classPath));
        return mode == Mode.ZOOKEEPER ? withZookeeper(java, work) : withController(java, work);
    }

    private List<Artefact> artefacts() {
        List<Artefact> artefacts = new ArrayList<>();
        artefacts.add(new Artefact("org.apache.kafka", "kafka_" + scala, version, List.of()));
        if (version.startsWith("2.1.")) {
            artefacts.add(ZOOKEEPER_FOR_JAVA_14);
        }
        artefacts.add(version.startsWith("4.") ? SIMPLE_LOGGER : RELOAD4J);
        return artefacts;
    }

    private static RunningBroker withZookeeper(List<String> java, Path work) throws IOException, InterruptedException {
        int zookeeperPort = RunningBroker.freePort();
        Path zookeeper = write(
                work.resolve("zookeeper.properties"),
                Map.of(
                        "dataDir",
                        work.resolve("zookeeper").toString(),
                        "clientPort",
                        Integer.toString(zookeeperPort),
                        "clientPortAddress",
                        LOOPBACK,
                        "maxClientCnxns",
                        "0"));
        String bootstrap = LOOPBACK + ":" + RunningBroker.freePort();
        Map<String, String> settings = new TreeMap<>(ONE_BROKER);
        settings.put("broker.id", "1");
        settings.put("listeners", "PLAINTEXT://" + bootstrap);
        settings.put("log.dirs", work.resolve("data").toString());
        settings.put("zookeeper.connect", LOOPBACK + ":" + zookeeperPort);
        Path broker = write(work.resolve("broker.properties"), settings);
        ChildProgram first = ChildProgram.start(
                command(java, "org.apache.zookeeper.server.quorum.QuorumPeerMain", zookeeper.toString()),
                work.resolve("zookeeper.log"));
        return started(bootstrap, List.of(first), java, broker, work);
    }

    private static RunningBroker withController(List<String> java, Path work) throws IOException, InterruptedException {
        String bootstrap = LOOPBACK + ":" + RunningBroker.freePort();
        String controller = LOOPBACK + ":" + RunningBroker.freePort();
        Map<String, String> settings = new TreeMap<>(ONE_BROKER);
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "1");
        settings.put("controller.quorum.voters", "1@" + controller);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listeners", "PLAINTEXT://" + bootstrap + ",CONTROLLER://" + controller);
        settings.put("advertised.listeners", "PLAINTEXT://" + bootstrap);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", work.resolve("data").toString());
        Path broker = write(work.resolve("broker.properties"), settings);
        ChildProgram.runToEnd(
                command(
                        java,
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        Uuid.randomUuid().toString(),
                        "-c",
                        broker.toString()),
                work.resolve("format.log"),
                FORMAT_TIMEOUT_SECONDS);
        return started(bootstrap, List.of(), java, broker, work);
    }

    private static RunningBroker started(
            String bootstrap, List<ChildProgram> before, List<String> java, Path settings, Path work)
            throws IOException, InterruptedException {
        List<ChildProgram> programs = new ArrayList<>(before);
        programs.add(ChildProgram.start(command(java, "kafka.Kafka", settings.toString()), work.resolve("broker.log")));
        RunningBroker broker = new RunningBroker(bootstrap, programs);
        try {
            return broker.awaitAnswer();
        } catch (RuntimeException | InterruptedException e) {
            broker.close();
            throw e;
        }
    }

    private static List<String> command(List<String> java, String... more) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(more));
        return command;
    }

    private static Path write(Path file, Map<String, String> settings) throws IOException {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(settings)
                .forEach((key, value) -> lines.append(String.format(Locale.ROOT, "%s=%s%n", key, value)));
        return Files.writeString(file, lines);
    }
}
