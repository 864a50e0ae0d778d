package dev.squeeze.copy;

import java.util.ArrayList;
import java.util.List;

/** What a copy has stored, added up over its rounds. */
final class CopyTally {
    /** More rounds than this are added up in pairs: enough for an interval, little enough to keep. */
    private static final int MOST_ROUNDS = 2_000;

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
    final List<Round> rounds = new ArrayList<>();

    /**
     * One copy's turn within a round.
     *
     * @param readCpuNanos of fetching and unpacking, for all copies together
     * @param clientCpuNanos of compressing and sending
     * @param brokerCpuNanos of all brokers that are visible; -1 where none is
     */
    record Round(long records, long readCpuNanos, long clientCpuNanos, long brokerCpuNanos, long nanos) {
        private Round plus(Round other) {
            return new Round(
                    records + other.records,
                    readCpuNanos + other.readCpuNanos,
                    clientCpuNanos + other.clientCpuNanos,
                    brokerCpuNanos < 0 || other.brokerCpuNanos < 0 ? -1 : brokerCpuNanos + other.brokerCpuNanos,
                    nanos + other.nanos);
        }
    }

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

    void add(Round round) {
        rounds.add(round);
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
        rounds.addAll(other.rounds);
        if (rounds.size() > MOST_ROUNDS) {
            List<Round> pairs = new ArrayList<>();
            for (int i = 0; i + 1 < rounds.size(); i += 2) {
                pairs.add(rounds.get(i).plus(rounds.get(i + 1)));
            }
            if (rounds.size() % 2 == 1) {
                pairs.add(rounds.get(rounds.size() - 1));
            }
            rounds.clear();
            rounds.addAll(pairs);
        }
    }
}
