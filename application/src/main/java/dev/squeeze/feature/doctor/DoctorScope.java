package dev.squeeze.feature.doctor;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which of a cluster's topics are examined: those that were given, or all except Kafka's internal topics. */
record DoctorScope(List<String> topics, TopicFilter filter) {
    private static final String TOPIC = "topic:";

    /** Reports invalid values before any work is done. */
    static DoctorScope of(List<String> words, TopicArguments filter) {
        List<String> names = new ArrayList<>();
        for (String word : words) {
            String name = word.toLowerCase(Locale.ROOT).startsWith(TOPIC) ? word.substring(TOPIC.length()) : word;
            if (name.isBlank()) {
                throw new UsageException("'" + word + "' names no topic: write topic:NAME");
            }
            names.add(name);
        }
        return new DoctorScope(List.copyOf(names), filter.filter());
    }

    /**
     * The topics to examine.
     *
     * @throws FailedException if a given topic does not exist, or there is none to examine
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
                .filter(topic -> filter.takes(topic.name()))
                .toList();
        if (chosen.isEmpty()) {
            throw new FailedException(bootstrap + " shows no topic to examine"
                    + (all.isEmpty()
                            ? ": is DESCRIBE on topics granted?"
                            : "; it has " + all.size()
                                    + ", all of them Kafka's internal topics or left out by --include and --exclude"));
        }
        return chosen;
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
