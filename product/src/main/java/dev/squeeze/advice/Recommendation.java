package dev.squeeze.advice;

import dev.squeeze.model.Prediction;
import java.util.List;
import java.util.Optional;

/**
 * The decision.
 *
 * @param verdict one sentence
 * @param leaveIt why today's settings should stay; empty where a change is worth it
 * @param recommended what to run: today's settings where they should stay
 * @param current today's settings
 * @param best the best that was found, which is not taken where {@code leaveIt} says so
 * @param savings of the best against today's
 * @param producerConfig lines for the producers
 * @param topicConfig lines for the topic
 * @param runnersUp by rank
 * @param caveats what to know before acting
 * @param candidates how many settings were compared
 */
public record Recommendation(
        String verdict,
        Optional<String> leaveIt,
        Prediction recommended,
        Prediction current,
        Prediction best,
        Savings savings,
        List<String> producerConfig,
        List<String> topicConfig,
        List<RunnerUp> runnersUp,
        List<Caveat> caveats,
        int candidates) {
    public Recommendation {
        producerConfig = List.copyOf(producerConfig);
        topicConfig = List.copyOf(topicConfig);
        runnersUp = List.copyOf(runnersUp);
        caveats = List.copyOf(caveats);
    }
}
