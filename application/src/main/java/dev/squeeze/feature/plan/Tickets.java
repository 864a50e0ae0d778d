package dev.squeeze.feature.plan;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.OutputFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes one Markdown file per team, with the plan for its own topics. */
final class Tickets {
    private static final String NOBODY = "no-team";

    private Tickets() {}

    /**
     * Writes the files, or none if one of them already exists.
     *
     * @return the files written
     * @throws FailedException if a file already exists or cannot be written
     */
    static List<Path> write(PlanResult plan, Path folder) {
        Map<String, Optional<String>> teams = new LinkedHashMap<>();
        plan.changes().forEach(change -> teams.putIfAbsent(fileName(change.owner()), change.owner()));
        List<Path> files = teams.keySet().stream().map(folder::resolve).toList();
        for (Path file : files) {
            if (Files.exists(file)) {
                throw new FailedException(
                        "--tickets: " + file + " exists: name a new folder, or remove the file; nothing was written");
            }
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new FailedException("--tickets: the folder " + folder + " cannot be created: " + e.getMessage(), e);
        }
        for (Path file : files) {
            WrittenFile.write(
                    file,
                    OutputFormat.markdown(
                            ofTeam(plan, file.getFileName().toString()),
                            "Compression of Kafka topics: "
                                    + teams.getOrDefault(file.getFileName().toString(), Optional.empty())
                                            .orElse("no team")));
        }
        return files;
    }

    /** Names that differ only in characters other than letters and digits share a file. */
    private static String fileName(Optional<String> team) {
        String name = team.orElse(NOBODY)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}]+", "-")
                .replaceAll("^-|-$", "");
        return (name.isEmpty() ? NOBODY : name) + ".md";
    }

    private static PlanResult ofTeam(PlanResult plan, String file) {
        List<PlannedChange> changes = plan.changes().stream()
                .filter(change -> fileName(change.owner()).equals(file))
                .toList();
        return plan.part(
                changes,
                plan.unchanged().stream()
                        .filter(topic -> fileName(topic.owner()).equals(file)
                                && topic.owner().isPresent())
                        .toList());
    }
}
