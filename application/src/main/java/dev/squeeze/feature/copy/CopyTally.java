package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.List;

/** What a copy has stored, added up over its rounds. */
final class CopyTally {
    /** A source that is overtaken for months would fill the memory; how many offsets are lost is counted apart. */
    private static final int MOST_GAPS = 1_000;

    long records;
    long batches;
    long bytes;
    long uncompressedBytes;
    long kept;
    long aborted;
    long packCpuNanos;
    /** Of the source, as it stores them. */
    long readBytes;

    final List<CopyGap> gaps = new ArrayList<>();
    final CopyTimeline timeline = new CopyTimeline();

    void add(BatchPacker.Packed packed) {
        records += packed.records;
        batches += packed.batches.size();
        bytes += packed.bytes;
        uncompressedBytes += packed.uncompressedBytes;
        kept += packed.kept;
        packCpuNanos += packed.cpuNanos;
    }

    /** What was read for it. */
    void add(CopyRound round) {
        add(round.gaps);
        aborted += round.abortedRecords;
        readBytes += round.storedBytes;
    }

    private void add(List<CopyGap> more) {
        gaps.addAll(more.subList(0, Math.min(more.size(), MOST_GAPS - gaps.size())));
    }

    void add(CopyTally other) {
        records += other.records;
        batches += other.batches;
        bytes += other.bytes;
        uncompressedBytes += other.uncompressedBytes;
        kept += other.kept;
        aborted += other.aborted;
        packCpuNanos += other.packCpuNanos;
        readBytes += other.readBytes;
        add(other.gaps);
        timeline.add(other.timeline);
    }
}
