package dev.squeeze.kit.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The class path of a broker: the libraries that only a broker needs, followed by this program's own class path. A distribution
 * keeps the former in a separate folder, so that they do not slow down other commands; in a build they are on the class path.
 */
final class BrokerClassPath {
    private static final Path LIST = Path.of("broker-lib", "class-path");

    private final List<Path> entries;
    private final Optional<Path> distribution;

    private BrokerClassPath(List<Path> entries, Optional<Path> distribution) {
        this.entries = List.copyOf(entries);
        this.distribution = distribution;
    }

    static BrokerClassPath ofThisJvm() {
        List<Path> own = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .toList();
        List<Path> all = new ArrayList<>();
        Optional<Path> distribution = own.stream().findFirst().flatMap(BrokerClassPath::distribution);
        distribution.ifPresent(folder -> all.addAll(listed(folder)));
        all.addAll(own);
        return new BrokerClassPath(all, distribution);
    }

    private static Optional<Path> distribution(Path jar) {
        Path libraries = jar.getParent();
        Path folder = libraries == null ? null : libraries.getParent();
        return folder != null && Files.isReadable(folder.resolve(LIST)) ? Optional.of(folder) : Optional.empty();
    }

    private static List<Path> listed(Path distribution) {
        try {
            return Arrays.stream(
                            Files.readString(distribution.resolve(LIST)).trim().split(":"))
                    .map(distribution::resolve)
                    .toList();
        } catch (IOException e) {
            throw new ClusterException(
                    "the list of the broker's libraries cannot be read: " + e.getMessage() + "; build Squeeze again",
                    e);
        }
    }

    /** Jars; in a build also folders. */
    List<Path> entries() {
        return entries;
    }

    /** The folder that contains {@code lib} and {@code broker-lib}; absent in a build. */
    Optional<Path> distribution() {
        return distribution;
    }

    @Override
    public String toString() {
        return String.join(
                File.pathSeparator, entries.stream().map(Path::toString).toList());
    }
}
