package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random text, as sent by Kafka's own performance tool if it is given only a record size. It does not compress like
 * real records, so it says nothing about codecs for them; reports mark it as synthetic.
 */
public final class SyntheticRecords implements RecordSource {
    /** Total size; more would not add information. */
    private static final long BYTES = 16L << 20;

    private static final int MAX_RECORD_BYTES = 64 << 20;

    private final int recordBytes;
    private final long seed;
    private final ReadOptions options;

    /**
     * @param recordBytes size of each value, at least 1
     * @param seed seed of the random text
     * @param options only the assumed arrival rate is used, for the timestamps
     */
    public SyntheticRecords(int recordBytes, long seed, ReadOptions options) {
        if (recordBytes < 1 || recordBytes > MAX_RECORD_BYTES) {
            throw new UsageException(
                    "the record size must be between 1 and " + MAX_RECORD_BYTES + " bytes, got " + recordBytes);
        }
        this.recordBytes = recordBytes;
        this.seed = seed;
        this.options = options;
    }

    @Override
    public String notation() {
        return "synthetic records of " + recordBytes + " random letters";
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        long count = Math.max(1, BYTES / recordBytes);
        double millisPerRecord = 1000 / options.assumedRecordsPerSecond();
        long records = 0;
        boolean more = true;
        while (more && records < count) {
            byte[] value = new byte[recordBytes];
            for (int i = 0; i < recordBytes; i++) {
                value[i] = (byte) ('A' + random.nextInt(26));
            }
            long timestamp = RecordClock.ASSUMED_START_MILLIS + (long) (records * millisPerRecord);
            more = visitor.accept(new BatchRecord(null, value, BatchRecord.NO_HEADERS, timestamp));
            records++;
            if (records % 1_000 == 0) {
                progress.at(records * recordBytes, count * recordBytes);
            }
        }
        return new ReadReport(
                records,
                records * recordBytes,
                "synthetic",
                false,
                false,
                List.of(new ReadNotice(
                        ReadNotice.Kind.SYNTHETIC,
                        "The records are random letters: they do not show how well real records compress.")));
    }
}
