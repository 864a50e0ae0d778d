package dev.squeeze.engine.history;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Traffic of a topic in a slot.
 *
 * @param records number of offsets added; includes transaction markers
 * @param batches estimated from the sampled batches
 * @param storedBytes size of one replica's batches including headers, estimated from the sampled batches
 * @param codecs codecs found; empty if nothing was sampled
 * @param spanMillis mean time from the first to the last timestamp of a batch; absent if brokers set the timestamps
 * @param producers number of distinct producer ids found; producers without an id count as one
 * @param sampledBatches number of batches whose headers were read
 * @param recompressed records that brokers recompressed, from their metrics; absent without JMX
 */
public record TopicRow(
        String topic,
        long records,
        double batches,
        double storedBytes,
        List<CodecPart> codecs,
        OptionalDouble spanMillis,
        int producers,
        long sampledBatches,
        OptionalLong recompressed) {
    public TopicRow {
        codecs = List.copyOf(codecs);
        if (records < 1 || !(batches >= 0) || !(storedBytes >= 0)) {
            throw new IllegalArgumentException(
                    "invalid row of " + records + " records, " + batches + " batches and " + storedBytes + " bytes");
        }
    }

    /**
     * The part of the traffic in one codec.
     *
     * @param codecId number in the batch header
     */
    public record CodecPart(int codecId, double records, double storedBytes) {
        /** Number of values that the codec field of a batch header can have. */
        public static final int CODECS = 8;

        public CodecPart {
            if (codecId < 0 || codecId >= CODECS) {
                throw new IllegalArgumentException("invalid codec number " + codecId);
            }
        }
    }
}
