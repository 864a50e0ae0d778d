package dev.squeeze.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures the time from a record's intended send time to its arrival at a consumer without changing the record:
 * producer and consumer each report a time, and partition and offset identify the record. Whichever side reports second
 * computes the difference; a consumer may well see a record before its producer sees the acknowledgement.
 * <p>Bounded: each partition has a ring of slots. A record whose slot is still occupied by an older record is counted
 * in {@link #unmatched} instead of the latency.
 */
final class EndToEnd {
    private static final int MAX_SLOTS = 1 << 16;
    private static final int MIN_SLOTS = 1 << 8;
    /** Slots of all partitions together: 32 MiB. */
    private static final int SLOTS_IN_ALL = 1 << 22;

    private static final int LAP_BITS = 15;
    /** 64 bits less the lap and one bit for the side: 78 hours in nanoseconds. */
    private static final int TIME_BITS = 48;

    private static final long SENT = 1L << 63;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;
    private static final long LAP_MASK = ((1L << LAP_BITS) - 1) << TIME_BITS;

    private final long originNanos;
    private final int slots;
    private final AtomicLongArray[][] rings;
    private final AtomicLong unmatched = new AtomicLong();

    /** @param originNanos a time before every intended send time */
    EndToEnd(int topics, int partitions, long originNanos) {
        this.originNanos = originNanos;
        int share = Integer.highestOneBit(Math.max(1, SLOTS_IN_ALL / Math.max(1, topics * partitions)));
        this.slots = Math.max(MIN_SLOTS, Math.min(MAX_SLOTS, share));
        this.rings = new AtomicLongArray[topics][partitions];
        for (AtomicLongArray[] topic : rings) {
            for (int partition = 0; partition < partitions; partition++) {
                topic[partition] = new AtomicLongArray(slots);
            }
        }
    }

    /** @param recorder of the calling thread, used if the record has arrived already */
    void acknowledged(int topic, int partition, long offset, long dueNanos, LatencyRecorder recorder) {
        long other = meet(topic, partition, offset, SENT | encode(offset, dueNanos));
        if (other != 0) {
            recorder.record(dueNanos, decode(other) - dueNanos);
        }
    }

    /** @param recorder of the calling thread, used if the record has been acknowledged already */
    void arrived(int topic, int partition, long offset, long arrivalNanos, LatencyRecorder recorder) {
        long other = meet(topic, partition, offset, encode(offset, arrivalNanos));
        if (other != 0) {
            long dueNanos = decode(other);
            recorder.record(dueNanos, arrivalNanos - dueNanos);
        }
    }

    /** Lower bound of the number of records whose arrival was not timed because newer ones had taken their slot. */
    long unmatched() {
        return unmatched.get();
    }

    /** @return the value that the other side stored, or 0 if it has not reported yet */
    private long meet(int topic, int partition, long offset, long mine) {
        AtomicLongArray ring = rings[topic][partition];
        int slot = (int) offset & (slots - 1);
        if (ring.compareAndSet(slot, 0, mine)) {
            return 0;
        }
        long other = ring.get(slot);
        boolean pair = (other ^ mine) < 0 && (other & LAP_MASK) == (mine & LAP_MASK);
        if (pair) {
            ring.set(slot, 0);
            return other;
        }
        // Two records of different laps meet. The newer one gets the slot; the older one will find no match.
        boolean mineIsNewer = ((mine - other) & LAP_MASK) < (LAP_MASK >>> 1) + 1;
        long loses = mineIsNewer ? other : mine;
        if (loses < 0) {
            unmatched.incrementAndGet();
        }
        if (mineIsNewer) {
            ring.set(slot, mine);
        }
        return 0;
    }

    private long encode(long offset, long nanos) {
        long lap = (offset / slots << TIME_BITS) & LAP_MASK;
        // Plus one: an empty slot is 0.
        return lap | ((nanos - originNanos + 1) & TIME_MASK);
    }

    private long decode(long value) {
        return (value & TIME_MASK) - 1 + originNanos;
    }
}
