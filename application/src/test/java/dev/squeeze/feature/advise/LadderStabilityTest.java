package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How far recommendations differ between two runs whose measured costs differ by some thousandths, for topics of many
 * kinds.
 */
class LadderStabilityTest {
    private static final int TOPICS = 40;
    private static final int RUNS = 4;
    /**
     * Standard deviations between runs, of the bytes of settings and the CPU time of codecs, with the same seed on a
     * busy machine.
     */
    private static final double BYTES_NOISE = 0.006;

    private static final double CPU_NOISE = 0.1;

    private static final List<Codec> CODECS = Stream.of(
                    "none", "gzip:6", "snappy", "lz4", "zstd:1", "zstd:3", "zstd:6", "zstd:9")
            .map(Codec::parse)
            .toList();
    private static final double[] NANOS_PER_BYTE = {0.3, 16, 2, 2, 2.7, 3.6, 9, 16};
    private static final int[] BATCH_SIZES = {16_384, 32_768, 65_536, 131_072, 262_144, 524_288};
    private static final int[] LINGERS = {0, 5, 10, 20, 50, 100};

    /** Costs like those of real topics: ratios grow with the batch, and higher levels compress slightly better. */
    private static final class Topic {
        private final double[] furtherThanDefault;
        private final double ratio;
        private final double bytesOfHalfTheRatio;
        private final double bytesPerMilli;
        private final double moneyPerNano;

        Topic(Random random) {
            ratio = between(1.6, 15, random);
            bytesOfHalfTheRatio = between(500, 200_000, random);
            bytesPerMilli = between(200, 100_000, random);
            moneyPerNano = between(0.02, 1.2, random);
            double sixth = between(1, 1.1, random);
            furtherThanDefault = new double[] {
                0,
                between(0.85, 1, random),
                between(0.45, 0.7, random),
                between(0.5, 0.75, random),
                between(0.92, 0.99, random),
                1,
                sixth,
                sixth * between(1, 1.05, random)
            };
        }

        private static double between(double from, double to, Random random) {
            return from * Math.pow(to / from, random.nextDouble());
        }

        Prediction of(ProducerSettings settings, Noise noise) {
            int codec = CODECS.indexOf(settings.codec());
            double arrived = Math.max(300, (settings.lingerMillis() + 1) * bytesPerMilli);
            double most = settings.batchSizeBytes() * (codec == 0 ? 1 : 0.7 * ratio);
            double bytes = Math.min(arrived, most);
            double reached =
                    Math.max(1, (ratio * furtherThanDefault[codec] - 1) * bytes / (bytes + bytesOfHalfTheRatio) + 1);
            double bytesMoney = 1_000 * (1 / reached + 80 / bytes) * noise.ofBytes(settings);
            double cpuMoney = moneyPerNano * (NANOS_PER_BYTE[codec] + 2_000 / bytes) * noise.cpu[codec];
            return new Prediction(
                    settings,
                    new BatchFill(bytes / 100, bytes, arrived >= most, settings.lingerMillis()),
                    reached,
                    0,
                    0,
                    new ResourceEstimate(1_000, 1, 1, 1, 0.1, 0.1, 0.1, bytesMoney, 0, cpuMoney, Optional.empty()),
                    settings.lingerMillis(),
                    Optional.empty());
        }

        Optional<ProducerSettings> recommended(ProducerSettings current, Noise noise) {
            Prediction today = of(current, noise);
            List<Prediction> all = new ArrayList<>(List.of(today));
            for (Codec codec : CODECS) {
                for (int batchSize : BATCH_SIZES) {
                    for (int linger : LINGERS) {
                        all.add(of(new ProducerSettings(codec, batchSize, linger), noise));
                    }
                }
            }
            LadderRules rules = new LadderRules(any -> true, any -> true, 0.95);
            Prediction uncompressed = of(new ProducerSettings(CODECS.get(0), 16_384, 5), noise);
            return new LadderSearch(today, uncompressed, rules, UnaryOperator.identity())
                    .of(all)
                    .taken()
                    .map(rung -> rung.prediction().settings());
        }
    }

    /** Measured over true values in one run. */
    private static final class Noise {
        private final Random random;
        private final double[] cpu = new double[CODECS.size()];
        private final Map<ProducerSettings, Double> bytes = new HashMap<>();

        Noise(long seed) {
            random = new Random(seed);
            for (int codec = 0; codec < cpu.length; codec++) {
                cpu[codec] = 1 + CPU_NOISE * random.nextGaussian();
            }
        }

        double ofBytes(ProducerSettings settings) {
            return bytes.computeIfAbsent(settings, any -> 1 + BYTES_NOISE * random.nextGaussian());
        }
    }

    @Test
    void whoFollowsTheAdviceIsNotSentOnByTheNoiseOfTheNextRun() {
        int followed = 0;
        List<String> sentOn = new ArrayList<>();
        for (int number = 0; number < TOPICS; number++) {
            Topic topic = new Topic(new Random(number));
            ProducerSettings today =
                    new ProducerSettings(CODECS.get(List.of(0, 2, 3).get(number % 3)), 16_384, 5);
            for (int run = 0; run < RUNS; run++) {
                long seed = 1_000L * number + 2 * run;
                Optional<ProducerSettings> first = topic.recommended(today, new Noise(seed));
                if (first.isPresent()) {
                    followed++;
                    topic.recommended(first.get(), new Noise(seed + 1))
                            .ifPresent(next -> sentOn.add(first.get() + " -> " + next));
                }
            }
        }
        assertThat(followed).isEqualTo(TOPICS * RUNS);
        assertThat(sentOn).hasSizeLessThan(followed / 100 + 1);
    }
}
