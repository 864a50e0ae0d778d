package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.codec.Codec;
import dev.squeeze.source.ReadNotice;
import dev.squeeze.source.RecordSource;
import dev.squeeze.source.SegmentFile;
import dev.squeeze.source.Segments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rewrites segments in another codec, so that a broker that starts on the result serves the same records at the same offsets.
 * Offsets, timestamps, leader epochs, producer ids and sequences, marks of transactions and holes that compaction left stay
 * as they are. Indexes are not written: a broker makes them anew where they are missing.
 */
public final class SegmentRewriter {
    private static final Pattern PARTITION = Pattern.compile(".+-\\d{1,9}");
    private static final Pattern NOT_TAKEN_OVER =
            Pattern.compile(".*\\.(index|timeindex)|\\.lock|.*\\" + SegmentOutput.UNFINISHED);
    /** A broker knows a retried batch again among the last five of its producer (KIP-98). */
    private static final int BATCHES_KNOWN_OF_A_PRODUCER = 5;

    private final Plan plan;
    private final BooleanSupplier stop;
    private final List<ReadNotice> notices = new ArrayList<>();
    private int otherFiles;

    /**
     * What to do.
     *
     * @param paths segments, partitions' folders or log.dirs
     * @param joinUpToBytes neighbouring batches are joined up to so many uncompressed bytes of records; 0 joins none
     * @param output a folder that does not exist or is empty: for the result, or in place for the originals
     * @param inPlace put the result in the originals' place, which are kept in the output
     * @param workers threads
     */
    public record Plan(List<Path> paths, Codec codec, int joinUpToBytes, Path output, boolean inPlace, int workers) {
        public Plan {
            paths = List.copyOf(paths);
            if (joinUpToBytes < 0 || workers < 1) {
                throw new IllegalArgumentException("not a plan: bytes to join and threads must be positive");
            }
        }
    }

    private SegmentRewriter(Plan plan, BooleanSupplier stop) {
        this.plan = plan;
        this.stop = stop;
    }

    /**
     * Rewrites them.
     *
     * @param stop asked before each batch; segments that are finished stay
     * @throws CopyException when a running broker holds the folder, the output is not empty, or a disk refuses
     * @throws NotTheSameException when what was written does not read like what it was made of
     */
    public static RewriteReport run(Plan plan, RecordSource.ReadProgress progress, BooleanSupplier stop) {
        List<Path> touched = new ArrayList<>(plan.paths());
        touched.add(plan.output());
        LogFolders locked = LogFolders.lock(touched);
        try {
            return new SegmentRewriter(plan, stop).rewrite(progress);
        } catch (IOException | UncheckedIOException e) {
            throw new CopyException(
                    "writing to " + plan.output() + " failed: " + e.getMessage()
                            + "; the segments themselves are untouched",
                    e);
        } finally {
            locked.close();
        }
    }

    private RewriteReport rewrite(RecordSource.ReadProgress progress) throws IOException {
        requireEmpty(plan.output());
        List<SegmentFile> found = Segments.find(
                        plan.paths().stream().map(Path::toString).toList())
                .files();
        boolean whole;
        RewritePipeline pipeline = new RewritePipeline(
                plan.workers(),
                plan.joinUpToBytes(),
                () -> new BatchRewriter(plan.codec(), plan.joinUpToBytes(), stop));
        try {
            whole = all(found, pipeline, progress) && pipeline.finish();
        } finally {
            pipeline.close();
        }
        whole &=
                plan.inPlace() || takeOver(found.stream().map(SegmentFile::path).collect(Collectors.toSet()));
        SegmentTally tally = pipeline.tally();
        return new RewriteReport(
                found.size(),
                pipeline.finished(),
                tally.sourceBytes,
                tally.bytes,
                tally.sourceBatches,
                tally.batches,
                tally.kept,
                tally.unreadable,
                tally.keptBytes,
                tally.records,
                otherFiles,
                !whole,
                notices);
    }

    private boolean all(List<SegmentFile> found, RewritePipeline pipeline, RecordSource.ReadProgress progress)
            throws IOException {
        long all = found.stream().mapToLong(SegmentFile::storedBytes).sum();
        Map<String, Long> lastOffsets = new HashMap<>();
        found.forEach(file -> lastOffsets.merge(file.partitionName(), file.baseOffset(), Math::max));
        long done = 0;
        for (SegmentFile file : found) {
            boolean last = file.baseOffset() == lastOffsets.getOrDefault(file.partitionName(), 0L);
            long before = done;
            if (!segment(file, last, pipeline, (read, total) -> progress.at(before + read, all))) {
                return false;
            }
            done += file.storedBytes();
        }
        return true;
    }

    private static void requireEmpty(Path output) {
        try {
            if (Files.exists(output)) {
                try (var entries = Files.list(output)) {
                    if (entries.findAny().isPresent()) {
                        throw new CopyException("the output folder " + output
                                + " is not empty, and nothing is written over: name a new one");
                    }
                }
            }
            Files.createDirectories(output);
        } catch (IOException e) {
            throw new CopyException("the output folder " + output + " cannot be made: " + e.getMessage(), e);
        }
    }

    private boolean segment(
            SegmentFile file, boolean last, RewritePipeline pipeline, RecordSource.ReadProgress progress)
            throws IOException {
        if (stop.getAsBoolean()) {
            return false;
        }
        Segments alone = Segments.find(List.of(file.path().toString()));
        Set<Long> unjoined = last && plan.joinUpToBytes() > 0 ? knownOfProducers(alone) : Set.of();
        SegmentOutput output = plan.inPlace()
                ? SegmentOutput.begin(file.path(), file.path(), Optional.of(target(file.path())))
                : SegmentOutput.begin(file.path(), target(file.path()), Optional.empty());
        RewritePipeline.Segment segment = pipeline.begin(output, unjoined);
        boolean[] whole = {true};
        List<ReadNotice> told = alone.walk(
                (one, position, header) -> {
                    whole[0] = !stop.getAsBoolean() && segment.batch(position, header);
                    return whole[0];
                },
                progress);
        if (whole[0]) {
            notices.addAll(told);
        }
        return whole[0] && segment.end();
    }

    /** Base offsets of the last batches of each idempotent producer, which it may yet send again. */
    private static Set<Long> knownOfProducers(Segments segment) {
        Map<Long, Deque<Long>> byProducer = new HashMap<>();
        segment.walkHeaders(
                (file, position, header) -> {
                    if (header.hasProducer()) {
                        remember(byProducer.computeIfAbsent(header.producerId(), id -> new ArrayDeque<>()), header);
                    }
                    return true;
                },
                (read, total) -> {});
        Set<Long> offsets = new HashSet<>();
        byProducer.values().forEach(offsets::addAll);
        return offsets;
    }

    private static void remember(Deque<Long> last, BatchHeader header) {
        if (last.size() == BATCHES_KNOWN_OF_A_PRODUCER) {
            last.removeFirst();
        }
        last.addLast(header.baseOffset());
    }

    /** Where a file of the source goes: under the same names below the output. */
    private Path target(Path file) {
        for (Path given : plan.paths()) {
            Path root = root(given.toAbsolutePath().normalize());
            if (file.startsWith(root)) {
                return plan.output().resolve(root.relativize(file).toString());
            }
        }
        throw new IllegalStateException(file + " lies in none of the paths");
    }

    /** The folder whose contents keep their names: log.dirs, which a partition's folder lies in. */
    private static Path root(Path given) {
        Path folder = Files.isDirectory(given) ? given : given.resolveSibling("");
        boolean partition =
                PARTITION.matcher(String.valueOf(folder.getFileName())).matches();
        Path parent = folder.getParent();
        return partition && parent != null ? parent : folder;
    }

    /**
     * Everything beside segments that a broker needs: checkpoints, snapshots of producers, ids of cluster and topics.
     *
     * @return false where it was stopped
     */
    private boolean takeOver(Set<Path> rewritten) throws IOException {
        if (stop.getAsBoolean()) {
            return false;
        }
        Set<Path> folders = new HashSet<>();
        rewritten.forEach(segment -> folders.add(segment.getParent()));
        Set<Path> copied = new HashSet<>(rewritten);
        Path output = plan.output().toAbsolutePath().normalize();
        for (Path given : plan.paths()) {
            Path from = given.toAbsolutePath().normalize();
            if (!Files.isDirectory(from)) {
                continue;
            }
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return folder.equals(output) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = String.valueOf(file.getFileName());
                    boolean beside = NOT_TAKEN_OVER.matcher(name).matches() && folders.contains(file.getParent());
                    if (!beside && !name.equals(".lock") && attributes.isRegularFile() && copied.add(file)) {
                        copy(file);
                    }
                    return stop.getAsBoolean() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }
            });
        }
        return !stop.getAsBoolean();
    }

    private void copy(Path file) throws IOException {
        Path target = target(file);
        Files.createDirectories(target.resolveSibling(""));
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        otherFiles++;
    }
}
