package dev.squeeze.engine.load;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The records of a payload in batches that are compressed before anything is measured. A batch is closed when its
 * uncompressed size reaches {@code batch.size} times the compression ratio of these records, so that its compressed
 * size is about {@code batch.size}, as with a producer that has learned that ratio.
 */
public final class ReadyBatches implements Traffic {
    /** The ratio rises with the batch size, which depends on the ratio: the third estimate is within 1 %. */
    private static final int GUESSES = 3;
    /** Uncompressed bytes used for one estimate; at least one batch. */
    private static final long GUESSED_FROM_BYTES = 1 << 20;
    /** Limits the size of a batch whose records compress to almost nothing. */
    private static final long MAX_UNCOMPRESSED_BYTES = 32 << 20;

    private final List<Batch> batches;

    /**
     * One batch and its totals.
     *
     * @param bytes the batch including its header, from position 0 to the limit; shared by all clients and never
     *     changed
     * @param records number of records
     * @param payloadBytes size of their keys and values
     * @param digest sum of {@link Payload#digest}
     * @param encodedBytes sum of {@link Payload#encodedBytes}
     */
    record Batch(ByteBuffer bytes, int records, long payloadBytes, long digest, long encodedBytes) {
        double ratio() {
            return (double) (encodedBytes + RecordFormatV2.BATCH_HEADER_BYTES) / bytes.remaining();
        }
    }

    private ReadyBatches(List<Batch> batches) {
        this.batches = List.copyOf(batches);
    }

    /**
     * Makes batches of all records; the last batch is filled up with the first records.
     *
     * @param settings producer properties with codec, level and {@code batch.size}
     */
    public static ReadyBatches of(Payload payload, LoadSettings settings) {
        ProducerSettings producer = ProducerSettings.ofProperties(settings.producerProperties());
        long batchBytes = producer.batchSizeBytes();
        try (KafkaBatchCodec codec = new KafkaBatchCodec(producer.codec())) {
            Maker maker = new Maker(payload, codec);
            long uncompressed = batchBytes;
            for (int guess = 0; guess < GUESSES; guess++) {
                double ratio = ratio(maker.make(uncompressed, GUESSED_FROM_BYTES));
                uncompressed = Math.min(MAX_UNCOMPRESSED_BYTES, Math.round(batchBytes * ratio));
            }
            return new ReadyBatches(maker.make(uncompressed, Long.MAX_VALUE));
        }
    }

    private static double ratio(List<Batch> batches) {
        return batches.stream().mapToDouble(Batch::ratio).average().orElse(1);
    }

    int size() {
        return batches.size();
    }

    Batch batch(int index) {
        return batches.get(index);
    }

    /** Makes batches of the payload from its beginning. */
    private static final class Maker {
        private final Payload payload;
        private final KafkaBatchCodec codec;

        Maker(Payload payload, KafkaBatchCodec codec) {
            this.payload = payload;
            this.codec = codec;
        }

        /**
         * @param uncompressedBytes maximum size of a batch, including its header, unless a single record is larger
         * @param enoughBytes number of uncompressed bytes to stop after, unless the payload ends first
         */
        List<Batch> make(long uncompressedBytes, long enoughBytes) {
            List<Batch> made = new ArrayList<>();
            long bytes = 0;
            int next = 0;
            while (next < payload.size() && bytes < enoughBytes) {
                int count = count(next, uncompressedBytes);
                Batch batch = encode(next, count);
                made.add(batch);
                bytes += batch.encodedBytes();
                next += count;
            }
            return made;
        }

        private int count(int first, long uncompressedBytes) {
            long bytes = RecordFormatV2.BATCH_HEADER_BYTES;
            int count = 0;
            while (count == 0 || bytes + encodedBytes(first + count) <= uncompressedBytes) {
                bytes += encodedBytes(first + count);
                count++;
            }
            return count;
        }

        private int encodedBytes(int position) {
            return payload.encodedBytes(position % payload.size());
        }

        private Batch encode(int first, int count) {
            BatchRecord[] records = new BatchRecord[count];
            long payloadBytes = 0;
            long digest = 0;
            long encodedBytes = 0;
            for (int i = 0; i < count; i++) {
                int index = (first + i) % payload.size();
                records[i] = payload.record(index);
                payloadBytes += records[i].payloadBytes();
                digest += payload.digest(index);
                encodedBytes += payload.encodedBytes(index);
            }
            ByteBuffer room = ByteBuffer.allocate((int) Math.min(Integer.MAX_VALUE / 2, 2 * encodedBytes + 1024));
            ByteBuffer encoded = codec.encode(records, room);
            byte[] exact = Arrays.copyOfRange(
                    encoded.array(),
                    encoded.arrayOffset() + encoded.position(),
                    encoded.arrayOffset() + encoded.limit());
            return new Batch(ByteBuffer.wrap(exact), count, payloadBytes, digest, encodedBytes);
        }
    }
}
