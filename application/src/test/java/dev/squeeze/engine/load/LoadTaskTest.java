package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.unit.UsageException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a load is divided among workers, and what may be sent to them. */
class LoadTaskTest {
    private static final ConsumerSettings NONE = new ConsumerSettings(ConsumerSettings.When.NEVER, 1, 1, Map.of());

    @ParameterizedTest
    @CsvSource({"1,1", "4,4", "5,4", "17,3", "1000,7"})
    void everyProducerIsInOneShareAndNoShareIsMuchLarger(int producers, int workers) {
        List<KafkaProducerLoad.Share> shares = WorkerFleet.shares(producers, workers);

        assertThat(shares).hasSize(workers);
        assertThat(shares.stream()
                        .flatMapToInt(share -> IntStream.range(share.first(), share.first() + share.count()))
                        .boxed())
                .containsExactlyElementsOf(IntStream.range(0, producers).boxed().toList());
        assertThat(shares)
                .allSatisfy(share -> assertThat(share.count()).isBetween(producers / workers, producers / workers + 1));
    }

    @Test
    void fewerProducersThanWorkersCannotBeDivided() {
        assertThatThrownBy(() -> WorkerFleet.shares(2, 3)).hasMessageContaining("give --producers 3 or more");
    }

    static Stream<LoadProfile> profiles() {
        return Stream.of(
                new LoadProfile.ClosedLoop(),
                new LoadProfile.OpenLoop(1234.5),
                new LoadProfile.Staged(List.of(
                        new LoadProfile.Stage(Duration.ofMillis(1_500), 10, 2_000.5),
                        new LoadProfile.Stage(Duration.ofHours(4), 2_000.5, 2_000.5))));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aTaskComesOutAsItWasSent(LoadProfile profile) throws Exception {
        LoadSettings settings = new LoadSettings(
                        Map.of("compression.type", "zstd", "linger.ms", "5"), 4, 2, 2, 6, 1, Map.of(), profile, NONE)
                .allowingRefusals()
                .withSharedRecords(6);
        LoadTask task = new LoadTask(
                settings,
                new KafkaProducerLoad.Share(1, 2),
                List.of("squeeze-a-0", "squeeze-a-1"),
                new Payload.Order(0.618, OptionalDouble.of(500), 12),
                new LoadTask.Shipment("squeeze-workers-lab-r-records", new ContentDigest(7, Long.MIN_VALUE), 99),
                true,
                Optional.of(new WorkerGateway(48, "QUEUED", 1_000, 64 << 20, 8 << 20, 512 << 20)),
                Optional.of("id"),
                Duration.ofSeconds(30));

        assertThat(LoadTask.of(new ObjectMapper().readTree(task.toJson().toString())))
                .isEqualTo(task);
    }

    @Test
    void anotherClientComesOutWithItsOwnSettings() throws Exception {
        ForeignClient client = ForeignClient.of(ClientProfile.FRANZ_GO, Map.of("ProducerLinger", "20ms"));
        LoadTask task = task(client);

        ForeignClient received = LoadTask.of(
                        new ObjectMapper().readTree(task.toJson().toString()))
                .settings()
                .client()
                .orElseThrow();

        assertThat(received.label()).isEqualTo("franz-go");
        assertThat(received.settings(Map.of("linger.ms", "5"))).containsEntry("ProducerLinger", "20ms");
    }

    @Test
    void aDriverIsBuiltForAsLongAsTheWorkIsWanted() {
        AtomicBoolean over = new AtomicBoolean();
        List<Boolean> stopped = new ArrayList<>();
        ForeignClient client = new ForeignClient(
                "slow",
                Optional.of(ClientProfile.FRANZ_GO),
                stop -> {
                    stopped.add(stop.getAsBoolean());
                    over.set(true);
                    stopped.add(stop.getAsBoolean());
                    throw new StoppedException("interrupted while the driver of slow was being built");
                },
                kafka -> kafka,
                Map.of());

        assertThatThrownBy(() -> LoadWork.open(
                        task(client),
                        Payload.of(List.of(new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, 0))),
                        Optional.empty(),
                        place(over)))
                .isInstanceOf(StoppedException.class);
        assertThat(stopped).containsExactly(false, true);
    }

    private static WorkPlace place(AtomicBoolean over) {
        return (WorkPlace) Proxy.newProxyInstance(
                WorkPlace.class.getClassLoader(),
                new Class<?>[] {WorkPlace.class},
                (proxy, method, arguments) ->
                        method.getName().equals("isOver") ? over.get() : new RemoteCluster("127.0.0.1:1", Map.of()));
    }

    private static LoadTask task(ForeignClient client) {
        return new LoadTask(
                new LoadSettings(Map.of(), 1, 1, 1, 1, 1, Map.of(), new LoadProfile.ClosedLoop(), NONE)
                        .withClient(Optional.of(client)),
                new KafkaProducerLoad.Share(0, 1),
                List.of("squeeze-a"),
                new Payload.Order(0, OptionalDouble.empty(), 1),
                new LoadTask.Shipment("r", new ContentDigest(7, 1), 99),
                false,
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource({
        "librdkafka,plugin.library.paths",
        "librdkafka,bootstrap.servers",
        "librdkafka,ssl.ca.location",
        "librdkafka,enable.ssl.certificate.verification",
        "franz-go,SeedBrokers",
        "franz-go,DialTLS",
        "sarama,Net.Proxy.Enable",
        "sarama,Net.SASL.Password"
    })
    void whomAnotherClientConnectsToIsNeitherSentNorTaken(String client, String key) {
        ForeignClient foreign = ForeignClient.of(ClientProfile.parse(client), Map.of(key, "x"));

        assertThatThrownBy(() -> LoadTask.requireShareable(foreign)).hasMessageContaining(key);
    }

    @Test
    void norIsItByAnOlderNameOfTheSetting() {
        ForeignClient foreign = ForeignClient.of(ClientProfile.LIBRDKAFKA, Map.of("metadata.broker.list", "x"));

        assertThatThrownBy(() -> LoadTask.requireShareable(foreign)).hasMessageContaining("bootstrap.servers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sasl.jaas.config",
                "ssl.keystore.location",
                "security.protocol",
                "bootstrap.servers",
                "interceptor.classes",
                "partitioner.class",
                "metric.reporters",
                "client.dns.lookup",
                "config.providers"
            })
    void whatIsItsOwnersIsNeitherSentNorTaken(String key) {
        assertThatThrownBy(() -> LoadTask.requireShareable(Map.of(key, "x")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("--command-config");
    }

    @Test
    void whoStoodStillOrLearnedTooLateIsNamed() {
        assertThat(WorkerFleet.disturbance(share(900_000_000L, 40_000_000L))).isEmpty();
        assertThat(WorkerFleet.disturbance(share(3_100_000_000L, 0))).contains("worker w was paused for 3.1 s");
        assertThat(WorkerFleet.disturbance(share(0, 60_000_000L)))
                .contains("worker w received an order 60 ms too late");
    }

    private static WorkerShare share(long standstillNanos, long lateNanos) {
        return new WorkerShare(
                "w",
                1,
                1,
                1,
                1,
                1,
                1,
                1,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                standstillNanos,
                lateNanos);
    }
}
