package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class UnfilledBatchesTest {
    private static final int LARGEST_SHARED = 16 << 20;

    private int simulations;

    /** With 48 partitions, a batch.size above 349,525 may need more than the buffer of 32 MiB. */
    private final UnfilledBatches unfilled = new UnfilledBatches(48, false);

    private ReplayedTraffic of(int batchSizeBytes, int mostBuffered) {
        return unfilled.of(new ProducerSettings(Codec.NONE, batchSizeBytes, 5), () -> {
            simulations++;
            return traffic(mostBuffered);
        });
    }

    private static ReplayedTraffic traffic(int mostBuffered) {
        return new ReplayedTraffic(
                1_000,
                100,
                100,
                100,
                100,
                100_000,
                0,
                1,
                106_100,
                106_100,
                6_100,
                0,
                2_000,
                mostBuffered,
                0.01,
                5,
                1,
                0.1,
                0.1,
                0.1,
                new Histogram(3));
    }

    @Test
    void sizesThatLeaveRoomInTheBufferShareASimulation() {
        ReplayedTraffic small = of(16_384, 30);

        assertThat(of(65_536, 30)).isSameAs(small);
        assertThat(of(1 << 20, 30)).isSameAs(small);
        assertThat(simulations).isEqualTo(1);
        assertThat(unfilled.largestBatchSize()).isEqualTo(LARGEST_SHARED / 48);
    }

    @Test
    void sizesThatExhaustTheBufferAreSimulatedThemselves() {
        ReplayedTraffic small = of(16_384, 70);

        assertThat(of(262_144, 70)).isSameAs(small);
        assertThat(of(524_288, 70)).isNotSameAs(small);
        assertThat(of(1 << 20, 70)).isNotSameAs(small);
        assertThat(simulations).isEqualTo(3);
    }

    @Test
    void whatExhaustedTheBufferStandsForNoOther() {
        ReplayedTraffic exhausting = of(1 << 20, 40);

        assertThat(of(16_384, 40)).isNotSameAs(exhausting);
        assertThat(simulations).isEqualTo(2);
    }

    /** One batch per partition fits, but many are in flight. */
    @Test
    void theLargestSharedSizeMayExhaustTheBufferToo() {
        ReplayedTraffic exhausting = of(LARGEST_SHARED / 48, 100);

        assertThat(of(16_384, 100)).isNotSameAs(exhausting);
        assertThat(unfilled.validFor(traffic(100), 16_384)).isFalse();
        assertThat(unfilled.validFor(traffic(90), 16_384)).isTrue();
        assertThat(unfilled.validFor(traffic(90), 1 << 20)).isFalse();
    }
}
