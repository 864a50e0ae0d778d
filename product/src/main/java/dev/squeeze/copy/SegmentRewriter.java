package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.codec.Codec;
import dev.squeeze.source.ReadNotice;
import dev.squeeze.source.RecordSource;
import dev.squeeze.source.SegmentFile;
import dev.squeeze.source.Segments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites segments in another codec, so that a broker that starts on the result serves the same records at the same offsets.
 * Offsets, timestamps, leader epochs, producer ids and sequences, marks of transactions and holes that compaction left stay
 * as they are. Indexes are not written: a broker makes them anew where they are missing.
 */
public final class SegmentRewriter {
    private static final String UNFINISHED = ".squeeze-unfinished";
    private static final Pattern PARTITION = Pattern.compile(".+-\\d{1,9}");
    private static final Pattern NOT_TAKEN_OVER = Pattern.compile(".*\\.(index|timeindex)|\\.lock|.*\\" + UNFINISHED);
    private static final Pattern INDEXED = Pattern.compile("\\.log$");
    /** A broker knows a retried batch again among the last five of its producer (KIP-98). */
    private static final int BATCHES_KNOWN_OF_A_PRODUCER = 5;

    private final Plan plan;
    private final BooleanSupplier stop;
    private final List<BatchRewriter> opened = new ArrayList<>();
    private final SegmentFileRewrite.Tally tally = new SegmentFileRewrite.Tally();
    private final List<ReadNotice> notices = new ArrayList<>();
    private int segments;
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
     * @param stop asked between segments; what is finished stays
     * @throws CopyException when a running broker holds the folder, the output is not empty, or a disk refuses
     * @throws NotTheSameException when what was written does not read like what it was made of
     */
    public static RewriteReport run(Plan plan, RecordSource.ReadProgress progress, BooleanSupplier stop) {
        SegmentRewriter rewriter = new SegmentRewriter(plan, stop);
        LogFolders locked = LogFolders.lock(plan.paths());
        try {
            return rewriter.rewrite(progress);
        } finally {
            rewriter.opened.forEach(BatchRewriter::close);
            locked.close();
        }
    }

    private RewriteReport rewrite(RecordSource.ReadProgress progress) {
        requireEmpty(plan.output());
        Segments found = Segments.find(plan.paths().stream().map(Path::toString).toList());
        Map<Path, SegmentFile> wanted = new HashMap<>();
        found.files().forEach(file -> wanted.put(file.path(), file));
        long all = found.files().stream().mapToLong(SegmentFile::storedBytes).sum();
        ExecutorService pool = Executors.newFixedThreadPool(plan.workers());
        ThreadLocal<BatchRewriter> rewriters = ThreadLocal.withInitial(this::rewriter);
        boolean stopped = false;
        try {
            long done = 0;
            for (SegmentFile file : found.files()) {
                if (stop.getAsBoolean()) {
                    stopped = true;
                    break;
                }
                long before = done;
                segment(
                        file,
                        isLast(file, found.files()),
                        pool,
                        rewriters,
                        (read, total) -> progress.at(before + read, all));
                done += file.storedBytes();
            }
            if (!stopped && !plan.inPlace()) {
                takeOver(wanted.keySet());
            }
        } catch (IOException | UncheckedIOException e) {
            throw new CopyException(
                    "writing to " + plan.output() + " failed: " + e.getMessage()
                            + "; the segments themselves are untouched",
                    e);
        } finally {
            end(pool);
        }
        return new RewriteReport(
                segments,
                tally.sourceBytes,
                tally.bytes,
                tally.sourceBatches,
                tally.batches,
                tally.kept,
                tally.unreadable,
                tally.keptBytes,
                tally.records,
                otherFiles,
                stopped,
                notices);
    }

    private synchronized BatchRewriter rewriter() {
        BatchRewriter one = new BatchRewriter(plan.codec(), plan.joinUpToBytes());
        opened.add(one);
        return one;
    }

    private static void end(ExecutorService pool) {
        pool.shutdownNow();
        try {
            pool.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    private static boolean isLast(SegmentFile file, List<SegmentFile> all) {
        return all.stream()
                .noneMatch(other ->
                        other.partitionName().equals(file.partitionName()) && other.baseOffset() > file.baseOffset());
    }

    private void segment(
            SegmentFile file,
            boolean last,
            ExecutorService pool,
            ThreadLocal<BatchRewriter> rewriters,
            RecordSource.ReadProgress progress)
            throws IOException {
        Path target = plan.inPlace() ? file.path() : target(file.path());
        Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
        Files.createDirectories(target.getParent());
        Segments alone = Segments.find(List.of(file.path().toString()));
        Set<Long> unjoined = last && plan.joinUpToBytes() > 0 ? knownOfProducers(alone) : Set.of();
        try (FileChannel in = FileChannel.open(file.path(), StandardOpenOption.READ);
                FileChannel out =
                        FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SegmentFileRewrite rewrite =
                    new SegmentFileRewrite(in, out, pool, rewriters, 2 * plan.workers() + 1, unjoined);
            try {
                notices.addAll(alone.walk(
                        (segment, position, header) -> {
                            rewrite.batch(position, header);
                            return true;
                        },
                        progress));
                rewrite.end();
            } finally {
                rewrite.cancel();
            }
            tally.add(rewrite.tally);
        } catch (RuntimeException | IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(file.path()));
        if (plan.inPlace()) {
            keepOriginal(file.path());
        }
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        segments++;
    }

    /** At every moment a whole segment is in its place; its indexes go first, since they would not fit the new one. */
    private void keepOriginal(Path original) throws IOException {
        Path kept = target(original);
        Files.createDirectories(kept.getParent());
        try {
            Files.createLink(kept, original);
        } catch (UnsupportedOperationException | IOException e) {
            // Another file system.
            Files.copy(original, kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
        String stem = INDEXED.matcher(original.toString()).replaceAll("");
        Files.deleteIfExists(Path.of(stem + ".index"));
        Files.deleteIfExists(Path.of(stem + ".timeindex"));
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

    /** Everything beside segments that a broker needs: checkpoints, snapshots of producers, ids of cluster and topics. */
    private void takeOver(Set<Path> rewritten) throws IOException {
        for (Path given : plan.paths()) {
            Path from = given.toAbsolutePath().normalize();
            if (!Files.isDirectory(from)) {
                continue;
            }
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = String.valueOf(file.getFileName());
                    boolean beside =
                            NOT_TAKEN_OVER.matcher(name).matches() && hasRewritten(file.getParent(), rewritten);
                    if (!rewritten.contains(file) && !beside && !name.equals(".lock") && attributes.isRegularFile()) {
                        copy(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    private static boolean hasRewritten(@Nullable Path folder, Set<Path> rewritten) {
        return rewritten.stream().anyMatch(segment -> Objects.equals(folder, segment.getParent()));
    }

    private void copy(Path file) throws IOException {
        Path target = target(file);
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        otherFiles++;
    }
}
