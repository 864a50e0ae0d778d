package dev.squeeze;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.child.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * An archive of loaded classes (class-data sharing) for the JVMs that tests start: without it, a third of the CPU time of a
 * broker that lives for seconds is loading and verifying the classes of its libraries. It is made before the first test
 * with a broker, and again when Java or a library changes; until it is there, and where it cannot be made, children start
 * without it. It holds no class of ours, so that a change of the sources leaves it as it is.
 */
public final class SharedClasses implements TestExecutionListener {
    /** A system property: the folder that keeps the archive, below the build's. Without it there is none. */
    private static final String FOLDER = "squeeze.child.archives";

    private static final TestTag LIVE = TestTag.create("live");
    private static final long TIMEOUT_SECONDS = 120;
    private static final int NAME_LENGTH = 16;

    private boolean settled;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        String folder = System.getProperty(FOLDER, "");
        // Options of children are divided by blanks.
        if (settled || folder.isEmpty() || folder.contains(" ") || !hasLiveTests(plan)) {
            return;
        }
        try {
            settled = use(Files.createDirectories(Path.of(folder)));
        } catch (IOException | ClusterException e) {
            System.err.println("no archive of classes for the JVMs that tests start: " + e.getMessage());
            settled = true;
        }
    }

    private static boolean hasLiveTests(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .anyMatch(test -> test.getTags().contains(LIVE));
    }

    /** False while another process makes it. */
    private static boolean use(Path folder) throws IOException {
        List<Path> jars = foldersLast();
        Path archive = folder.resolve(nameOf(jars) + ".jsa");
        if (!Files.exists(archive)) {
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                if (lock == null) {
                    return false;
                }
                if (!Files.exists(archive)) {
                    make(archive, jars);
                }
            }
        }
        System.setProperty(ChildJvm.PROPERTY, options() + " -XX:SharedArchiveFile=" + archive);
        return true;
    }

    private static String options() {
        return System.getProperty(ChildJvm.PROPERTY, "");
    }

    /**
     * Puts the folders of the class path that children get at its end, since an archive knows only jars, and the class path
     * must begin with those that it knows. Returns the jars.
     */
    private static List<Path> foldersLast() {
        Map<Boolean, List<Path>> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .collect(Collectors.partitioningBy(Files::isRegularFile));
        List<Path> jars = entries.getOrDefault(true, List.of());
        System.setProperty(
                "java.class.path",
                joined(Stream.concat(jars.stream(), entries.getOrDefault(false, List.of()).stream())
                        .toList()));
        return jars;
    }

    private static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Whatever makes the JVM refuse an archive when it differs: itself, and name, length and age of every jar. */
    private static String nameOf(List<Path> jars) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(System.getProperty("java.home")).append(System.getProperty("java.vm.version"));
        for (Path jar : jars) {
            text.append('\n').append(jar).append(' ').append(Files.size(jar));
            text.append(' ').append(Files.getLastModifiedTime(jar).toMillis());
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void make(Path archive, List<Path> jars) throws IOException {
        Path loaded = archive.resolveSibling("loaded");
        Path list = archive.resolveSibling("list");
        Path made = archive.resolveSibling("made");
        recordLoadedClasses(loaded);
        Files.write(list, ofLibraries(Files.readAllLines(loaded)));
        Process dump = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:dump",
                        "-Xlog:disable",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + made,
                        "-cp",
                        joined(jars))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!dump.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || dump.exitValue() != 0) {
                throw new IOException("java -Xshare:dump failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            dump.destroyForcibly();
        }
        Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    }

    /** A broker that has served a client has loaded what most brokers of tests, and most clients, load. */
    private static void recordLoadedClasses(Path list) {
        String before = options();
        System.setProperty(ChildJvm.PROPERTY, before + " -XX:DumpLoadedClassList=" + list);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            Topics.create(cluster, List.of(new TopicSpec("loaded", 1, 1, Map.of())));
        } finally {
            System.setProperty(ChildJvm.PROPERTY, before);
        }
    }

    private static List<String> ofLibraries(List<String> loaded) {
        List<String> list = new ArrayList<>();
        for (String line : loaded) {
            if (!line.startsWith("#") && !line.contains("dev/squeeze/") && !line.contains(" source: ")) {
                list.add(line);
            }
        }
        return list;
    }
}
