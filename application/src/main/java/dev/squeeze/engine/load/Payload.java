package dev.squeeze.engine.load;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.BalancedStretches;
import dev.squeeze.kit.unit.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The records that a load sends, kept in memory in the order of their source: reading or parsing while sending would be
 * measured as the producer's own work. After the last record it starts again with the first.
 */
public final class Payload implements Traffic {
    /**
     * Size of the runs of adjacent records that are kept together, so that neighbours in a batch are neighbours in the
     * source.
     */
    public static final int STRETCH_BYTES = 1 << 20;

    /** The golden ratio conjugate: its multiples modulo 1 spread any number of starting points evenly. */
    private static final double STEP = (Math.sqrt(5) - 1) / 2;

    private final List<BatchRecord> records;
    private final long[] digests;
    private final int[] encodedBytes;
    private final FewForAll few;
    private final long payloadBytes;
    private final boolean wholeSource;
    private final Order order;
    /** Present if a short trial sends the records in another order than the source's. */
    private final Optional<BalancedStretches> stretches;

    /**
     * Order in which the records are sent.
     *
     * @param begin starting point, as a share of all records
     * @param wanted number of records of a short trial, which are taken from all over the source; absent if the
     *     source's order is kept
     * @param together maximum number of these that go into the same batches
     */
    record Order(double begin, OptionalDouble wanted, double together) {
        static final Order OF_SOURCE = new Order(0, OptionalDouble.empty(), 0);
    }

    private Payload(Payload same, Order order, Optional<BalancedStretches> stretches) {
        this.records = same.records;
        this.digests = same.digests;
        this.encodedBytes = same.encodedBytes;
        this.few = same.few;
        this.payloadBytes = same.payloadBytes;
        this.wholeSource = same.wholeSource;
        this.order = order;
        this.stretches = stretches;
    }

    private Payload(List<BatchRecord> records, boolean wholeSource) {
        if (records.isEmpty()) {
            throw new UsageException("there are no records to send");
        }
        this.records = List.copyOf(records);
        this.few = new FewForAll(this.records);
        this.wholeSource = wholeSource;
        this.order = Order.OF_SOURCE;
        this.stretches = Optional.empty();
        this.digests = new long[records.size()];
        this.encodedBytes = new int[records.size()];
        long bytes = 0;
        for (int i = 0; i < digests.length; i++) {
            BatchRecord record = records.get(i);
            if (record.timestampMillis() < 0) {
                throw new UsageException(
                        "record " + i + " has no timestamp, or one before 1970, and Kafka's producer sends no"
                                + " such record: leave out --timestamp-field if it was given; records from a topic or segment without"
                                + " timestamps cannot be run live");
            }
            digests[i] = ContentDigest.of(record);
            encodedBytes[i] = RecordFormatV2.encodedBytes(record, 0, 0);
            bytes += record.payloadBytes();
        }
        this.payloadBytes = bytes;
    }

    /**
     * The stretches of a sample, in the order of their source.
     *
     * @param sample drawn at {@link #STRETCH_BYTES}
     */
    public static Payload of(Sample sample) {
        BatchSample stretches = sample.sizes().stream()
                .filter(size -> size.nominalBytes() == STRETCH_BYTES)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the sample contains no stretches of 1 MiB"));
        return new Payload(stretches.recordsInOrder(), stretches.isComplete());
    }

    /** Wraps generated records. */
    public static Payload of(List<BatchRecord> records) {
        return new Payload(records, true);
    }

    public int size() {
        return digests.length;
    }

    /** All records, in the order of their source. */
    public List<BatchRecord> records() {
        return records;
    }

    @Override
    public Payload inRound(int round) {
        double turns = round * STEP;
        return new Payload(this, new Order(turns - Math.floor(turns), OptionalDouble.empty(), 0), Optional.empty());
    }

    /** Every record is sent once before any is repeated. */
    @Override
    public Payload spreadFor(double number, double together) {
        return in(new Order(order.begin(), OptionalDouble.of(number), together));
    }

    /** The same records in the order of another payload with equal content. */
    Payload in(Order other) {
        return new Payload(
                this,
                other,
                other.wanted().isEmpty()
                        ? Optional.empty()
                        : few.order(other.wanted().getAsDouble(), other.together(), other.begin()));
    }

    Order order() {
        return order;
    }

    /** Digest of all records, each counted once. */
    ContentDigest digest() {
        return new ContentDigest(digests.length, Arrays.stream(digests).sum());
    }

    private int place(int index) {
        if (stretches.isPresent()) {
            return stretches.get().recordAt(index);
        }
        int place = (int) (order.begin() * size()) + index;
        return place < digests.length ? place : place - digests.length;
    }

    /** Returns a record by its position in the sending order. */
    public BatchRecord record(int index) {
        return records.get(place(index));
    }

    /** {@link ContentDigest#of} of the record, computed in advance. */
    public long digest(int index) {
        return digests[place(index)];
    }

    /** Size of the record in an uncompressed batch, assuming that it has the batch's base offset and timestamp. */
    public int encodedBytes(int index) {
        return encodedBytes[place(index)];
    }

    /** Total size of keys and values. */
    public long payloadBytes() {
        return payloadBytes;
    }

    /** Mean size of key and value together. */
    public double bytesPerRecord() {
        return (double) payloadBytes / digests.length;
    }

    /** Mean size of a record in an uncompressed batch, under the assumption of {@link #encodedBytes}. */
    public double encodedBytesPerRecord() {
        return Arrays.stream(encodedBytes).asLongStream().sum() / (double) encodedBytes.length;
    }

    /** Share of keys and values in the uncompressed size of the records. */
    public double payloadShare() {
        return bytesPerRecord() / encodedBytesPerRecord();
    }

    /** Whether this is the whole source rather than a sample. */
    public boolean wholeSource() {
        return wholeSource;
    }
}
