package dev.squeeze.feature.doctor;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.TopicConversions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known about a cluster.
 *
 * @param bootstrap addresses as the user gave them
 * @param forKafkaTools the flags that select the cluster for Kafka's own tools, including the file of client settings
 * @param brokers with their racks
 * @param brokerSettings settings of each broker, by ID
 * @param conversions records that brokers converted, by topic; empty if no JMX address was given
 * @param clients as the user gave them
 */
public record ClusterExamination(
        String bootstrap,
        String forKafkaTools,
        List<ClusterFacts.Broker> brokers,
        Map<Integer, Answer<Map<String, ClusterFacts.Setting>>> brokerSettings,
        Optional<Map<String, TopicConversions>> conversions,
        ClientSettings clients) {
    public ClusterExamination {
        brokers = List.copyOf(brokers);
        brokerSettings = Map.copyOf(brokerSettings);
        conversions = conversions.map(Map::copyOf);
    }

    /** The same, with the conversions that brokers reported in the meantime. */
    ClusterExamination withConversions(Optional<Map<String, TopicConversions>> rewritten) {
        return new ClusterExamination(bootstrap, forKafkaTools, brokers, brokerSettings, rewritten, clients);
    }

    /** Distinct racks of the brokers; empty if no broker has one. */
    Set<String> racks() {
        return brokers.stream().flatMap(broker -> broker.rack().stream()).collect(Collectors.toSet());
    }

    /** Why the settings of brokers are not known; empty if they are. */
    Optional<String> settingsRefused() {
        return brokerSettings.values().stream()
                .flatMap(answer -> answer.refusal().stream())
                .findFirst();
    }

    boolean takesGzipAlone() {
        return bootstrap.contains(".servicebus.windows.net");
    }
}
