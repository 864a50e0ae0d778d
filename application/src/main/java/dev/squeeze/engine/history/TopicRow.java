package dev.squeeze.engine.history;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What passed through a topic in a slot.
 *
 * @param records offsets that passed, counted; markers of transactions are among them
 * @param batches estimated from the sampled ones
 * @param storedBytes of one replica, batches with their headers, estimated likewise
 * @param codecs that were found; none where nothing was sampled
 * @param spanMillis from the first to the last timestamp of a batch, the mean; absent where brokers set the timestamps
 * @param producers different producer ids that were seen; producers without one count as one
 * @param sampledBatches whose headers were read
 * @param recompressed records that brokers compressed again, by their meters; absent without JMX
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
                    "a row of " + records + " records, " + batches + " batches and " + storedBytes + " bytes");
        }
    }

    /**
     * What was stored in one codec.
     *
     * @param codecId number in the batch header
     */
    public record CodecPart(int codecId, double records, double storedBytes) {
        /** Numbers that a batch header can hold. */
        public static final int CODECS = 8;

        public CodecPart {
            if (codecId < 0 || codecId >= CODECS) {
                throw new IllegalArgumentException("a codec of the number " + codecId);
            }
        }
    }
}
