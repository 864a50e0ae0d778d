package dev.squeeze.feature.survey;

import java.util.List;
import java.util.Optional;

/**
 * Who surveyed, where other machines did.
 *
 * @param group that they belong to
 * @param control address of the cluster that they took work from; absent where it is the surveyed one
 * @param members all that took part, by name, those that were lost among them
 * @param incidents what became of workers and their topics, in words; empty if all went well
 */
public record SurveyWorkers(String group, Optional<String> control, List<Member> members, List<String> incidents) {
    public SurveyWorkers {
        members = List.copyOf(members);
        incidents = List.copyOf(incidents);
    }

    /**
     * A worker. CPU times of the topics that it appraised are those of its machine.
     *
     * @param name its host and process
     * @param cores that its JVM may use
     * @param topics that it appraised
     * @param fetchedBytes of them, from brokers
     */
    public record Member(
            String name,
            String squeezeVersion,
            String kafkaVersion,
            String java,
            String operatingSystem,
            String processor,
            int cores,
            long memoryBytes,
            int topics,
            long fetchedBytes) {}
}
