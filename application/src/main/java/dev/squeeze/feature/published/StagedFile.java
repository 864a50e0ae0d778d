package dev.squeeze.feature.published;

import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The content of a published experiment's file, with keys, figures and findings checked for consistency. {@link
 * StageCommands} checks that stages have the arms that figures name.
 *
 * @param file as the user named it
 * @param source source of records, for {@code ${source}}
 * @param brokers number of embedded brokers that the stages share
 * @param figureLines line of each figure in the file
 */
public record StagedFile(
        String file,
        ExperimentResult.ExperimentInfo info,
        Optional<String> source,
        int brokers,
        List<Stage> stages,
        List<PublishedFigure> figures,
        Map<String, Integer> figureLines,
        List<PublishedFinding> findings) {
    /** Commands that may be a stage: those that measure, and the one that creates topics for them. */
    static final Set<String> COMMANDS =
            Set.of("fill", "bench", "copy", "inspect", "measure", "advise", "recompress", "survey", "doctor");

    private static final String COMMAND = "command";
    private static final String TITLE = "title";
    private static final Set<String> TOP = Set.of(
            "name",
            "description",
            "published-in",
            "source",
            "stands-in",
            "brokers",
            ExperimentFile.STAGES,
            ExperimentFile.PUBLISHED,
            ExperimentFile.FINDINGS);
    private static final Set<String> OF_FIGURE =
            Set.of("label", "value", "unit", "relative-to", "bound", "stage", "arm", "metric");
    private static final Set<String> OF_FINDING = Set.of("says", "figure", "difference", "because");
    private static final Set<String> OF_REPORT = Set.of("title", "year", "link");

    public StagedFile {
        stages = List.copyOf(stages);
        figures = List.copyOf(figures);
        figureLines = Map.copyOf(figureLines);
        findings = List.copyOf(findings);
    }

    /**
     * Interprets the file.
     *
     * @throws UsageException for a mistake in the file, with its line
     */
    public static StagedFile of(ExperimentFile file) {
        requireKnown(file, file.entries(), TOP);
        List<Stage> stages = stages(file);
        Map<String, Integer> lines = new LinkedHashMap<>();
        List<PublishedFigure> figures = figures(file, stages, lines);
        return new StagedFile(
                file.file(),
                info(file),
                CommandKeys.text(file, "source"),
                number(file, file.entries(), "brokers").orElse(1),
                stages,
                figures,
                lines,
                findings(file, figures));
    }

    private static ExperimentResult.ExperimentInfo info(ExperimentFile file) {
        return new ExperimentResult.ExperimentInfo(
                CommandKeys.text(file, "name").orElse(file.file()),
                CommandKeys.text(file, "description"),
                Optional.ofNullable(file.entries().get("published-in")).map(entry -> report(file, entry)),
                CommandKeys.text(file, "stands-in"));
    }

    private static ExperimentResult.PublishedIn report(ExperimentFile file, ExperimentFile.Entry entry) {
        if (!(entry.value() instanceof ExperimentFile.Value.Named named)
                || !named.texts().containsKey("title")) {
            throw file.wrong(entry, "published-in must be a map with a title, and optionally year and link");
        }
        for (String key : named.texts().keySet()) {
            if (!OF_REPORT.contains(key)) {
                throw file.wrong(entry, "published-in: " + unknown(key, OF_REPORT));
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        named.texts().forEach((key, values) -> texts.put(key, String.join(", ", values)));
        try {
            return new ExperimentResult.PublishedIn(
                    texts.getOrDefault("title", ""),
                    texts.containsKey("year")
                            ? OptionalInt.of(Integer.parseInt(texts.getOrDefault("year", "")))
                            : OptionalInt.empty(),
                    Optional.ofNullable(texts.get("link")));
        } catch (NumberFormatException e) {
            throw file.wrong(entry, "published-in: year must be a number, not '" + texts.get("year") + "'");
        }
    }

    private static Map<String, ExperimentFile.Section> sections(ExperimentFile file, String key) {
        ExperimentFile.Entry entry = file.entries().get(key);
        if (entry == null) {
            return Map.of();
        }
        if (entry.value() instanceof ExperimentFile.Value.Sections sections
                && !sections.sections().isEmpty()) {
            return sections.sections();
        }
        throw file.wrong(entry, key + " must be a map of names, each with keys of its own below it");
    }

    private static List<Stage> stages(ExperimentFile file) {
        List<Stage> stages = new ArrayList<>();
        sections(file, ExperimentFile.STAGES).forEach((name, section) -> {
            Map<String, ExperimentFile.Entry> keys = new LinkedHashMap<>(section.entries());
            String command = required(file, section, COMMAND);
            if (!COMMANDS.contains(command)) {
                throw file.wrong(
                        section.entries().get(COMMAND) == null ? section.line() : line(section, COMMAND),
                        "a stage cannot run the command '" + command + "' (known: "
                                + String.join(", ", new TreeSet<>(COMMANDS)) + ")");
            }
            keys.remove(COMMAND);
            keys.remove(TITLE);
            stages.add(new Stage(
                    name,
                    text(file, section, TITLE).orElse(name),
                    command,
                    section.line(),
                    new ExperimentFile(file.file(), keys)));
        });
        return stages;
    }

    private static List<PublishedFigure> figures(ExperimentFile file, List<Stage> stages, Map<String, Integer> lines) {
        List<PublishedFigure> figures = new ArrayList<>();
        Map<String, ExperimentFile.Section> sections = sections(file, ExperimentFile.PUBLISHED);
        sections.forEach((id, section) -> {
            requireKnown(file, section.entries(), OF_FIGURE);
            lines.put(id, section.line());
            Optional<String> relativeTo = text(file, section, "relative-to");
            relativeTo.filter(base -> !sections.containsKey(base)).ifPresent(base -> {
                throw file.wrong(line(section, "relative-to"), "there is no published figure '" + base + "'");
            });
            figures.add(new PublishedFigure(
                    id,
                    text(file, section, "label").orElse(id),
                    value(file, section),
                    required(file, section, "unit"),
                    relativeTo,
                    text(file, section, "bound").map(text -> bound(file, section, text)),
                    place(file, section, stages)));
        });
        return figures;
    }

    private static double value(ExperimentFile file, ExperimentFile.Section section) {
        String text = required(file, section, "value");
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw file.wrong(line(section, "value"), "value must be a number, not '" + text + "'");
        }
        throw file.wrong(line(section, "value"), "value must be above 0, not " + text);
    }

    private static Holding.Bound bound(ExperimentFile file, ExperimentFile.Section section, String text) {
        return switch (text) {
            case "at-most" -> Holding.Bound.AT_MOST;
            case "at-least" -> Holding.Bound.AT_LEAST;
            default ->
                throw file.wrong(line(section, "bound"), "bound must be at-most or at-least, got '" + text + "'");
        };
    }

    private static Optional<PublishedFigure.Place> place(
            ExperimentFile file, ExperimentFile.Section section, List<Stage> stages) {
        Optional<String> name = text(file, section, "stage");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Stage stage = stages.stream()
                .filter(known -> known.name().equals(name.get()))
                .findFirst()
                .orElseThrow(() -> file.wrong(line(section, "stage"), "there is no stage '" + name.get() + "'"));
        String metric = required(file, section, "metric");
        Set<String> metrics = StageFigures.metrics(stage.command()).keySet();
        if (!metrics.contains(metric)) {
            throw file.wrong(
                    line(section, "metric"),
                    metrics.isEmpty()
                            ? "a stage of " + stage.command() + " has no figures"
                            : stage.command() + " has no metric '" + metric + "'" + near(metric, metrics));
        }
        return Optional.of(new PublishedFigure.Place(name.get(), required(file, section, "arm"), metric));
    }

    private static List<PublishedFinding> findings(ExperimentFile file, List<PublishedFigure> figures) {
        List<PublishedFinding> findings = new ArrayList<>();
        sections(file, ExperimentFile.FINDINGS).forEach((id, section) -> {
            requireKnown(file, section.entries(), OF_FINDING);
            String name = required(file, section, "figure");
            PublishedFigure figure = figures.stream()
                    .filter(known -> known.id().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> file.wrong(line(section, "figure"), "there is no published figure '" + name + "'"));
            if (figure.relativeTo().isEmpty() && figure.bound().isEmpty()) {
                throw file.wrong(
                        line(section, "figure"),
                        "'" + name + "' cannot support a finding by itself: give it relative-to or bound");
            }
            findings.add(new PublishedFinding(
                    id,
                    required(file, section, "says"),
                    name,
                    small(file, section, figure),
                    text(file, section, "because")));
        });
        return findings;
    }

    private static boolean small(ExperimentFile file, ExperimentFile.Section section, PublishedFigure figure) {
        Optional<String> difference = text(file, section, "difference");
        difference.filter(text -> !text.equals("small")).ifPresent(text -> {
            throw file.wrong(
                    line(section, "difference"),
                    "difference must be small, or left out if the finding is that there is a difference, got '" + text
                            + "'");
        });
        if (difference.isPresent() && figure.bound().isPresent()) {
            throw file.wrong(
                    line(section, "difference"),
                    "'" + figure.id()
                            + "' was published as a bound, which already limits the difference: leave difference out");
        }
        return difference.isPresent();
    }

    private static void requireKnown(
            ExperimentFile file, Map<String, ExperimentFile.Entry> entries, Set<String> known) {
        for (ExperimentFile.Entry entry : entries.values()) {
            if (!known.contains(entry.key())) {
                throw file.wrong(entry, unknown(entry.key(), known));
            }
        }
    }

    private static String unknown(String key, Set<String> known) {
        return "unknown key '" + key + "'" + near(key, known);
    }

    static String near(String name, Set<String> known) {
        return NearestName.of(name, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElseGet(() -> " (known: " + String.join(", ", new TreeSet<>(known)) + ")");
    }

    private static Optional<Integer> number(
            ExperimentFile file, Map<String, ExperimentFile.Entry> entries, String key) {
        ExperimentFile.Entry entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (entry.value() instanceof ExperimentFile.Value.One one && one.text().matches("[1-5]")) {
            return Optional.of(Integer.parseInt(one.text()));
        }
        throw file.wrong(entry, key + " must be a number from 1 to 5");
    }

    private static Optional<String> text(ExperimentFile file, ExperimentFile.Section section, String key) {
        return CommandKeys.text(new ExperimentFile(file.file(), section.entries()), key);
    }

    private static String required(ExperimentFile file, ExperimentFile.Section section, String key) {
        return text(file, section, key).orElseThrow(() -> file.wrong(section.line(), key + " is missing"));
    }

    private static int line(ExperimentFile.Section section, String key) {
        ExperimentFile.Entry entry = section.entries().get(key);
        return entry == null ? section.line() : entry.line();
    }
}
