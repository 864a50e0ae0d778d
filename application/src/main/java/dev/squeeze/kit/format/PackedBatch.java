package dev.squeeze.kit.format;

/**
 * The uncompressed records of one batch, encoded as they are passed to the codec. A sample keeps these instead of
 * objects, so that a batch takes no more memory than its bytes.
 *
 * @param encodedRecords the encoded records, without the batch header
 * @param records number of records
 * @param baseTimestampMillis timestamp of the first record
 * @param firstRecord position of the first record in the source, from 0
 */
public record PackedBatch(byte[] encodedRecords, int records, long baseTimestampMillis, long firstRecord) {

    /** Uncompressed bytes of the records, without the batch header. */
    public int recordBytes() {
        return encodedRecords.length;
    }

    /** The records as objects, in order. */
    public BatchRecord[] unpack() {
        RecordFormatV2.Reader reader = new RecordFormatV2.Reader(encodedRecords, baseTimestampMillis);
        BatchRecord[] unpacked = new BatchRecord[records];
        for (int i = 0; i < records; i++) {
            unpacked[i] = reader.next();
        }
        return unpacked;
    }
}
