package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where records come from. A source can be read once, from front to back, in bounded memory. */
public interface RecordSource {

    /** The source as the user would write it, such as {@code file:access.log}. Holds no record contents. */
    String notation();

    /**
     * Reads every record in its order.
     *
     * @param visitor receives each record; it may stop the reading early
     * @param progress receives how far the reading has come
     * @return what was noticed on the way
     * @throws SourceException when the input cannot be read; the message names file, position and remedy
     */
    ReadReport read(RecordVisitor visitor, ReadProgress progress);

    /**
     * A few records from all over, which are there in a moment; absent where there is no such way, or where reading all takes hardly
     * longer.
     *
     * @param maxBytes of batches as stored
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
         * @param bytesRead bytes consumed from storage so far (before unpacking), over all files
         * @param bytesTotal bytes on storage in all, or 0 where that is not known (standard input)
         */
        void at(long bytesRead, long bytesTotal);
    }

    /**
     * What one reading found.
     *
     * @param records number of records handed to the visitor
     * @param payloadBytes key and value bytes handed to the visitor
     * @param format the format that was read, such as {@code lines}
     * @param hasKeys true where at least one record had a key
     * @param hasTimestamps true where the timestamps come from the data and not from the assumed arrival rate
     * @param notices things a user should know
     * @param stored the batches that the records are stored in; empty where there are none
     * @param schema of Avro files, that of the first one; empty for records that do not say themselves what they hold
     * @param columns names of the columns of CSV files that all begin with the same header; else empty
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

        /** The same with more to know. */
        ReadReport withNotices(List<ReadNotice> more) {
            List<ReadNotice> all = new ArrayList<>(notices);
            all.addAll(more);
            return new ReadReport(records, payloadBytes, format, hasKeys, hasTimestamps, all, stored, schema, columns);
        }

        /** A report on records without a schema and without names of columns. */
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
