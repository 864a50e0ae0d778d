package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.UserFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The archive of a broker's loaded classes (class-data sharing), which shortens the time to its first answer.
 * There is one for each Java and build. The first broker that finds none records it, which costs a few seconds when
 * it ends. It only ever saves time: whatever goes wrong here is passed over.
 */
final class BrokerArchive {
    private static final String PREFIX = "broker-";
    private static final String SUFFIX = ".jsa";
    private static final String RECORDING = ".recording";
    /** The archive of Java's own classes, which every other that is recorded while a program runs stands on. */
    private static final Path OF_JAVA = Path.of("lib", "server", "classes.jsa");

    private static final int FAMILY_LENGTH = 8;
    private static final int IDENTITY_LENGTH = 16;

    private final Optional<Path> archive;
    private final Optional<Path> recording;

    private BrokerArchive(Optional<Path> archive, Optional<Path> recording) {
        this.archive = archive;
        this.recording = recording;
    }

    static BrokerArchive none() {
        return new BrokerArchive(Optional.empty(), Optional.empty());
    }

    /** The archive for this class path and Java. */
    static BrokerArchive of(BrokerClassPath classPath) {
        return of(classPath, Path.of(System.getProperty("java.home")));
    }

    /**
     * The same for a Java; none in a build, since the JVM takes no class path with folders in it, nor where that Java has no
     * archive of its own classes, as one that jlink put together: it would refuse to start.
     */
    static BrokerArchive of(BrokerClassPath classPath, Path javaHome) {
        if (classPath.distribution().isEmpty() || !Files.exists(javaHome.resolve(OF_JAVA))) {
            return none();
        }
        Path distribution = classPath.distribution().get();
        try {
            String name = family(distribution) + identity(classPath);
            for (Path folder : folders(distribution)) {
                Path archive = folder.resolve(name + SUFFIX);
                if (Files.exists(archive)) {
                    return new BrokerArchive(Optional.of(archive), Optional.empty());
                }
            }
            for (Path folder : folders(distribution)) {
                if (canWrite(folder)) {
                    return new BrokerArchive(
                            Optional.of(folder.resolve(name + SUFFIX)),
                            Optional.of(folder.resolve(
                                    name + "-" + ProcessHandle.current().pid() + RECORDING)));
                }
            }
            return none();
        } catch (IOException e) {
            return none();
        }
    }

    /** Beside the distribution's own archive, else in the user's cache. */
    private static List<Path> folders(Path distribution) {
        return List.of(distribution.resolve("cds"), UserFolders.cache());
    }

    private static boolean canWrite(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.isWritable(folder);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whatever makes the JVM refuse an archive when it differs: itself, and name, length and age of every jar. */
    private static String identity(BrokerClassPath classPath) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(System.getProperty("java.vm.version")).append(System.getProperty("java.vm.vendor"));
        for (Path jar : classPath.entries()) {
            text.append('\n').append(jar).append(' ').append(Files.size(jar));
            text.append(' ').append(Files.getLastModifiedTime(jar).toMillis());
        }
        return digest(text.toString(), IDENTITY_LENGTH);
    }

    /** How the names of all archives begin that this Java made for this distribution: one of them is of use. */
    private static String family(Path distribution) {
        return PREFIX + "java-" + Runtime.version().feature() + "-"
                + digest(System.getProperty("java.home") + '\n' + distribution, FAMILY_LENGTH) + "-";
    }

    private static String digest(String text, int length) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The flags of the first broker's JVM; the others only use an archive that exists. */
    List<String> options(boolean first) {
        if (recording.isPresent()) {
            return first ? List.of("-XX:ArchiveClassesAtExit=" + recording.get()) : List.of();
        }
        return archive.filter(path -> path.toFile().length() > 0)
                .map(path -> List.of("-XX:SharedArchiveFile=" + path))
                .orElse(List.of());
    }

    /**
     * Puts what was recorded in its place, or an empty file where this Java cannot record, so that it is not tried at
     * every start. Called after the broker has ended.
     *
     * @param cleanly whether the broker came to the end of its recording
     */
    void publish(boolean cleanly) {
        if (recording.isEmpty() || archive.isEmpty()) {
            return;
        }
        Path made = recording.get();
        try {
            if (cleanly) {
                if (!Files.exists(made)) {
                    Files.createFile(made);
                }
                deleteOthers(archive.get());
                Files.move(made, archive.get(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.deleteIfExists(made);
            }
        } catch (IOException e) {
            // Then the next start tries again.
        }
    }

    /** Archives of earlier builds, and recordings whose parent was killed. */
    private static void deleteOthers(Path current) throws IOException {
        Path folder = current.getParent();
        if (folder == null) {
            return;
        }
        String name = current.getFileName().toString();
        String family = name.substring(0, name.lastIndexOf('-') + 1);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, family + "*")) {
            for (Path file : files) {
                String other = file.getFileName().toString();
                if (other.endsWith(SUFFIX) || (other.endsWith(RECORDING) && !isAlive(other))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isAlive(String recordingName) {
        String pid = recordingName.substring(
                recordingName.lastIndexOf('-') + 1, recordingName.length() - RECORDING.length());
        return pid.chars().allMatch(Character::isDigit)
                && ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }
}
