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
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * A class-data sharing archive for the JVMs that tests start. Without it, a broker that lives for seconds spends a third of its CPU
 * time on loading and verifying library classes. It is created before the first test with a broker, and again if Java, a library or
 * this project's classes change; until it exists, and if it cannot be created, children start without it.
 *
 * <p>A broker writes it when it ends, with all classes that it has loaded, including those of its lambda expressions, which an
 * archive created from a class list lacks. This requires a class path of jars, so this project's classes are put into one as well.
 */
public final class SharedClasses implements TestExecutionListener {
    /** A system property: the folder for the archive, below the build folder. No archive is used if it is not set. */
    private static final String FOLDER = "squeeze.child.archives";

    private static final TestTag LIVE = TestTag.create("live");
    private static final int NAME_LENGTH = 16;

    private boolean settled;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        String folder = System.getProperty(FOLDER, "");
        // Options of children are separated by blanks.
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

    /** False while another process is creating it. */
    private static boolean use(Path folder) throws IOException {
        Map<Boolean, List<Path>> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .collect(Collectors.partitioningBy(Files::isRegularFile));
        List<Path> jars = new ArrayList<>(entries.getOrDefault(true, List.of()));
        List<Path> folders = entries.getOrDefault(false, List.of());
        Path archive = folder.resolve(nameOf(jars, folders) + ".jsa");
        Path own = archive.resolveSibling(archive.getFileName() + ".jar");
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            // Children of another process may have it on their class path, even if it could not create an archive.
            if (!Files.exists(own)) {
                deleteOlder(folder);
                putIntoJar(folders, own);
            }
            jars.add(own);
            System.setProperty("java.class.path", joined(jars));
            if (!Files.exists(archive)) {
                make(archive);
            }
        }
        System.setProperty(ChildJvm.PROPERTY, options() + " -XX:SharedArchiveFile=" + archive);
        return true;
    }

    private static String options() {
        return System.getProperty(ChildJvm.PROPERTY, "");
    }

    private static void deleteOlder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> !each.endsWith("lock")).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Of two files with the same name, the first one is used, as on a class path. */
    private static void putIntoJar(List<Path> folders, Path jar) throws IOException {
        Set<String> names = new HashSet<>();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path folder : folders) {
                for (Path file : filesOf(folder)) {
                    String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                    if (names.add(name)) {
                        out.putNextEntry(new JarEntry(name));
                        Files.copy(file, out);
                        out.closeEntry();
                    }
                }
            }
        }
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Everything whose change makes the JVM reject an archive: the JVM itself, and name, size and modification time of every jar.
     */
    private static String nameOf(List<Path> jars, List<Path> folders) throws IOException {
        List<Path> files = new ArrayList<>(jars);
        for (Path folder : folders) {
            files.addAll(filesOf(folder));
        }
        StringBuilder text = new StringBuilder();
        text.append(System.getProperty("java.home")).append(System.getProperty("java.vm.version"));
        for (Path file : files) {
            text.append('\n').append(file).append(' ').append(Files.size(file));
            text.append(' ').append(Files.getLastModifiedTime(file).toMillis());
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A broker that has served a client has loaded what most brokers and clients in tests load. */
    private static void make(Path archive) throws IOException {
        Path made = archive.resolveSibling("made");
        String before = options();
        System.setProperty(ChildJvm.PROPERTY, before + " -XX:ArchiveClassesAtExit=" + made);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            Topics.create(cluster, List.of(new TopicSpec("loaded", 1, 1, Map.of())));
        } finally {
            System.setProperty(ChildJvm.PROPERTY, before);
        }
        if (!Files.exists(made)) {
            throw new IOException("the broker that ended wrote none");
        }
        Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    }
}
