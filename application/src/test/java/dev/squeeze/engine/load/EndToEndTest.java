package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which arrival belongs to which record, without marking the record. */
class EndToEndTest {
    private static final long ORIGIN_NANOS = -5_000_000_000L;
    private static final int SLOTS = 1 << 16;

    private final MeasuringWindow window = new MeasuringWindow(false);
    private final LatencyRecorder recorder = new LatencyRecorder(window);
    private final EndToEnd endToEnd = new EndToEnd(2, 3, ORIGIN_NANOS);

    EndToEndTest() {
        window.open(Long.MIN_VALUE);
    }

    @Test
    void theTimeFromDueToArrivalCountsWhicheverIsToldFirst() {
        endToEnd.acknowledged(0, 0, 0, at(100), recorder);
        endToEnd.arrived(0, 0, 0, at(350), recorder);
        endToEnd.arrived(1, 2, 7, at(900), recorder);
        endToEnd.acknowledged(1, 2, 7, at(400), recorder);

        Histogram nanos = nanos();
        assertThat(nanos.getTotalCount()).isEqualTo(2);
        assertThat(nanos.getMinValue()).isEqualTo(250);
        assertThat(nanos.getMaxValue()).isEqualTo(500);
        assertThat(endToEnd.unmatched()).isZero();
    }

    @Test
    void partitionsTopicsAndOffsetsAreKeptApart() {
        endToEnd.acknowledged(0, 0, 5, at(100), recorder);
        endToEnd.arrived(0, 1, 5, at(200), recorder);
        endToEnd.arrived(1, 0, 5, at(300), recorder);
        endToEnd.arrived(0, 0, 6, at(400), recorder);

        assertThat(nanos().getTotalCount()).isZero();
        assertThat(endToEnd.unmatched()).isZero();
    }

    @Test
    void everyLapOfTheRingIsMatched() {
        for (long offset = 0; offset < 3L * SLOTS; offset++) {
            endToEnd.acknowledged(0, 0, offset, at(offset * 10), recorder);
            endToEnd.arrived(0, 0, offset, at(offset * 10 + 64), recorder);
        }
        assertThat(nanos().getTotalCount()).isEqualTo(3L * SLOTS);
        assertThat(nanos().getMinValue()).isEqualTo(64);
        assertThat(nanos().getMaxValue()).isEqualTo(64);
        assertThat(endToEnd.unmatched()).isZero();
    }

    @Test
    void aConsumerFurtherBehindThanTheRingIsCountedAsUnmatchedAndNeverMatchedWrongly() {
        long lag = SLOTS + SLOTS / 2;
        for (long offset = 0; offset < lag; offset++) {
            endToEnd.acknowledged(0, 0, offset, at(offset), recorder);
        }
        assertThat(endToEnd.unmatched()).as("half of the ring was written over").isEqualTo(SLOTS / 2);
        for (long offset = 0; offset < lag; offset++) {
            endToEnd.arrived(0, 0, offset, at(offset + 1_000), recorder);
        }
        Histogram nanos = nanos();
        assertThat(nanos.getTotalCount()).isGreaterThanOrEqualTo(SLOTS / 2);
        assertThat(nanos.getMinValue()).isEqualTo(1_000);
        assertThat(nanos.getMaxValue()).isEqualTo(1_000);
        assertThat(endToEnd.unmatched() + nanos.getTotalCount()).isGreaterThanOrEqualTo(lag);
    }

    @Test
    void afterAnOverflowItFindsItsWayBack() {
        aConsumerFurtherBehindThanTheRingIsCountedAsUnmatchedAndNeverMatchedWrongly();
        long from = 2L * SLOTS;
        long lost = endToEnd.unmatched();
        long before = nanos().getTotalCount();
        for (long offset = from; offset < from + 2L * SLOTS; offset++) {
            endToEnd.acknowledged(0, 0, offset, at(offset), recorder);
            endToEnd.arrived(0, 0, offset, at(offset + 1_000), recorder);
        }
        assertThat(nanos().getTotalCount() - before).isEqualTo(2L * SLOTS);
        assertThat(endToEnd.unmatched() - lost).as("left over from before").isLessThanOrEqualTo(SLOTS);
    }

    @Test
    @Timeout(30)
    void twoThreadsAtOnceMatchEveryRecordOnce() throws Exception {
        int records = 200_000;
        CountDownLatch start = new CountDownLatch(1);
        LatencyRecorder ofArrivals = new LatencyRecorder(window);
        // Never further apart than the size of the ring: each side waits for the other from time to time.
        long[] seen = new long[2];
        Object turn = new Object();
        Thread consumer = new Thread(() -> {
            await(start);
            for (int offset = 0; offset < records; offset++) {
                endToEnd.arrived(0, 0, offset, at(offset + 500), ofArrivals);
                meet(turn, seen, 1, offset);
            }
        });
        consumer.start();
        start.countDown();
        for (int offset = 0; offset < records; offset++) {
            endToEnd.acknowledged(0, 0, offset, at(offset), recorder);
            meet(turn, seen, 0, offset);
        }
        consumer.join(TimeUnit.SECONDS.toMillis(20));

        Histogram all = nanos();
        ofArrivals.addTo(all);
        assertThat(all.getTotalCount()).isEqualTo(records);
        assertThat(all.getMinValue()).isEqualTo(500);
        assertThat(endToEnd.unmatched()).isZero();
    }

    private static void meet(Object turn, long[] seen, int side, int offset) {
        if (offset % 10_000 != 9_999) {
            return;
        }
        synchronized (turn) {
            seen[side] = offset;
            turn.notifyAll();
            try {
                while (seen[1 - side] < offset) {
                    turn.wait(1_000);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Histogram nanos() {
        Histogram histogram = LatencyRecorder.empty();
        recorder.addTo(histogram);
        return histogram;
    }

    private static long at(long nanos) {
        return ORIGIN_NANOS + 1_000 + nanos;
    }
}
