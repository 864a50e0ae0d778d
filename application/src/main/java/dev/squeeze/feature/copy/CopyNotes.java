package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The report's sentences on the comparison of a copy with its source, on what could not be copied, and on what the user
 * has to do.
 */
final class CopyNotes {
    private static final int MAX_GAPS_SHOWN = 10;

    private CopyNotes() {}

    static List<String> proof(CopyResult result) {
        List<String> lines = new ArrayList<>();
        List<CopyProof> equal =
                result.proofs().stream().filter(CopyProof::equal).toList();
        result.proofs().stream().filter(proof -> !proof.equal()).forEach(proof -> lines.add(difference(proof)));
        if (mayBeCompaction(result)) {
            lines.add("The source has cleanup.policy=" + cleanup(result)
                    + ", and it has fewer records than were copied: compaction of"
                    + " the source since then also shows as a difference. To compare, copy it again into a"
                    + " new topic with --to-topic.");
        }
        equal.stream().map(CopyProof::records).distinct().forEach(records -> lines.add(equal(equal, records)));
        equal.stream()
                .filter(proof -> proof.recordsNotInSource() > 0)
                .forEach(proof -> lines.add(say(
                        "%s: %,d more records cannot be compared because the source no longer has them",
                        proof.topic(), proof.recordsNotInSource())));
        result.proofs().stream()
                .filter(proof -> goneFromCopy(result, proof) > 0)
                .forEach(proof -> lines.add(say(
                        proof.equal()
                                ? "%s: %,d more records were copied but are no longer there: its own retention, or a"
                                        + " user,"
                                        + " deleted them"
                                : "%s: %,d fewer records than were copied: its own retention or compaction, or"
                                        + " a user, deleted them, or they were lost",
                        proof.topic(),
                        goneFromCopy(result, proof))));
        if (lines.isEmpty()) {
            lines.add("not compared; --verify reads both sides again with Kafka's own consumer");
        }
        return lines;
    }

    /**
     * A line for all copies with this number of records. The number differs between copies only if the source lost
     * records between their comparisons.
     */
    private static String equal(List<CopyProof> equal, long records) {
        List<CopyProof> alike =
                equal.stream().filter(proof -> proof.records() == records).toList();
        return say(
                "%s: %,d records in %s, %s to the source in number, order, key, value, headers and timestamp",
                alike.stream().map(CopyProof::topic).collect(Collectors.joining(", ")),
                records,
                count(alike.get(0).partitions().size(), "partition"),
                alike.size() == 1 ? "equal" : "each equal");
    }

    /**
     * Retention deletes the first records of a partition, which the comparison skips; compaction deletes records
     * anywhere.
     */
    private static boolean mayBeCompaction(CopyResult result) {
        return cleanup(result).contains("compact")
                && result.proofs().stream()
                        .flatMap(proof -> proof.partitions().stream())
                        .anyMatch(partition -> !partition.equal()
                                && partition.copyRecords() + partition.recordsNotInSource()
                                        > partition.sourceRecords());
    }

    /** The number of copied records that the comparison did not find in the copy. */
    private static long goneFromCopy(CopyResult result, CopyProof proof) {
        Map<Integer, Long> copied = new TreeMap<>();
        result.report().copies().stream()
                .filter(copy -> copy.topic().equals(proof.topic()))
                .flatMap(copy -> copy.progress().stream())
                .forEach(partition -> copied.put(partition.partition(), partition.records()));
        return proof.partitions().stream()
                .mapToLong(partition -> Math.max(
                        0,
                        copied.getOrDefault(partition.partition(), 0L)
                                - partition.copyRecords()
                                - partition.recordsNotInSource()))
                .sum();
    }

    private static String cleanup(CopyResult result) {
        return result.report().sourceSettings().getOrDefault("cleanup.policy", "");
    }

    private static String difference(CopyProof proof) {
        List<CopyProof.Partition> different = proof.partitions().stream()
                .filter(partition -> !partition.equal())
                .toList();
        return say(
                "%s DIFFERS in %s: %s",
                proof.topic(),
                count(different.size(), "partition"),
                different.stream()
                        .map(partition -> say(
                                "%d has %,d records with checksum %s, the source %,d with %s",
                                partition.partition(),
                                partition.copyRecords(),
                                partition.copyChecksum(),
                                partition.sourceRecords(),
                                partition.sourceChecksum()))
                        .collect(Collectors.joining("; ")));
    }

    static List<String> notes(CopyResult result) {
        CopyReport report = result.report();
        List<String> lines = new ArrayList<>();
        report.copies().forEach(copy -> lines.addAll(notes(copy)));
        if (report.recoveryCount() > 0) {
            lines.add(say(
                    "Resumed from the last commit %s: %s",
                    report.recoveryCount() == 1 ? "once" : report.recoveryCount() + " times",
                    report.recoveries().get(0)));
        }
        report.unstableOffsets()
                .ifPresent(offsets -> lines.add(say(
                        "NOT COPIED: %,d offsets of the source after the start of open transactions, which may"
                                + " include committed"
                                + " records of other producers. Run the same command again when these transactions have"
                                + " ended; kafka-transactions.sh find-hanging lists those that never end.",
                        offsets)));
        report.copies().stream()
                .filter(copy -> copy.abortedRecords() > 0)
                .findFirst()
                .ifPresent(copy -> lines.add(say(
                        "%,d records of aborted transactions were not copied: consumers with read_committed skip"
                                + " them, too.",
                        copy.abortedRecords())));
        lines.add(
                "Consumers with isolation.level=read_committed see each record once; others may also see the unfinished"
                        + " transactions of a run that was killed.");
        settings(result).ifPresent(lines::add);
        return lines;
    }

    private static List<String> notes(CopyReport.Copy copy) {
        List<String> lines = new ArrayList<>();
        for (CopyGap gap : copy.gaps().stream().limit(MAX_GAPS_SHOWN).toList()) {
            lines.add(say(
                    "LOST: offsets %,d to %,d of partition %d were gone from the source before they could be copied to %s"
                            + " (retention, or deleted records).",
                    gap.fromOffset(), gap.toOffset() - 1, gap.partition(), copy.topic()));
        }
        if (copy.gaps().size() > MAX_GAPS_SHOWN) {
            lines.add(say("And %,d more such gaps in %s.", copy.gaps().size() - MAX_GAPS_SHOWN, copy.topic()));
        }
        if (copy.gaps().isEmpty() && copy.totalLostOffsets() > 0) {
            lines.add(say(
                    "Earlier runs found %,d offsets gone from the source before they could be copied to %s.",
                    copy.totalLostOffsets(), copy.topic()));
        }
        if (copy.totalRecords() > copy.records()) {
            lines.add(say(
                    copy.records() == 0
                            ? "%s has %,d records of this source; this run added none."
                            : "%s has %,d records of this source; the figures are for the %,d that this run added.",
                    copy.topic(),
                    copy.totalRecords(),
                    copy.records()));
        }
        if (copy.codec().equals(CopyTarget.KEEP) && copy.batches() > copy.keptBatches() && copy.keptBatches() > 0) {
            lines.add(say(
                    "%,d of %,d batches of %s had to be rebuilt with their own codec: brokers reject the gaps that"
                            + " compaction"
                            + " left, and timestamps that a broker had set must be kept.",
                    copy.batches() - copy.keptBatches(), copy.batches(), copy.topic()));
        }
        return lines;
    }

    /** Settings in which the source differs from created topics, for the user to decide. */
    private static Optional<String> settings(CopyResult result) {
        if (result.destination().embedded()
                || result.report().copies().stream()
                        .noneMatch(copy -> copy.created() && copy.keepsLess().isEmpty())) {
            return Optional.empty();
        }
        Map<String, String> different = new TreeMap<>(result.report().sourceSettings());
        Map<String, String> createdWith = new TreeMap<>(CopyTopics.KEEPS_EVERYTHING);
        // compression.type is left out: the copies have codecs of their own.
        createdWith.remove(TopicCompression.KEY);
        different.keySet().retainAll(createdWith.keySet());
        boolean retentionIsSet = different.containsKey("retention.ms");
        different.entrySet().removeIf(setting -> setting.getValue().equals(createdWith.get(setting.getKey())));
        String created = "Created topics keep everything for now (retention.ms=-1)";
        if (!different.isEmpty()) {
            return Optional.of(created + "; the source has "
                    + different.entrySet().stream()
                            .map(setting -> setting.getKey() + "=" + setting.getValue())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        return Optional.of(
                created + (retentionIsSet ? ", as the source does." : "; the source has the cluster's retention."));
    }
}
