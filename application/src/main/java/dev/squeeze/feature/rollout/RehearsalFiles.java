package dev.squeeze.feature.rollout;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.kafka.broker.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The files that the commands of a rehearsal read and write; deleted afterwards unless they are to be kept. */
final class RehearsalFiles implements AutoCloseable {
    private final Path folder;
    private final boolean kept;

    /** @throws FailedException if the folder cannot be created */
    RehearsalFiles(Optional<Path> wanted) {
        this.kept = wanted.isPresent();
        try {
            this.folder = kept ? Files.createDirectories(wanted.get()) : Files.createTempDirectory("squeeze-rollout-");
        } catch (IOException e) {
            throw new FailedException("cannot create a folder for the rehearsal: " + e.getMessage(), e);
        }
    }

    Path history() {
        return folder.resolve("history");
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Absent if the files are not kept. */
    Optional<String> keptFolder() {
        return kept ? Optional.of(folder.toString()) : Optional.empty();
    }

    /** Writes a line for each team, in the format of {@code squeeze plan --owners}. */
    void owners(List<App> apps) {
        List<String> lines = new TreeSet<>(apps.stream().map(App::team).toList())
                .stream().map(team -> team + "\\..* " + team).toList();
        try {
            Files.write(file("owners.txt"), lines);
        } catch (IOException e) {
            throw new FailedException(file("owners.txt") + " cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        if (!kept) {
            TemporaryFolder.deleteTree(folder);
        }
    }
}
