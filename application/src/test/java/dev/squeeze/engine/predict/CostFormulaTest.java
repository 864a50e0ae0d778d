package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The formulas that people read are those that the cost model computes by, whatever the workload and the prices. */
class CostFormulaTest {
    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void comeToWhatTheModelComesTo(long seed) {
        Random random = new Random(seed);
        CostModel costs = new CostModel(workload(random), prices(random));
        double ratio = 0.9 + 20 * random.nextDouble();
        BatchFill fill = new BatchFill(1 + 1_000 * random.nextDouble(), 1, true, 0);
        ResourceEstimate expected = costs.estimate(fill, ratio, 20 * random.nextDouble(), 4 * random.nextDouble());
        Prediction prediction = new Prediction(
                new ProducerSettings(Codec.parse("zstd"), 16_384, 5), fill, ratio, 0, 0, expected, 0, false);

        Map<String, Double> values = new HashMap<>(CostFormula.inputs(costs));
        values.putAll(CostFormula.inputs(costs.workload(), prediction));
        CostFormula.ALL.forEach(formula -> values.put(formula.name(), new Reader(formula, values).sum()));

        Map<String, Double> model = Map.of(
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
        model.forEach((name, value) ->
                assertThat(values.get(name)).as(name).isCloseTo(value, within(1e-9 * Math.max(1, Math.abs(value)))));
    }

    private static Workload workload(Random random) {
        return new Workload(
                1 + 1e6 * random.nextDouble(),
                1 + 5_000 * random.nextDouble(),
                random.nextBoolean(),
                1 + random.nextInt(50),
                1 + random.nextInt(50),
                1 + random.nextInt(9),
                1 + random.nextInt(5),
                random.nextInt(6),
                Duration.ofHours(random.nextInt(500)),
                1 + random.nextInt(5),
                1);
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
                random.nextBoolean() ? Prices.BilledOn.COMPRESSED : Prices.BilledOn.UNCOMPRESSED);
    }

    /** As a page's script reads them. */
    private static final class Reader {
        private static final Pattern TOKEN = Pattern.compile("[a-z_]+|\\d+|[-+*/(),]");

        private final Map<String, Double> values;
        private final Iterator<String> tokens;
        private String next = "";

        Reader(CostFormula formula, Map<String, Double> values) {
            this.values = values;
            this.tokens = TOKEN.matcher(formula.expression())
                    .results()
                    .map(token -> token.group())
                    .iterator();
            take();
        }

        private String take() {
            String taken = next;
            next = tokens.hasNext() ? tokens.next() : "";
            return taken;
        }

        double sum() {
            double value = product();
            while (next.equals("+") || next.equals("-")) {
                value = take().equals("+") ? value + product() : value - product();
            }
            return value;
        }

        private double product() {
            double value = term();
            while (next.equals("*") || next.equals("/")) {
                value = take().equals("*") ? value * term() : value / term();
            }
            return value;
        }

        private double term() {
            String token = take();
            if (token.equals("(")) {
                double value = sum();
                take();
                return value;
            }
            if (token.equals("min") || token.equals("max")) {
                take();
                double one = sum();
                take();
                double other = sum();
                take();
                return token.equals("min") ? Math.min(one, other) : Math.max(one, other);
            }
            return Character.isDigit(token.charAt(0)) ? Double.parseDouble(token) : values.get(token);
        }
    }
}
