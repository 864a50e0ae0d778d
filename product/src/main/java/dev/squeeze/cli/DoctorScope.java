package dev.squeeze.cli;

import dev.squeeze.cluster.ClusterFacts;
import dev.squeeze.unit.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which of a cluster's topics are examined: those that were named, or all that are not Kafka's own. */
record DoctorScope(List<String> topics, Optional<Pattern> include, Optional<Pattern> exclude) {
    private static final String TOPIC = "topic:";

    /** Finds mistakes before any work is done. */
    static DoctorScope of(List<String> words, Optional<String> include, Optional<String> exclude) {
        if (!words.isEmpty() && (include.isPresent() || exclude.isPresent())) {
            throw new IllegalArgumentException("--include and --exclude are for all topics: leave them or TOPIC out");
        }
        List<String> names = new ArrayList<>();
        for (String word : words) {
            String name = word.toLowerCase(Locale.ROOT).startsWith(TOPIC) ? word.substring(TOPIC.length()) : word;
            if (name.isBlank()) {
                throw new IllegalArgumentException("'" + word + "' names no topic: write topic:NAME");
            }
            names.add(name);
        }
        return new DoctorScope(
                List.copyOf(names),
                include.map(expression -> pattern("--include", expression)),
                exclude.map(expression -> pattern("--exclude", expression)));
    }

    private static Pattern pattern(String flag, String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    flag + " '" + expression + "' is no regular expression: " + e.getDescription(), e);
        }
    }

    /**
     * The topics to examine.
     *
     * @throws FailedException where one that was named is not there, or none is left
     */
    List<ClusterFacts.Topic> of(List<ClusterFacts.Topic> all, String bootstrap) {
        if (!topics.isEmpty()) {
            return topics.stream()
                    .distinct()
                    .map(name -> named(name, all, bootstrap))
                    .toList();
        }
        List<ClusterFacts.Topic> chosen = all.stream()
                .filter(topic -> !topic.internal())
                .filter(topic -> include.map(pattern -> matches(pattern, topic)).orElse(true))
                .filter(topic ->
                        !exclude.map(pattern -> matches(pattern, topic)).orElse(false))
                .toList();
        if (chosen.isEmpty()) {
            throw new FailedException(bootstrap + " shows no topic to examine"
                    + (all.isEmpty()
                            ? ": is DESCRIBE on topics granted?"
                            : "; it has " + all.size()
                                    + ", all of them Kafka's own or left out by --include and --exclude"));
        }
        return chosen;
    }

    private static boolean matches(Pattern pattern, ClusterFacts.Topic topic) {
        return pattern.matcher(topic.name()).matches();
    }

    private static ClusterFacts.Topic named(String name, List<ClusterFacts.Topic> all, String bootstrap) {
        return all.stream()
                .filter(topic -> topic.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new FailedException(bootstrap + " shows no topic '" + name + "'"
                        + NearestName.of(
                                        name,
                                        all.stream()
                                                .map(ClusterFacts.Topic::name)
                                                .toList())
                                .map(nearest -> ": did you mean " + nearest + "?")
                                .orElse(": check the name, and whether DESCRIBE on it is granted")));
    }
}
