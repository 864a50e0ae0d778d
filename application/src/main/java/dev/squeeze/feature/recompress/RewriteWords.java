package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.SegmentFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/** The texts that identify a run, and those that report its end. */
final class RewriteWords {
    private static final int MAX_NAMED = 10;

    private RewriteWords() {}

    /** The command as a user would write it, which identifies the run. */
    static String command(RewritePlan plan) {
        String paths = plan.paths().stream()
                .map(path -> path.toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(" "));
        return "squeeze recompress " + paths.replaceAll("\\p{Cntrl}", "?") + " --codec " + plan.codec()
                + (plan.joinUpToBytes() == 0 ? "" : " --batch-size " + plan.joinUpToBytes() + "B")
                + (plan.inPlace() ? " --in-place" : "");
    }

    /**
     * Identifies the segments. Empty for a run in place, which changes them as it proceeds; the kept originals show
     * what has been done.
     */
    static String inputs(RewritePlan plan, List<SegmentFile> segments) {
        if (plan.inPlace()) {
            return "";
        }
        CRC32C all = new CRC32C();
        for (SegmentFile segment : segments) {
            try {
                all.update((segment.path() + " " + segment.storedBytes() + " "
                                + Files.getLastModifiedTime(segment.path()) + "\n")
                        .getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new RewriteException(segment.path() + " cannot be read: " + e.getMessage(), e);
            }
        }
        return "of " + segments.size() + " segments " + Long.toHexString(all.getValue());
    }

    static List<ReadNotice> notices(SegmentTally tally, long ofOthers, int doneBefore, RewritePlan plan) {
        List<String> lines = new ArrayList<>();
        if (doneBefore > 0) {
            lines.add(count(doneBefore, "segment was", "segments were")
                    + " already rewritten by an earlier, unfinished run of this command; the figures are for the rest");
        }
        if (tally.divided > 0) {
            lines.add(count(tally.divided, "segment", "segments")
                    + " had to be split into several files because of growth; each file starts where the"
                    + " previous one ends");
        }
        if (!tally.asTheyAre.isEmpty()) {
            lines.add(asTheyAre(tally.asTheyAre));
        }
        if (tally.oversized > 0) {
            lines.add(count(tally.oversized, "batch", "batches") + " of more than "
                    + (BatchRewriter.MAX_BATCH_BYTES >> 20)
                    + " MiB (uncompressed) could not be recompressed: copied byte by byte");
        }
        if (ofOthers > 0) {
            lines.add("owner, group or extended attributes of " + count(ofOthers, "file", "files") + " in "
                    + plan.output()
                    + " could not be preserved, and their groups cannot read them: run as root, or give them to the"
                    + " broker's user before it starts");
        }
        return lines.stream()
                .map(line -> new ReadNotice(ReadNotice.Kind.SEGMENTS_REWRITTEN, line))
                .toList();
    }

    /**
     * What happens to files that are not rewritten, such as those of Kafka's own topics.
     *
     * @param whole whether the run has completed
     */
    static String ofOthers(RewritePlan plan, boolean whole) {
        if (plan.inPlace()) {
            return "stays as it is";
        }
        return whole ? "copied as it is" : "not copied yet";
    }

    private static String asTheyAre(List<Path> segments) {
        String names = segments.stream().limit(MAX_NAMED).map(Path::toString).collect(Collectors.joining(", "));
        return count(segments.size(), "segment stays as it is, with its", "segments stay as they are, with their")
                + " indexes, because of damage or messages in formats older than Kafka 0.11: " + names
                + (segments.size() > MAX_NAMED ? " and " + (segments.size() - MAX_NAMED) + " more" : "")
                + ". A broker that has to rebuild an index truncates the segment at the first damage";
    }

    /** @param done number of segments that are complete and in place */
    static RewriteException failure(RewritePlan plan, Exception e, int done, int all) {
        String begin = "writing failed: " + reason(e) + "; " + done + " of " + count(all, "segment", "segments");
        return new RewriteException(
                plan.inPlace()
                        ? begin + " to rewrite " + (done == 1 ? "has" : "have") + " been replaced (originals are in "
                                + plan.output()
                                + "), the others are unchanged, and a broker can start. When the problem is fixed,"
                                + " run the same command again to continue"
                        : begin + " to rewrite " + (done == 1 ? "is" : "are") + " complete in " + plan.output()
                                + ", and no broker should start on it; the original segments are unchanged. When"
                                + " the problem is fixed, run the same command again to continue",
                e);
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
        if (cause instanceof NoSuchFileException file) {
            return file.getFile() + " is gone";
        }
        if (cause instanceof FileAlreadyExistsException file) {
            return file.getFile() + " is in the way";
        }
        if (cause instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + " cannot be written to";
        }
        return String.valueOf(cause.getMessage());
    }

    /** Such as "1 of 5 segments stays as it is". */
    static String incomplete(RewriteReport report) {
        int asTheyAre = report.asTheyAre();
        return String.format(
                Locale.ROOT,
                "%,d of %s %s",
                asTheyAre,
                count(report.segmentsFound(), "segment", "segments"),
                asTheyAre == 1 ? "stays as it is" : "stay as they are");
    }

    private static String count(long number, String single, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? single : many);
    }
}
