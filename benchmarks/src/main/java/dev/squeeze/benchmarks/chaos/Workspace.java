package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, with a subfolder for each episode. Those of clean episodes are deleted, the others are kept as
 * evidence.
 */
final class Workspace {
    /** More of them would fill the disk without adding information. */
    private static final int MAX_EVIDENCE = 6;

    private final Path root;
    private final Distribution distribution;
    private final List<Path> mounts = new ArrayList<>();
    private final boolean keepAll;
    private int episodes;
    private int evidence;

    /** @param keepAll whether to keep the folders of clean episodes as well */
    Workspace(Distribution distribution, boolean keepAll) throws IOException {
        this.distribution = distribution;
        this.keepAll = keepAll;
        this.root = Files.createTempDirectory("squeeze-chaos-");
    }

    Path root() {
        return root;
    }

    Distribution distribution() {
        return distribution;
    }

    synchronized Path episode(String name) throws IOException {
        return Files.createDirectories(root.resolve(String.format("%03d-%s", ++episodes, name)));
    }

    /** Whether findings were kept, or would have been. */
    synchronized boolean hasEvidence() {
        return evidence > 0;
    }

    synchronized void finish(Path episode, boolean clean) {
        boolean keep = keepAll || !clean && evidence < MAX_EVIDENCE;
        evidence += clean ? 0 : 1;
        for (Path mount : List.copyOf(mounts)) {
            if (mount.startsWith(episode)) {
                if (keep) {
                    copyTree(mount, mount.resolveSibling(mount.getFileName() + "-kept"));
                }
                unmount(mount);
            }
        }
        if (!keep) {
            deleteTree(episode);
        }
    }

    /** Mounts a separate small file system, which can be filled; false if this is not permitted. */
    synchronized boolean mount(Path folder, long sizeBytes) throws IOException {
        Files.createDirectories(folder);
        if (run("mount", "-t", "tmpfs", "-o", "size=" + sizeBytes, "squeeze-chaos", folder.toString())) {
            mounts.add(folder);
            return true;
        }
        return false;
    }

    private void unmount(Path folder) {
        if (run("umount", folder.toString()) || run("umount", "-l", folder.toString())) {
            mounts.remove(folder);
        }
    }

    /** Called at the end, also after Ctrl-C: leaves no mounts, and no files except evidence. */
    synchronized void close() {
        for (Path mount : List.copyOf(mounts)) {
            unmount(mount);
        }
        if (evidence == 0 && !keepAll) {
            deleteTree(root);
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static void copyTree(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (!String.valueOf(file.getFileName()).equals("filler")) {
                        Files.copy(file, to.resolve(from.relativize(file).toString()));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            System.err.println("chaos: evidence was not kept: " + e);
        }
    }

    static void deleteTree(Path tree) {
        for (int attempt = 0; attempt < 5 && Files.exists(tree); attempt++) {
            try {
                Files.walkFileTree(tree, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                            throws IOException {
                        Files.deleteIfExists(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                // A process that is just ending may still write: try again.
            }
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
