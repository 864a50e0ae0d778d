package dev.squeeze.load;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.source.BatchSample;
import dev.squeeze.source.Sample;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * The records that a load sends, in memory and in the order of their source: reading or parsing while sending would be
 * measured as the producer's own work. After the last comes the first again.
 */
public final class Payload implements Traffic {
    /** Stretches of this many bytes are kept together, so that neighbours in a batch are neighbours in the source. */
    public static final int STRETCH_BYTES = 1 << 20;

    /** In so many stretches the records of a short trial come from all over. */
    private static final int STRETCHES = 8;
    /** Fewer records in a stretch would tear too many batches' neighbours apart. */
    private static final int LEAST_STRETCH = 32;

    /** By the golden section, which spreads any number of beginnings evenly. */
    private static final double STEP = (Math.sqrt(5) - 1) / 2;

    private final List<BatchRecord> records;
    private final long[] digests;
    private final int[] encodedBytes;
    private final long payloadBytes;
    private final boolean wholeSource;
    /** The record that is sent first. */
    private final int first;
    /** Length of the stretches that are sent in another order than the source's; 0 where all keeps its order. */
    private final int stretch;
    /** Stretches from one that is sent to the next. */
    private final int step;

    private Payload(Payload same, int first, int stretch) {
        this.records = same.records;
        this.digests = same.digests;
        this.encodedBytes = same.encodedBytes;
        this.payloadBytes = same.payloadBytes;
        this.wholeSource = same.wholeSource;
        this.first = first;
        this.stretch = stretch;
        this.step = stretch == 0 ? 1 : step(size() / stretch);
    }

    private Payload(List<BatchRecord> records, boolean wholeSource) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("there are no records to send");
        }
        this.records = List.copyOf(records);
        this.wholeSource = wholeSource;
        this.first = 0;
        this.stretch = 0;
        this.step = 1;
        this.digests = new long[records.size()];
        this.encodedBytes = new int[records.size()];
        long bytes = 0;
        for (int i = 0; i < digests.length; i++) {
            BatchRecord record = records.get(i);
            if (record.timestampMillis() < 0) {
                throw new IllegalArgumentException(
                        "record " + i + " has a timestamp before 1970, which Kafka's producer"
                                + " refuses: leave --timestamp-field out");
            }
            digests[i] = ContentDigest.of(record);
            encodedBytes[i] = RecordFormatV2.encodedBytes(record, 0, 0);
            bytes += record.payloadBytes();
        }
        this.payloadBytes = bytes;
    }

    /**
     * The stretches of a sample in the order of their source.
     *
     * @param sample drawn at {@link #STRETCH_BYTES}
     */
    public static Payload of(Sample sample) {
        BatchSample stretches = sample.sizes().stream()
                .filter(size -> size.nominalBytes() == STRETCH_BYTES)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the sample holds no stretches of 1 MiB"));
        return new Payload(stretches.recordsInOrder(), stretches.isComplete());
    }

    /** Records that were made for the purpose. */
    public static Payload of(List<BatchRecord> records) {
        return new Payload(records, true);
    }

    public int size() {
        return digests.length;
    }

    /** All of them, in the order of their source. */
    public List<BatchRecord> records() {
        return records;
    }

    @Override
    public Payload inRound(int round) {
        double turns = round * STEP;
        return new Payload(this, (int) ((turns - Math.floor(turns)) * size()), stretch);
    }

    /** Every record comes once before the first comes again, and neighbours stay together in stretches. */
    @Override
    public Payload spreadFor(double number) {
        return isSpreadFor(number, size()) ? new Payload(this, first, stretchFor(number)) : this;
    }

    /**
     * Whether a trial sends stretches from all over instead of what lies at one place.
     *
     * @param number of records that it gets through
     * @param size of the payload, records
     */
    public static boolean isSpreadFor(double number, long size) {
        return 2 * Math.max(number, stretchFor(number)) <= size;
    }

    private static int stretchFor(double number) {
        return (int) Math.max(LEAST_STRETCH, number / STRETCHES);
    }

    /** Which stretch to go on with, so that any number of them lie evenly over all; it meets each of them. */
    private static int step(int stretches) {
        int step = (int) Math.max(1, Math.round(stretches * STEP));
        while (!BigInteger.valueOf(step).gcd(BigInteger.valueOf(stretches)).equals(BigInteger.ONE)) {
            step++;
        }
        return step;
    }

    private int place(int index) {
        int place = first + (stretch == 0 ? index : spread(index));
        return place < digests.length ? place : place - digests.length;
    }

    private int spread(int index) {
        int stretches = digests.length / stretch;
        long number = index / stretch;
        return number >= stretches ? index : (int) (number * step % stretches) * stretch + index % stretch;
    }

    /** In the order of sending. */
    public BatchRecord record(int index) {
        return records.get(place(index));
    }

    /** {@link ContentDigest#of} of the record, worked out beforehand. */
    public long digest(int index) {
        return digests[place(index)];
    }

    /** Bytes of the record in an uncompressed batch, had it the batch's first offset and timestamp. */
    public int encodedBytes(int index) {
        return encodedBytes[place(index)];
    }

    /** Bytes of keys and values of all records. */
    public long payloadBytes() {
        return payloadBytes;
    }

    /** Mean bytes of key and value. */
    public double bytesPerRecord() {
        return (double) payloadBytes / digests.length;
    }

    /** Mean bytes of a record in an uncompressed batch, had each the batch's first offset and timestamp. */
    public double encodedBytesPerRecord() {
        return Arrays.stream(encodedBytes).asLongStream().sum() / (double) encodedBytes.length;
    }

    /** Share of keys and values in the uncompressed bytes of records. */
    public double payloadShare() {
        return bytesPerRecord() / encodedBytesPerRecord();
    }

    /** Whether it is all of the source and not a sample of it. */
    public boolean wholeSource() {
        return wholeSource;
    }
}
