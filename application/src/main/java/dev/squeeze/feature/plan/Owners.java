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

/** Which team a topic belongs to, by a file that is read as a CODEOWNERS file is: the last line that matches counts. */
final class Owners {
    /** Nobody is known. */
    static final Owners NONE = new Owners(List.of());

    private final List<Line> lines;

    private record Line(Pattern topics, String team) {}

    private Owners(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Reads lines of a regular expression, which has to match the whole name of a topic, blanks and a team, such as
     * {@code orders\..* checkout}. Empty lines, and what follows a {@code #}, are passed over.
     *
     * @throws UsageException where the file cannot be read or a line cannot be understood; the message names both
     */
    static Owners read(Path file) {
        List<String> text;
        try {
            text = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new UsageException("--owners " + file + " is not a text in UTF-8", e);
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
            throw new UsageException(
                    where + ": '" + line
                            + "' names no team: write a regular expression for topics, a blank and the team, as in 'orders\\..* checkout'");
        }
        try {
            return new Line(Pattern.compile(parts[0]), parts[1].strip());
        } catch (PatternSyntaxException e) {
            throw new UsageException(where + ": '" + parts[0] + "' is no regular expression: " + e.getDescription(), e);
        }
    }

    /** Regular expressions that match none of these topics: a name may be misspelt. */
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
