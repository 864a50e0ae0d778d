package dev.squeeze.feature.survey;

import java.util.List;
import java.util.Optional;

/**
 * The workers of a survey on other machines.
 *
 * @param group worker group that they belong to
 * @param control address of the cluster through which they received work; absent if it is the surveyed one
 * @param members all workers that took part, by name, including lost ones
 * @param incidents messages about lost workers and their topics; empty if all went well
 */
public record SurveyWorkers(String group, Optional<String> control, List<Member> members, List<String> incidents) {
    public SurveyWorkers {
        members = List.copyOf(members);
        incidents = List.copyOf(incidents);
    }

    /**
     * A worker. CPU times of the topics that it appraised were measured on its machine.
     *
     * @param name host and process
     * @param cores that its JVM may use
     * @param topics number of topics that it appraised
     * @param fetchedBytes bytes that it fetched from brokers for them
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
