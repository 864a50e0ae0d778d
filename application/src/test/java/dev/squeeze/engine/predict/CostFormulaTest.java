package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CostFormulaTest {
    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    /** A page gets the inputs from the prediction, and varies those of the workload. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theInputsOfAPredictionLeadBackToItsResources(long seed) {
        Random random = new Random(seed);
        CostModel costs = new CostModel(workload(random), prices(random));
        BatchFill fill = new BatchFill(1 + 1_000 * random.nextDouble(), 1, true, 0);
        ResourceEstimate expected = costs.estimate(
                fill,
                0.9 + 20 * random.nextDouble(),
                20 * random.nextDouble(),
                4 * random.nextDouble(),
                4 * random.nextDouble());
        double ratio = costs.workload().uncompressedBytesPerSecond() / expected.wireBytesPerSecond()
                + 61 * costs.workload().recordsPerSecond() / fill.recordsPerBatch() / expected.wireBytesPerSecond();
        Prediction prediction = new Prediction(
                new ProducerSettings(Codec.parse("zstd"), 16_384, 5), fill, ratio, 0, 0, expected, 0, Optional.empty());

        Map<String, Double> inputs = new HashMap<>(CostFormula.inputs(costs.workload(), costs.prices()));
        inputs.putAll(CostFormula.inputs(costs.workload(), prediction));
        Map<String, Double> values = CostFormula.evaluate(inputs);

        assertThat(values.get("object_gb")).isCloseTo(expected.objectStoreGigabytes(), within(1e-6));
        assertThat(values.get("vendor_money")).isCloseTo(expected.vendorMoney(), within(1e-6));
        assertThat(values.get("object_money")).isCloseTo(expected.objectStoreMoney(), within(1e-6));
        Map<String, Double> resources = Map.of(
                "wire", expected.wireBytesPerSecond(),
                "wire_gb", expected.wireGigabytesPerMonth(),
                "zone_gb", expected.crossZoneGigabytesPerMonth(),
                "disk_gb", expected.diskGigabytes(),
                "producer_cores", expected.producerCores(),
                "consumer_cores", expected.consumerCores(),
                "zone_money", expected.zoneMoney(),
                "disk_money", expected.diskMoney(),
                "cpu_money", expected.cpuMoney(),
                "money", expected.money());
        resources.forEach((name, value) ->
                assertThat(values.get(name)).as(name).isCloseTo(value, within(1e-9 * Math.max(1, Math.abs(value)))));
    }

    @Test
    void operatorsBindAsUsualAndAreReadFromTheLeft() {
        Map<String, Double> values = Map.of("a", 12.0, "b", 4.0);

        assertThat(Expression.parse("a - b - 1").value(values)).isEqualTo(7);
        assertThat(Expression.parse("a / b * 2").value(values)).isEqualTo(6);
        assertThat(Expression.parse("1 + a * (b - 2)").value(values)).isEqualTo(25);
        assertThat(Expression.parse("max(a, b) - min(a, 2 * b)").value(values)).isEqualTo(4);
        assertThat(Expression.parse("floor(a / (b + 1)) * 3").value(values)).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a +", "(a", "a b", "min(a)", "floor(a, b)", "a ^ b", "1.5"})
    void whatIsNoExpressionIsRefused(String text) {
        assertThatThrownBy(() -> Expression.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMissingInputIsNamed() {
        assertThatThrownBy(() -> CostFormula.evaluate(Map.of("record_bytes", 1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("records_per_second has no value");
    }

    private static Workload workload(Random random) {
        return Workload.of(
                        1 + 1e6 * random.nextDouble(),
                        1 + 5_000 * random.nextDouble(),
                        random.nextBoolean(),
                        1 + random.nextInt(50))
                .withProducers(1 + random.nextInt(50))
                .withBrokers(1 + random.nextInt(9), 1 + random.nextInt(5))
                .withConsumerGroups(random.nextInt(6))
                .withRetention(Duration.ofHours(random.nextInt(500)))
                .withLocalRetention(Duration.ofHours(random.nextInt(500)))
                .withZones(1 + random.nextInt(5))
                .withRoundTripMillis(1);
    }

    private static Prices prices(Random random) {
        return new Prices(
                        "",
                        "USD",
                        "",
                        "",
                        random.nextDouble(),
                        random.nextDouble(),
                        0.1 + 0.9 * random.nextDouble(),
                        random.nextDouble(),
                        0.1 + 0.9 * random.nextDouble(),
                        random.nextBoolean(),
                        random.nextBoolean() ? Prices.BilledOn.COMPRESSED : Prices.BilledOn.UNCOMPRESSED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .withService(new Prices.Service(
                        random.nextBoolean(), random.nextBoolean(), random.nextDouble(), random.nextDouble()))
                .withObjectStore(new Prices.ObjectStore(random.nextDouble(), random.nextDouble()));
    }
}
