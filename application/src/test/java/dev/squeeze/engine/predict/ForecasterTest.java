package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class ForecasterTest {
    private static final ProducerSettings SETTINGS = new ProducerSettings(Codec.NONE, 16_384, 5);
    /** A machine on which every role needs this much for one term, and nothing else. */
    private static Forecast forecast(int producers, CostTerm term, double nanos) {
        return forecast(producers, term, nanos, SETTINGS);
    }

    private static Forecast forecast(int producers, CostTerm term, double nanos, ProducerSettings settings) {
        return forecast(Client.of(ClientProfile.JAVA), producers, term, nanos, settings);
    }

    private static Forecast forecast(
            Client client, int producers, CostTerm term, double nanos, ProducerSettings settings) {
        Map<CostRole, RoleCost> roles = Arrays.stream(CostRole.values())
                .collect(Collectors.toMap(role -> role, role -> new RoleCost(Map.of(term, nanos), Map.of(), Map.of())));
        CompressionCurve curve =
                new CompressionCurve(Codec.NONE, List.of(HandMade.point(Codec.NONE, 16_384, 1, 0, 1_000, 1_000)));
        Workload workload =
                Workload.of(3_000, 200, false, 1).withProducers(producers).withClient(client);
        return forecast(
                new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0), workload, roles, curve, settings);
    }

    private static Forecast forecast(
            BatchRecord record,
            Workload workload,
            Map<CostRole, RoleCost> roles,
            CompressionCurve curve,
            ProducerSettings settings) {
        List<BatchRecord> records = List.of(record);
        return new Forecaster(
                        records,
                        workload,
                        Optional.of(new KnownMachine(new MachineCosts(roles, 1e5, 1e5, 0, 0, 1, 1), curve)),
                        Surroundings.bench(2),
                        1)
                .of(settings, Optional.of(curve));
    }

    private static double cpu(Forecast forecast, CostRole role) {
        return forecast.cpu(role).orElseThrow();
    }

    /** Heartbeats, or records whose contents are all in headers. */
    @Test
    void recordsWithoutAnyKeyOrValueCostWhatTheirHeadersAndFramingDo() {
        Map<CostRole, RoleCost> roles = Arrays.stream(CostRole.values())
                .collect(Collectors.toMap(
                        role -> role, role -> new RoleCost(Map.of(CostTerm.BATCH, 1e3), Map.of(), Map.of())));
        CompressionCurve curve =
                new CompressionCurve(Codec.NONE, List.of(HandMade.point(Codec.NONE, 16_384, 1, 0, 1_000, 1_000)));
        BatchRecord heartbeat = new BatchRecord(
                null, null, new Header[] {BatchRecord.header("host", new byte[400])}, BatchRecord.WHEN_SENT);

        assertThat(forecast(heartbeat, Workload.of(3_000, 420, false, 1), roles, curve, SETTINGS)
                        .cpuSecondsPerGigabyte()
                        .values())
                .allSatisfy(cpu -> assertThat(cpu).isPositive().isFinite());
    }

    @Test
    void severalProducersHaveThreadsOfTheirOwnAndShareBrokerAndConsumer() {
        Forecast one = forecast(1, CostTerm.SECOND, 1e6);
        Forecast three = forecast(3, CostTerm.SECOND, 1e6);

        // 3,000 records of 192 bytes take a second, during which each thread needs one millisecond.
        for (CostRole role : CostRole.values()) {
            assertThat(cpu(one, role))
                    .as(role.key())
                    .isCloseTo(1e-3 / (3_000 * 192 / 1e9), Percentage.withPercentage(2));
        }
        for (CostRole role : List.of(CostRole.APPLICATION, CostRole.SENDER)) {
            assertThat(cpu(three, role)).as(role.key()).isCloseTo(3 * cpu(one, role), Percentage.withPercentage(2));
        }
        for (CostRole role : List.of(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK, CostRole.CONSUMER)) {
            assertThat(cpu(three, role)).as(role.key()).isCloseTo(cpu(one, role), Percentage.withPercentage(2));
        }
    }

    /** Each of four producers gets one of four records that are alike. */
    @Test
    void recordsThatProducersShareCompressLessThanThoseThatEachSendsAllOf() {
        List<BatchRecord> records = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 4_000; i += 4) {
            byte[] value = new byte[192];
            random.nextBytes(value);
            for (int j = 0; j < 4; j++) {
                records.add(new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0));
            }
        }
        ProducerSettings settings = new ProducerSettings(Codec.ofDefaultLevel(CodecType.LZ4), 16_384, 20);

        Forecast whole = ofFourProducers(records, settings, Surroundings.bench(2));
        Forecast shared = ofFourProducers(records, settings, Surroundings.verification(2, 4));

        assertThat(whole.ratio()).isGreaterThan(3);
        assertThat(shared.ratio()).isLessThan(1.1);
        assertThat(shared.recordsPerBatch()).isCloseTo(whole.recordsPerBatch(), Percentage.withPercentage(5));
    }

    private static Forecast ofFourProducers(
            List<BatchRecord> records, ProducerSettings settings, Surroundings surroundings) {
        Workload workload = Workload.of(4_000, 200, false, 1).withProducers(4);
        return new Forecaster(records, workload, Optional.empty(), surroundings, 1).of(settings, Optional.empty());
    }

    @Test
    void recordsCostTheSameWhoeverSendsThem() {
        Forecast three = forecast(3, CostTerm.RECORD, 500);

        for (CostRole role : CostRole.values()) {
            assertThat(cpu(three, role)).as(role.key()).isCloseTo(500e-9 / (192 / 1e9), Percentage.withPercentage(2));
        }
    }

    /** A request per record would take all the time of three threads: fifteen CPUs. */
    @ParameterizedTest
    @EnumSource(
            value = ClientProfile.class,
            names = {"JAVA", "SARAMA"})
    void nobodyTakesMoreOfTheProcessorsThanThereIs(ClientProfile profile) {
        ProducerSettings eachAtOnce = new ProducerSettings(Codec.NONE, 16_384, 0);
        Client client = Client.of(profile);

        Forecast cheap = forecast(client, 1, CostTerm.REQUEST, 1e3, eachAtOnce);
        Forecast expensive = forecast(client, 1, CostTerm.REQUEST, 1e6, eachAtOnce);

        assertThat(cheap.recordsPerBatch()).isCloseTo(1, Percentage.withPercentage(5));
        assertThat(expensive.recordsPerBatch()).isGreaterThan(2);
        double cores = Arrays.stream(CostRole.values())
                .mapToDouble(role -> cpu(expensive, role) * 3_000 * 192 / 1e9)
                .sum();
        // Five bisection steps determine the slowdown to within 11 %.
        assertThat(cores).isBetween(1.0, 2.25);
    }
}
