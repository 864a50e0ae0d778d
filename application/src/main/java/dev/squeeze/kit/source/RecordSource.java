package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A source of records. It can be read once, from start to end, in bounded memory. */
public interface RecordSource {

    /** The source as a user would write it, such as {@code file:access.log}. Contains no record contents. */
    String notation();

    /**
     * Reads all records in order.
     *
     * @param visitor receives each record; it may stop the reading early
     * @param progress receives the progress of the reading
     * @return a report on what was read
     * @throws SourceException if the input cannot be read; the message names file, position and remedy
     */
    ReadReport read(RecordVisitor visitor, ReadProgress progress);

    /**
     * A source with a few records from the whole range that can be read very quickly; absent if that is not possible,
     * or if reading everything takes hardly longer.
     *
     * @param maxBytes maximum stored bytes of batches
     */
    default Optional<RecordSource> few(long maxBytes) {
        return Optional.empty();
    }

    /** Receives records one by one. */
    @FunctionalInterface
    interface RecordVisitor {
        /** @return false to stop reading */
        boolean accept(dev.squeeze.kit.format.BatchRecord record);
    }

    /** Receives the position of a running read. */
    @FunctionalInterface
    interface ReadProgress {
        /**
         * @param bytesRead bytes read from storage so far (before decompression), over all files
         * @param bytesTotal total stored bytes, or 0 if unknown (standard input)
         */
        void at(long bytesRead, long bytesTotal);
    }

    /**
     * The report of one reading.
     *
     * @param records number of records passed to the visitor
     * @param payloadBytes key and value bytes passed to the visitor
     * @param format the format of the input, such as {@code lines}
     * @param hasKeys whether at least one record had a key
     * @param hasTimestamps whether the timestamps come from the data, not from the assumed arrival rate
     * @param notices things that the user should know
     * @param stored statistics of the batches in which the records are stored; empty if they are not stored in batches
     * @param schema schema of the first Avro file; empty for other formats
     * @param columns column names if all CSV files start with the same header; otherwise empty
     */
    record ReadReport(
            long records,
            long payloadBytes,
            String format,
            boolean hasKeys,
            boolean hasTimestamps,
            List<ReadNotice> notices,
            Optional<StoredBatches> stored,
            Optional<String> schema,
            List<String> columns) {
        public ReadReport {
            notices = List.copyOf(notices);
            columns = List.copyOf(columns);
        }

        /** The same report with additional notices. */
        ReadReport withNotices(List<ReadNotice> more) {
            List<ReadNotice> all = new ArrayList<>(notices);
            all.addAll(more);
            return new ReadReport(records, payloadBytes, format, hasKeys, hasTimestamps, all, stored, schema, columns);
        }

        /** A report on records without a schema and without column names. */
        public ReadReport(
                long records,
                long payloadBytes,
                String format,
                boolean hasKeys,
                boolean hasTimestamps,
                List<ReadNotice> notices,
                Optional<StoredBatches> stored) {
            this(records, payloadBytes, format, hasKeys, hasTimestamps, notices, stored, Optional.empty(), List.of());
        }

        /** A report on records that are not stored in batches. */
        public ReadReport(
                long records,
                long payloadBytes,
                String format,
                boolean hasKeys,
                boolean hasTimestamps,
                List<ReadNotice> notices) {
            this(records, payloadBytes, format, hasKeys, hasTimestamps, notices, Optional.empty());
        }
    }
}
