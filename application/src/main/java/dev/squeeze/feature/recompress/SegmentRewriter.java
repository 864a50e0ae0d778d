package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.SegmentFile;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rewrites segments with another codec, such that a broker that starts on the result serves the same records at the
 * same offsets. Offsets, timestamps, leader epochs, producer ids and sequences, transaction markers and gaps left by
 * compaction stay as they are. Indexes are not written: a broker rebuilds missing ones.
 */
public final class SegmentRewriter {
    private final RewritePlan plan;
    private final BooleanSupplier stop;
    private final RewritePlaces places;
    private final List<ReadNotice> notices = new ArrayList<>();
    private final KeptOriginals originals = new KeptOriginals();
    private final Set<Path> partsOfEarlierRuns = new HashSet<>();
    /** By folder, since two brokers may have partitions of the same name. */
    private final Map<Path, List<SegmentFile>> partitions = new HashMap<>();

    private final Map<Path, Set<Long>> unjoined = new HashMap<>();
    private int doneBefore;
    private boolean continued;

    private SegmentRewriter(RewritePlan plan, BooleanSupplier stop) {
        this.plan = plan;
        this.stop = stop;
        this.places = new RewritePlaces(plan.paths(), plan.output());
    }

    /**
     * @param stop checked before each batch; segments that are finished stay rewritten
     * @throws RewriteException if a running broker uses the folder, a broker was killed while it replaced segments, the
     *     output is not empty, or a file cannot be read or written
     * @throws NotTheSameException if what was written does not read like the original
     */
    public static RewriteReport run(RewritePlan plan, RecordSource.ReadProgress progress, BooleanSupplier stop) {
        SegmentRewriter rewriter = new SegmentRewriter(plan, stop);
        try (LogFolders locked = new LogFolders()) {
            locked.lock(distinct(rewriter.segments()), plan.inPlace());
            rewriter.places.requireOutputOutside();
            // Search again: only now can nobody else write or remove segments.
            Segments again = rewriter.segments();
            List<SegmentFile> found = distinct(again);
            locked.lock(found, plan.inPlace());
            OpenSegments.requireNoneIsWritten(found);
            RewriteAccess.requireNoSwap(found);
            Set<Path> segments = found.stream().map(SegmentFile::path).collect(Collectors.toSet());
            Set<Path> others = plan.inPlace() ? Set.of() : OtherFiles.find(plan.paths(), segments);
            rewriter.places.requireApart(Stream.concat(found.stream().map(SegmentFile::path), others.stream())
                    .toList());
            if (plan.inPlace()) {
                RewriteAccess.requireReplaceable(found);
                RewriteAccess.removeLeftovers(found);
            }
            return rewriter.rewrite(again, found, others, progress);
        }
    }

    private Segments segments() {
        return Segments.find(plan.paths().stream().map(Path::toString).toList());
    }

    private static List<SegmentFile> distinct(Segments segments) {
        try {
            return RewritePlaces.distinct(segments.files());
        } catch (IOException e) {
            throw new RewriteException("the segments cannot be read: " + e.getMessage(), e);
        }
    }

    private RewriteReport rewrite(
            Segments segments, List<SegmentFile> found, Set<Path> otherFiles, RecordSource.ReadProgress progress) {
        RewritePipeline pipeline = new RewritePipeline(plan.workers(), plan.joinUpToBytes(), rewriters());
        List<SegmentFile> toDo = List.of();
        // The output folder takes the place of a log directory, in which a broker creates files.
        Optional<Path> like = plan.inPlace() ? Optional.empty() : Optional.of(places.firstRoot());
        try (RewriteJournal journal = RewriteJournal.open(
                plan.output(), like, RewriteWords.command(plan), RewriteWords.inputs(plan, found))) {
            continued = journal.isContinued();
            found.forEach(file -> partitions
                    .computeIfAbsent(file.path().resolveSibling(""), folder -> new ArrayList<>())
                    .add(file));
            toDo = toDo(found);
            boolean whole;
            try {
                whole = all(toDo, pipeline, progress) && pipeline.finish();
            } finally {
                pipeline.close();
            }
            OtherFiles others = new OtherFiles(places, stop);
            whole = whole && others.takeOver(otherFiles);
            if (whole) {
                originals.forgetParts();
                journal.finish();
            }
            notices.addAll(0, segments.leftOut(RewriteWords.ofOthers(plan, whole)));
            notices.addAll(
                    0,
                    RewriteWords.notices(
                            pipeline.tally(), pipeline.tally().ofOthers + others.ofOthers(), doneBefore, plan));
            return report(toDo.size(), pipeline, others, !whole);
        } catch (IOException | UncheckedIOException e) {
            throw RewriteWords.failure(plan, e, pipeline.finished(), toDo.size());
        }
    }

    private Supplier<BatchRewriter> rewriters() {
        Object turn = new Object();
        return () -> new BatchRewriter(plan.codec(), plan.joinUpToBytes(), stop, turn);
    }

    private RewriteReport report(int found, RewritePipeline pipeline, OtherFiles others, boolean interrupted) {
        SegmentTally tally = pipeline.tally();
        return new RewriteReport(
                found,
                pipeline.finished(),
                tally.sourceBytes,
                tally.bytes,
                tally.sourceBatches,
                tally.batches,
                tally.kept,
                tally.unreadable,
                tally.keptBytes,
                tally.records,
                others.copied(),
                interrupted,
                notices);
    }

    /** Base offsets of the batches in a segment's partition that must not be joined. */
    private Set<Long> unjoined(SegmentFile file) throws IOException {
        Path folder = file.path().resolveSibling("");
        if (plan.joinUpToBytes() > 0 && !unjoined.containsKey(folder)) {
            unjoined.put(folder, ProducersLastBatches.baseOffsetsIn(partitions.getOrDefault(folder, List.of(file))));
        }
        return unjoined.getOrDefault(folder, Set.of());
    }

    /** The segments that an earlier run of the same command has not finished. */
    private List<SegmentFile> toDo(List<SegmentFile> found) throws IOException {
        if (!continued) {
            return found;
        }
        for (SegmentFile file : found) {
            if (plan.inPlace()) {
                originals
                        .parts(places.target(file.path()))
                        .forEach(name -> partsOfEarlierRuns.add(file.path().resolveSibling(name)));
            }
        }
        List<SegmentFile> toDo = new ArrayList<>();
        for (SegmentFile file : found) {
            if (partsOfEarlierRuns.contains(file.path())) {
                continue;
            }
            Path target = places.target(file.path());
            // A segment gets its name only when it is complete, after all other parts if it was split.
            boolean done = plan.inPlace() ? KeptOriginals.isReplaced(file.path(), target) : Files.exists(target);
            doneBefore += done ? 1 : 0;
            if (!done) {
                toDo.add(file);
            }
        }
        return toDo;
    }

    private boolean all(List<SegmentFile> found, RewritePipeline pipeline, RecordSource.ReadProgress progress)
            throws IOException {
        long all = found.stream().mapToLong(SegmentFile::storedBytes).sum();
        long done = 0;
        for (SegmentFile file : found) {
            long before = done;
            if (!segment(file, pipeline, (read, total) -> progress.at(before + read, all))) {
                return false;
            }
            done += file.storedBytes();
        }
        return true;
    }

    private boolean segment(SegmentFile file, RewritePipeline pipeline, RecordSource.ReadProgress progress)
            throws IOException {
        if (stop.getAsBoolean()) {
            return false;
        }
        Segments alone = Segments.find(List.of(file.path().toString()));
        Path target = places.target(file.path());
        SegmentOutput output = SegmentOutput.begin(
                plan.inPlace()
                        ? new SegmentOutput.Places(
                                file.path(), file.path().toRealPath(), Optional.of(target), originals)
                        : new SegmentOutput.Places(file.path(), target, Optional.empty(), originals));
        RewritePipeline.Segment segment = pipeline.begin(output, unjoined(file));
        boolean[] whole = {true};
        List<ReadNotice> walked = alone.walk(
                (walkedFile, position, header) -> {
                    whole[0] = !stop.getAsBoolean() && segment.batch(position, header);
                    return whole[0];
                },
                progress);
        if (whole[0]) {
            notices.addAll(walked);
        }
        return whole[0] && segment.end();
    }
}
