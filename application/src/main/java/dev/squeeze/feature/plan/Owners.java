package dev.squeeze.feature.plan;

import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Maps topics to teams, from a file that works like CODEOWNERS: the last matching line wins. */
final class Owners {
    /** No topic has a known owner. */
    static final Owners NONE = new Owners(List.of());

    private final List<Line> lines;

    private record Line(Pattern topics, String team) {}

    private Owners(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Reads lines that consist of a regular expression, which must match the whole topic name, whitespace and a team,
     * such as {@code orders\..* checkout}. Empty lines and comments after {@code #} are ignored.
     *
     * @throws UsageException if the file cannot be read or a line cannot be parsed; the message names the file and the
     *     line
     */
    static Owners read(Path file) {
        List<String> text;
        try {
            text = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new UsageException("--owners " + file + " is not UTF-8 text", e);
        } catch (NoSuchFileException e) {
            throw new UsageException("--owners " + file + " cannot be read: there is no such file", e);
        } catch (IOException e) {
            throw new UsageException("--owners " + file + " cannot be read: " + e.getMessage(), e);
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            String line = text.get(i).replaceFirst("(^|\\s)#.*", "").strip();
            if (!line.isEmpty()) {
                lines.add(line(file + ", line " + (i + 1), line));
            }
        }
        return new Owners(lines);
    }

    private static Line line(String where, String line) {
        String[] parts = line.split("\\s+", 2);
        if (parts.length < 2) {
            throw new UsageException(where + ": '" + line
                    + "' names no team: write a regular expression for topics, a space and the team, as in"
                    + " 'orders\\..* checkout'");
        }
        try {
            return new Line(Pattern.compile(parts[0]), parts[1].strip());
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    where + ": '" + parts[0] + "' is not a valid regular expression: " + e.getDescription(), e);
        }
    }

    /** Regular expressions that match none of these topics, perhaps because a name is misspelled. */
    List<String> withoutTopics(Collection<String> topics) {
        return lines.stream()
                .map(Line::topics)
                .filter(pattern -> topics.stream()
                        .noneMatch(topic -> pattern.matcher(topic).matches()))
                .map(Pattern::pattern)
                .toList();
    }

    Optional<String> of(String topic) {
        return lines.stream()
                .filter(line -> line.topics().matcher(topic).matches())
                .reduce((earlier, later) -> later)
                .map(Line::team);
    }
}
