package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.ChildProgram;
import dev.squeeze.benchmarks.DumpTool;
import dev.squeeze.benchmarks.TopicConsumer;
import dev.squeeze.benchmarks.headline.HeadlineCase.Program;
import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sends a case's file to a new topic, and counts the batches of a part in the middle: from the end offsets when the
 * producers had reached a steady rate and ratio estimate, to the end offsets before they stopped.
 */
final class LiveRun {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;
    /** Time from the start command to the first record, so that all producers have read the command. */
    private static final long START_MILLIS = 300;
    /** How long sending continues after the measurement. */
    private static final long TAIL_SECONDS = 1;

    private static final Pattern DONE = Pattern.compile("^done records=(\\d+) late=(\\d+)", Pattern.MULTILINE);

    private final EmbeddedCluster cluster;
    private final DumpTool dump;
    private final HeadlineCase of;
    private final CaseFile file;
    private final Path folder;
    private final long settleSeconds;
    private final Duration window;
    private final ClientProfile client;

    /**
     * @param settle time of sending before the measurement
     * @param atLeast approximate duration of the measurement, which consists of whole passes through the file
     * @param client client library that sends; for Java, the case's own program
     */
    LiveRun(
            EmbeddedCluster cluster,
            DumpTool dump,
            HeadlineCase of,
            CaseFile file,
            Path folder,
            Duration settle,
            Duration atLeast,
            ClientProfile client) {
        this.cluster = cluster;
        this.dump = dump;
        this.of = of;
        this.file = file;
        this.folder = folder;
        this.settleSeconds = settle.toSeconds();
        this.client = client;
        double passSeconds = (double) file.records() / file.recordsPerSecond();
        long passes = Math.max(1, Math.round(atLeast.toMillis() / 1e3 / passSeconds));
        this.window = Duration.ofNanos((long) (passes * passSeconds * 1e9));
    }

    /**
     * What the broker stored.
     *
     * @param recordsPerSecond by offsets
     * @param lateShare share of the records that were sent late by {@link HeadlineCase#lateMillis}; 0 if the program
     *     does not report it
     * @param loadAverage of the machine over the last minute, at the end; negative if unknown
     */
    record Live(
            long records,
            long batches,
            long storedBytes,
            double recordsPerSecond,
            double lateShare,
            double loadAverage) {
        double recordsPerBatch() {
            return (double) records / batches;
        }

        double storedBytesPerRecord() {
            return (double) storedBytes / records;
        }
    }

    /** End offsets at one point in time. */
    private record Ends(Map<Integer, Long> byPartition, long nanos) {
        static Ends of(TopicConsumer consumer) {
            long before = System.nanoTime();
            Map<Integer, Long> ends = consumer.ends();
            return new Ends(ends, before + (System.nanoTime() - before) / 2);
        }

        long records() {
            return byPartition.values().stream().mapToLong(end -> end).sum();
        }
    }

    Live run() throws IOException, InterruptedException {
        return client == ClientProfile.JAVA ? runPrograms() : runDrivers();
    }

    private Live runDrivers() throws IOException, InterruptedException {
        TopicSpec spec = spec();
        try (TopicLease topic = TopicLease.create(cluster, spec, false, TIMEOUT);
                TopicConsumer consumer = new TopicConsumer(cluster, topic.topic(), of.partitions());
                DriverSenders senders = new DriverSenders(client, of, file, folder)) {
            long beginNanos = senders.start(cluster.bootstrap(), topic.topic(), seconds());
            sleepUntil(beginNanos + TimeUnit.SECONDS.toNanos(settleSeconds));
            senders.settled();
            Ends from = Ends.of(consumer);
            sleepUntil(from.nanos() + window.toNanos());
            Ends to = Ends.of(consumer);
            double loadAverage = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            return count(topic.topic(), from, to, senders.finish(), loadAverage);
        }
    }

    private TopicSpec spec() {
        return new TopicSpec("headline-" + of.number(), of.partitions(), 1, LoadTopics.NEEDED);
    }

    private Live runPrograms() throws IOException, InterruptedException {
        TopicSpec spec = spec();
        List<ChildProgram> programs = new ArrayList<>();
        try (TopicLease topic = TopicLease.create(cluster, spec, false, TIMEOUT);
                TopicConsumer consumer = new TopicConsumer(cluster, topic.topic(), of.partitions())) {
            long beginNanos = of.program() == Program.PLAIN
                    ? startPlain(programs, topic.topic())
                    : startPerfTool(programs, topic.topic(), consumer);
            sleepUntil(beginNanos + TimeUnit.SECONDS.toNanos(settleSeconds));
            Ends from = Ends.of(consumer);
            sleepUntil(from.nanos() + window.toNanos());
            Ends to = Ends.of(consumer);
            double loadAverage = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            double lateShare = awaitEnd(programs);
            return count(topic.topic(), from, to, lateShare, loadAverage);
        } finally {
            programs.forEach(ChildProgram::close);
        }
    }

    private long startPlain(List<ChildProgram> programs, String topic) throws IOException, InterruptedException {
        for (int i = 0; i < of.producers(); i++) {
            Path settings = folder.resolve("producer-" + i + ".properties");
            try (Writer out = Files.newBufferedWriter(settings)) {
                settings(topic, i).store(out, null);
            }
            programs.add(ChildProgram.start(
                    java(PlainProducer.class.getName(), settings.toString()),
                    folder.resolve("producer-" + i + ".log")));
        }
        for (ChildProgram program : programs) {
            awaitPrinted(program, "ready");
        }
        long beginMillis = System.currentTimeMillis() + START_MILLIS;
        long beginNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS);
        for (ChildProgram program : programs) {
            program.tell("go " + beginMillis);
        }
        return beginNanos;
    }

    private Properties settings(String topic, int producer) {
        Properties settings = kafka();
        settings.setProperty("load.topic", topic);
        settings.setProperty("load.file", file.path().toString());
        file.keyField().ifPresent(field -> settings.setProperty("load.key.field", field));
        file.timestampField().ifPresent(field -> settings.setProperty("load.timestamp.field", field));
        settings.setProperty("load.producer", String.valueOf(producer));
        settings.setProperty("load.producers", String.valueOf(of.producers()));
        settings.setProperty("load.rate", String.valueOf(file.recordsPerSecond()));
        settings.setProperty("load.arrivals", HeadlineCase.name(of.arrivals()));
        settings.setProperty("load.seed", String.valueOf(of.number()));
        settings.setProperty("load.late.ms", String.valueOf(of.lateMillis()));
        settings.setProperty("load.settle.seconds", String.valueOf(settleSeconds));
        settings.setProperty("load.seconds", String.valueOf(seconds()));
        return settings;
    }

    private Properties kafka() {
        Properties settings = new Properties();
        settings.setProperty("bootstrap.servers", cluster.bootstrap());
        settings.setProperty("acks", "all");
        for (String setting : of.settings().split(",", -1)) {
            int equals = setting.indexOf('=');
            settings.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return settings;
    }

    private long seconds() {
        return settleSeconds + window.toSeconds() + 1 + TAIL_SECONDS;
    }

    /** The tool begins as soon as it is started: its start cannot be scheduled. */
    private long startPerfTool(List<ChildProgram> programs, String topic, TopicConsumer consumer)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--bootstrap-server",
                cluster.bootstrap(),
                "--topic",
                topic,
                "--num-records",
                String.valueOf(seconds() * file.recordsPerSecond()),
                "--throughput",
                String.valueOf(file.recordsPerSecond()),
                "--payload-file",
                file.path().toString(),
                "--command-property"));
        kafka().forEach((name, value) -> arguments.add(name + "=" + value));
        ChildProgram tool = ChildProgram.start(
                java("org.apache.kafka.tools.ProducerPerformance", arguments.toArray(new String[0])),
                folder.resolve("perf-tool.log"));
        programs.add(tool);
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (consumer.records() == 0) {
            requireRunning(tool, deadlineNanos);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return System.nanoTime();
    }

    private static List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return command;
    }

    private static void awaitPrinted(ChildProgram program, String line) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (program.printed().lines().noneMatch(line::equals)) {
            requireRunning(program, deadlineNanos);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static void requireRunning(ChildProgram program, long deadlineNanos) {
        if (!program.isAlive() || System.nanoTime() > deadlineNanos) {
            throw new IllegalStateException("a producer did not begin: " + program.endOfLog());
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
    }

    /** @return the share of records that were late */
    private double awaitEnd(List<ChildProgram> programs) throws IOException, InterruptedException {
        long records = 0;
        long late = 0;
        for (ChildProgram program : programs) {
            if (!program.awaitEnd(TIMEOUT.toSeconds())) {
                throw new IllegalStateException("a producer does not end: " + program.endOfLog());
            }
            Matcher done = DONE.matcher(program.printed());
            if (done.find()) {
                records += Long.parseLong(done.group(1));
                late += Long.parseLong(done.group(2));
            } else if (of.program() == Program.PLAIN) {
                throw new IllegalStateException("a producer failed: " + program.endOfLog());
            }
        }
        return records == 0 ? 0 : (double) late / records;
    }

    private Live count(String topic, Ends from, Ends to, double lateShare, double loadAverage) throws IOException {
        long records = 0;
        long batches = 0;
        long bytes = 0;
        for (DumpTool.Batch batch : dump.batches(segments(topic))) {
            String partitionFolder =
                    batch.segment().toAbsolutePath().getParent().getFileName().toString();
            int partition = Integer.parseInt(partitionFolder.substring(topic.length() + 1));
            if (batch.baseOffset() >= from.byPartition().get(partition)
                    && batch.baseOffset() + batch.records() <= to.byPartition().get(partition)) {
                records += batch.records();
                batches++;
                bytes += batch.sizeBytes();
            }
        }
        long expected = to.records() - from.records();
        if (records != expected) {
            throw new IllegalStateException(
                    "the dump tool shows " + records + " records where the offsets have " + expected);
        }
        double seconds = (to.nanos() - from.nanos()) / 1e9;
        return new Live(records, batches, bytes, expected / seconds, lateShare, loadAverage);
    }

    private List<Path> segments(String topic) throws IOException {
        try (Stream<Path> files = Files.walk(cluster.logDirs().get(0))) {
            return files.filter(path -> path.toString().endsWith(".log"))
                    .filter(path -> path.getParent().getFileName().toString().matches(Pattern.quote(topic) + "-\\d+"))
                    .sorted()
                    .toList();
        }
    }
}
