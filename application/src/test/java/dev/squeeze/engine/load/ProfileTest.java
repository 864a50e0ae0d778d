package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class ProfileTest {
    private static final long LOAD_NANOS = 1_500_000_000L;
    private static final int THREADS = 4;
    private static final int MAX_ENTRIES = 30;

    @TempDir
    Path folder;

    @Test
    void gzipIsSeenWhereItIsPaidForAndWhoWaitsForIt() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            Topics.create(cluster, List.of(TopicSpec.parse("profiled")));
            cluster.startRecording();
            Profile<ClientRole> ours;
            try (Profiler profiler = Profiler.start(folder)) {
                send(cluster, "profiled");
                ours = profiler.stop(MAX_ENTRIES);
            }
            Profile<BrokerRole> brokers = ProfileReader.read(cluster.stopRecording(), BrokerRole.THREADS, MAX_ENTRIES);

            applicationThreadsDeflateAndWait(ours);
            requestHandlersInflate(brokers);
        }
        assertThat(Files.list(folder)).isEmpty();
    }

    private static void applicationThreadsDeflateAndWait(Profile<ClientRole> profile) {
        RoleProfile application = profile.roles().get(ClientRole.APPLICATION);
        assertThat(application.samples()).isPositive();
        assertThat(application.activeMillis()).isPositive();
        assertThat(methods(application.innermost())).anyMatch(method -> method.startsWith("java.util.zip.Deflater."));
        assertThat(application.innermost())
                .allSatisfy(method -> assertThat(method.share()).isBetween(0.0, 1.0));
        assertThat(methods(application.ofInterest())).noneMatch(method -> method.startsWith("java.lang."));

        Optional<MonitorWaits<ClientRole>> append = profile.waits().stream()
                .filter(waits -> waits.role() == ClientRole.APPLICATION)
                .filter(waits ->
                        waits.method().equals("org.apache.kafka.clients.producer.internals.RecordAccumulator.append"))
                .findFirst();
        assertThat(append).hasValueSatisfying(waits -> {
            assertThat(waits.monitorClass()).isEqualTo("java.util.ArrayDeque");
            assertThat(waits.waits()).isPositive();
            assertThat(waits.longestMillis()).isPositive().isLessThanOrEqualTo(waits.totalMillis());
        });
    }

    private static void requestHandlersInflate(Profile<BrokerRole> profile) {
        RoleProfile handlers = profile.roles().get(BrokerRole.REQUEST_HANDLER);
        assertThat(methods(handlers.ofInterest()))
                .anyMatch(method -> method.startsWith("java.util.zip.Inflater.")
                        || method.startsWith("java.util.zip.GZIP")
                        || method.startsWith("java.util.zip.CRC32"));
        assertThat(methods(handlers.innermost())).doesNotContain("sun.nio.ch.EPoll.wait");
    }

    private static List<String> methods(List<MethodShare> shares) {
        return shares.stream().map(MethodShare::method).toList();
    }

    /** Four threads sending to one partition: each append compresses under the lock of the partition's batches. */
    private static void send(EmbeddedCluster cluster, String topic) throws InterruptedException {
        Map<String, Object> settings = cluster.connection();
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
        // The fastest level, so that the broker has much to decompress.
        settings.put(ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, 1);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 65_536);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            long endNanos = System.nanoTime() + LOAD_NANOS;
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                threads.add(new Thread(
                        () -> {
                            while (System.nanoTime() < endNanos) {
                                producer.send(new ProducerRecord<>(topic, record(random)));
                            }
                        },
                        ClientRole.APPLICATION.threadPrefix() + i));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static String record(Random random) {
        StringBuilder text = new StringBuilder();
        for (int field = 0; field < 40; field++) {
            text.append("field-")
                    .append(field)
                    .append('=')
                    .append(random.nextInt(100_000))
                    .append(' ');
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "APPLICATION, squeeze-app-0",
        "PRODUCER_NETWORK, kafka-producer-network-thread | producer-1",
        "CONSUMER, squeeze-consumer-3",
        "CONSUMER, kafka-coordinator-heartbeat-thread | group",
        "CONSUMER, consumer_background_thread",
        "VERIFICATION, squeeze-verify-0",
        "OTHER, main"
    })
    void aThreadIsKnownByItsName(ClientRole role, String name) {
        assertThat(ClientRole.ofThread(name)).isEqualTo(role);
    }

    @Test
    void whatIsNoRecordingIsSaidToBeNone() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.jfr"), "not a recording");

        assertThatThrownBy(() -> ProfileReader.read(List.of(file), ClientRole.THREADS, 1))
                .isInstanceOf(FlightRecorderException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void aRecordingThatCannotBeWrittenIsAnErrorThatNamesIt() {
        try (Profiler profiler = Profiler.start(folder.resolve("none"))) {
            assertThatThrownBy(() -> profiler.stop(1))
                    .isInstanceOf(FlightRecorderException.class)
                    .hasMessageContaining(folder.resolve("none").toString());
        }
    }

    @Test
    void aJavaWithoutAFlightRecorderSaysSoAndStillCountsItsTime() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules",
                        "java.base,java.management,jdk.management",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutRecorder.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("has no flight recorder (module jdk.jfr)", "threads counted: true");
        assertThat(process.exitValue()).as(said).isZero();
    }
}
