package dev.squeeze.feature.copy;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;

/**
 * The comparison of a copy with its source, both read back from their brokers with Kafka's own consumer and
 * {@code isolation.level=read_committed}.
 *
 * @param topic the copy's topic
 * @param partitions all partitions
 */
public record CopyProof(String topic, List<Partition> partitions) {
    public CopyProof {
        partitions = List.copyOf(partitions);
    }

    /**
     * A partition. The checksums cover key, value, headers and timestamp of each record, in order.
     *
     * @param sourceRecords number of copied records that the source still has, without those already deleted from the
     *     copy by its retention if that is not shorter than the source's
     * @param copyRecords number of records in the same range of the copy
     * @param sourceChecksum checksum of the source's records
     * @param copyChecksum checksum of the copy's records
     * @param recordsNotInSource number of records in the copy that cannot be compared because the source no longer has
     *     them
     */
    public record Partition(
            int partition,
            long sourceRecords,
            long copyRecords,
            String sourceChecksum,
            String copyChecksum,
            @JsonAlias("beyondProof") long recordsNotInSource) {
        public boolean equal() {
            return sourceRecords == copyRecords && sourceChecksum.equals(copyChecksum);
        }
    }

    /** Whether everything that could be compared is equal. */
    public boolean equal() {
        return partitions.stream().allMatch(Partition::equal);
    }

    public long records() {
        return partitions.stream().mapToLong(Partition::copyRecords).sum();
    }

    public long recordsNotInSource() {
        return partitions.stream().mapToLong(Partition::recordsNotInSource).sum();
    }
}
