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
 * What was learned of a cluster.
 *
 * @param bootstrap addresses as the user gave them
 * @param forKafkaTools the same as Kafka's own tools take it, with the file of client settings
 * @param brokers with their racks
 * @param brokerSettings of each broker, by id
 * @param conversions records that brokers rewrote, by topic; empty where no JMX address was given
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

    /** What was learned, together with what brokers rewrote in the meantime. */
    ClusterExamination withConversions(Optional<Map<String, TopicConversions>> rewritten) {
        return new ClusterExamination(bootstrap, forKafkaTools, brokers, brokerSettings, rewritten, clients);
    }

    /** Different racks of the brokers; none where no broker names one. */
    Set<String> racks() {
        return brokers.stream().flatMap(broker -> broker.rack().stream()).collect(Collectors.toSet());
    }

    /** Why no broker's settings are known. */
    Optional<String> settingsRefused() {
        return brokerSettings.values().stream()
                .flatMap(answer -> answer.refusal().stream())
                .findFirst();
    }

    boolean takesGzipAlone() {
        return bootstrap.contains(".servicebus.windows.net");
    }
}
