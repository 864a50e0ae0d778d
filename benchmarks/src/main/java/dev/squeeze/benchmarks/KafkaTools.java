package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.tools.ConsumerPerformance;
import org.apache.kafka.tools.ProducerPerformance;

/**
 * Runs Kafka's ProducerPerformance and ConsumerPerformance in this JVM, through their command lines' entry points. Each
 * runs in a thread named like those of our own clients, so that CPU time is attributed in the same way.
 */
final class KafkaTools {
    private static final String CLIENT_ID = "perf-producer";
    private static final String MBEAN = "kafka.producer:type=producer-metrics,client-id=" + CLIENT_ID;
    private static final long LOOK_UP_MILLIS = 5;
    /** Columns of ConsumerPerformance's summary line: records, and records/s without the time for joining the group. */
    private static final int RECORDS_COLUMN = 4;

    private static final int RATE_COLUMN = 9;
    private static final int COLUMNS = 10;

    private final EmbeddedCluster cluster;
    private final Path payload;
    private final double bytesPerRecord;

    /** @param bytesPerRecord mean over the payload's lines, which the tool draws at random */
    KafkaTools(EmbeddedCluster cluster, Path payload, double bytesPerRecord) {
        this.cluster = cluster;
        this.payload = payload;
        this.bytesPerRecord = bytesPerRecord;
    }

    /**
     * Sends, then reads.
     *
     * @param records number of records that the tool sends
     * @return empty if it finished before the window closed
     */
    Optional<ClientRun> run(String topicName, ClientSetup setup, long records) throws InterruptedException {
        TopicSpec spec = new TopicSpec(topicName, setup.partitions(), 1, LoadTopics.NEEDED);
        try (TopicLease topic = TopicLease.create(cluster, spec, false, Duration.ofSeconds(30))) {
            Optional<ClientFigures> produced = produce(topic.topic(), setup, records);
            return produced.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ClientRun(produced.get(), consume(topic.topic(), records)));
        }
    }

    private Optional<ClientFigures> produce(String topic, ClientSetup setup, long records) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--bootstrap-server",
                cluster.bootstrap(),
                "--topic",
                topic,
                "--num-records",
                String.valueOf(records),
                "--throughput",
                "-1",
                "--payload-file",
                payload.toString(),
                "--command-property",
                "client.id=" + CLIENT_ID));
        setup.producerProperties().forEach((key, value) -> arguments.add(key + "=" + value));
        try (Tool tool =
                new Tool(ClientRole.APPLICATION, () -> ProducerPerformance.main(arguments.toArray(new String[0])))) {
            while (tool.isRunning() && recordsSent() == 0) {
                TimeUnit.MILLISECONDS.sleep(LOOK_UP_MILLIS);
            }
            TimeUnit.NANOSECONDS.sleep(setup.ramp().toNanos());
            JvmUsage begin = JvmUsage.current();
            double sentBefore = recordsSent();
            TimeUnit.NANOSECONDS.sleep(setup.window().toNanos());
            JvmUsage used = JvmUsage.current().minus(begin);
            double sent = recordsSent() - sentBefore;
            boolean over = !tool.isRunning();
            tool.await();
            return over
                    ? Optional.empty()
                    : Optional.of(ClientFigures.of(
                            used,
                            List.of(ClientRole.APPLICATION, ClientRole.PRODUCER_NETWORK),
                            sent,
                            sent * bytesPerRecord,
                            used.clockNanos() / 1e9));
        }
    }

    /** By the producer's own metrics; 0 before it is open and after it is closed. */
    private static double recordsSent() {
        try {
            Object total =
                    ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName(MBEAN), "record-send-total");
            return total instanceof Number number ? number.doubleValue() : 0;
        } catch (JMException e) {
            return 0;
        }
    }

    private ClientFigures consume(String topic, long records) throws InterruptedException {
        String[] arguments = {
            "--bootstrap-server",
            cluster.bootstrap(),
            "--topic",
            topic,
            "--group",
            topic,
            "--num-records",
            String.valueOf(records),
            "--hide-header",
            "--command-property",
            "client.id=perf-consumer"
        };
        JvmUsage begin = JvmUsage.current();
        try (Tool tool = new Tool(ClientRole.CONSUMER, () -> ConsumerPerformance.main(arguments))) {
            String said = tool.await();
            JvmUsage used = JvmUsage.current().minus(begin);
            String[] columns = said.strip().split(", ", -1);
            if (columns.length != COLUMNS || Long.parseLong(columns[RECORDS_COLUMN]) < records) {
                throw new IllegalStateException("ConsumerPerformance did not read all records: " + said.strip());
            }
            double read = Long.parseLong(columns[RECORDS_COLUMN]);
            double rate = Double.parseDouble(columns[RATE_COLUMN]);
            return ClientFigures.of(
                    used, List.of(ClientRole.CONSUMER), read, read * bytesPerRecord, read / Math.max(rate, 1));
        }
    }

    private interface Main {
        void run() throws Exception;
    }

    /** One of the tools, in a thread that stays alive until its usage has been read, and its output. */
    private static final class Tool implements AutoCloseable {
        private final PrintStream console = System.out;
        private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        private final CountDownLatch done = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final Thread thread;
        private volatile String failure = "";

        Tool(ClientRole role, Main main) {
            thread = new Thread(() -> run(main), role.threadPrefix() + "kafka");
            thread.setDaemon(true);
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            thread.start();
        }

        private void run(Main main) {
            try {
                main.run();
            } catch (Exception e) {
                failure = String.valueOf(e);
            }
            done.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isRunning() {
            return done.getCount() > 0;
        }

        /** @return the tool's output */
        String await() throws InterruptedException {
            if (!done.await(ClientSetup.TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT, "Kafka's tool was not done after %d s", ClientSetup.TIMEOUT.toSeconds()));
            }
            if (!failure.isEmpty()) {
                throw new IllegalStateException("Kafka's tool failed: " + failure);
            }
            return printed.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            System.setOut(console);
            released.countDown();
        }
    }
}
