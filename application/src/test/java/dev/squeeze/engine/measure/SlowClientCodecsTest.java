package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Codecs of other clients that take long for any batch, however small: a time limit ends the comparison, not a number
 * of batches.
 */
class SlowClientCodecsTest {
    private static final Sample SAMPLE = Sampler.draw(
            new BundledSample("access-log", ReadOptions.DEFAULT),
            new SamplingPlan(List.of(1 << 10), 1 << 19, 1024, 3, 1),
            (read, total) -> {});

    private final AtomicInteger compressed = new AtomicInteger();

    private List<ClientQuotient> quotients(long millisPerBatch, SweepListener listener) {
        ClientGrid client = new ClientGrid(
                "librdkafka", List.of(Codec.parse("zstd:3")), () -> new SlowCodecs(millisPerBatch, compressed));
        return ClientQuotients.measure(SAMPLE, client, 1, 1, listener);
    }

    @Test
    void sixteenBatchesAreComparedWhereTheyTakeLessThanASecond() {
        assertThat(quotients(40, SweepListener.SILENT)).singleElement().satisfies(quotient -> {
            assertThat(quotient.bytes().estimate()).isGreaterThan(1);
            assertThat(quotient.bytes().relativeHalfWidth()).isPositive();
        });
        assertThat(compressed).hasValue(16);
    }

    @Test
    void fewerAreComparedWhereTheyTakeLonger() {
        assertThat(quotients(150, SweepListener.SILENT)).hasSize(1);
        assertThat(compressed).hasValueBetween(3, 6);
    }

    @Test
    void whereOneTakesLongOnlyAsManyAsAnIntervalNeedsAreCompressed() {
        assertThat(quotients(350, SweepListener.SILENT)).hasSize(1);
        assertThat(compressed).hasValue(3);
    }

    @Test
    void aStopEndsItAmongTheBatchesOfASize() {
        assertThat(quotients(1, SweepListener.stoppedBy(() -> compressed.get() > 0)))
                .hasSize(1);
        assertThat(compressed).hasValue(3);
    }

    /** Stores its input unchanged, after a delay. */
    private record SlowCodecs(long millisPerBatch, AtomicInteger compressed) implements ClientCodecs {
        @Override
        public String library() {
            return "librdkafka 0";
        }

        @Override
        public Outcome run(Codec codec, List<PackedBatch> batches, int compressions, int decompressions) {
            try {
                Thread.sleep(millisPerBatch * batches.size());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            compressed.addAndGet(batches.size());
            return new Outcome(
                    batches.stream()
                            .map(batch -> new StoredRecords(batch.encodedRecords(), false))
                            .toList(),
                    1,
                    1,
                    0,
                    0);
        }

        @Override
        public void close() {}
    }
}
