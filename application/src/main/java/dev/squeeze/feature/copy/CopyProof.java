package dev.squeeze.feature.copy;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;

/**
 * The comparison of a copy with its source, both read again from their brokers by Kafka's own consumer with
 * {@code isolation.level=read_committed}.
 *
 * @param topic of the copy
 * @param partitions all of them
 */
public record CopyProof(String topic, List<Partition> partitions) {
    public CopyProof {
        partitions = List.copyOf(partitions);
    }

    /**
     * A partition. The checksum is over key, value, headers and timestamp of each record, in order.
     *
     * @param sourceRecords in the source, of those that it still holds; without those that the copy's retention, which is not
     *     shorter, has deleted already
     * @param copyRecords in the copy, of the same range
     * @param sourceChecksum of the source's
     * @param copyChecksum of the copy's
     * @param recordsNotInSource records of the copy that the source no longer holds, so that they cannot be compared
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

    /** Whether all that could be compared is equal. */
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
