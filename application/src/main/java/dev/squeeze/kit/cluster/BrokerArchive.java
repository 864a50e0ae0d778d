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
 * The class-data sharing (CDS) archive of a broker, which shortens its start. There is one for each Java installation and build.
 * The first broker that finds none records it, which costs a few seconds when the broker ends. It is only an optimization: all
 * failures are ignored.
 */
final class BrokerArchive {
    private static final String PREFIX = "broker-";
    private static final String SUFFIX = ".jsa";
    private static final String RECORDING = ".recording";
    /** The default archive of Java's own classes, which every dynamically recorded archive depends on. */
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
     * The same for a Java installation. None in a build, since the JVM cannot archive classes from folders on the class path, nor
     * for a Java without the default archive, such as one created with jlink: it would refuse to start.
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

    /** Next to the distribution's own archive, otherwise in the user's cache. */
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

    /**
     * Everything whose change makes the JVM reject an archive: the JVM itself, and name, size and modification time of every jar.
     */
    private static String identity(BrokerClassPath classPath) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(System.getProperty("java.vm.version")).append(System.getProperty("java.vm.vendor"));
        for (Path jar : classPath.entries()) {
            text.append('\n').append(jar).append(' ').append(Files.size(jar));
            text.append(' ').append(Files.getLastModifiedTime(jar).toMillis());
        }
        return digest(text.toString(), IDENTITY_LENGTH);
    }

    /** The common prefix of all archives that this Java has recorded for this distribution, only one of which is current. */
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

    /** The JVM options of the first broker; other brokers only use an existing archive. */
    List<String> options(boolean first) {
        if (recording.isPresent()) {
            return first ? List.of("-XX:ArchiveClassesAtExit=" + recording.get()) : List.of();
        }
        return archive.filter(path -> path.toFile().length() > 0)
                .map(path -> List.of("-XX:SharedArchiveFile=" + path))
                .orElse(List.of());
    }

    /**
     * Moves the recorded archive to its place, or an empty file if this Java cannot record one, so that not every start tries
     * again. Called after the broker has ended.
     *
     * @param cleanly whether the broker completed the recording
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
            // The next start tries again.
        }
    }

    /** Deletes archives of earlier builds, and recordings whose parent was killed. */
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
