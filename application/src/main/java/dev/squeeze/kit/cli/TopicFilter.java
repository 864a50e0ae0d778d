package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Selects topics by regular expressions that must match the whole name, as in Kafka's own tools. */
public record TopicFilter(List<Pattern> include, List<Pattern> exclude) {
    public TopicFilter {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** @throws UsageException if a regular expression is invalid; the message names the flag and the position */
    static TopicFilter parse(List<String> include, List<String> exclude) {
        return new TopicFilter(patterns("--include", include), patterns("--exclude", exclude));
    }

    private static List<Pattern> patterns(String flag, List<String> expressions) {
        return expressions.stream().map(text -> pattern(flag, text)).toList();
    }

    private static Pattern pattern(String flag, String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    flag + " '" + text + "' is not a regular expression: " + e.getDescription()
                            + (e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1)),
                    e);
        }
    }

    public boolean takes(String topic) {
        return (include.isEmpty() || matches(include, topic)) && !matches(exclude, topic);
    }

    private static boolean matches(List<Pattern> patterns, String topic) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }
}
