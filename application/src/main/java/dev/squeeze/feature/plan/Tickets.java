package dev.squeeze.feature.plan;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.document.OutputFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One Markdown file a team: the plan of its own topics. */
final class Tickets {
    private static final String NOBODY = "no-team";

    private Tickets() {}

    /**
     * Writes them; a file that is there already is replaced.
     *
     * @return the files
     * @throws FailedException where one cannot be written
     */
    static List<Path> write(PlanResult plan, Path folder) {
        Map<String, Optional<String>> teams = new LinkedHashMap<>();
        plan.changes().forEach(change -> teams.putIfAbsent(fileName(change.owner()), change.owner()));
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, Optional<String>> team : teams.entrySet()) {
                Files.writeString(
                        folder.resolve(team.getKey()), OutputFormat.MARKDOWN.render(ofTeam(plan, team.getKey())));
            }
        } catch (IOException e) {
            throw new FailedException("--tickets " + folder + " cannot be written: " + e.getMessage(), e);
        }
        return teams.keySet().stream().map(folder::resolve).toList();
    }

    /** Names that differ in other signs than letters and digits share a file. */
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
        return new PlanResult(
                plan.schemaVersion(),
                plan.kind(),
                plan.run(),
                plan.bootstrap(),
                plan.surveyed(),
                plan.checked(),
                plan.currency(),
                plan.leastSaving(),
                Savings.sum(changes.stream().map(PlannedChange::savings).toList())
                        .money(),
                changes,
                plan.unchanged().stream()
                        .filter(topic -> fileName(topic.owner()).equals(file)
                                && topic.owner().isPresent())
                        .toList());
    }
}
