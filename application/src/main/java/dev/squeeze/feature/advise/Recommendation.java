package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which settings to run, and why.
 *
 * @param verdict one sentence
 * @param leaveIt why today's settings should stay; empty where a change is worth it
 * @param recommended what to run: today's settings where they should stay
 * @param current today's settings
 * @param best the best settings found, which are not recommended where {@code leaveIt} is present
 * @param savings of the best against today's
 * @param producerConfig lines for the producers
 * @param topicConfig lines for the topic
 * @param ladder from the least to the most intrusive change; absent in documents of earlier versions
 * @param robustness of the recommended settings; absent where the ladder does not decide or nothing is recommended
 * @param runnersUp alternatives that were considered, by rank
 * @param caveats what to know before acting
 * @param candidates how many settings were compared
 * @param compared all of them; absent in documents of earlier versions
 * @param formed of how many of them batches were formed and compressed, today's among them; the others were left out by coarse
 *     predictions. Absent in documents of earlier versions
 * @param otherRates from the lowest to the highest; absent in documents of earlier versions, and where only this rate was asked for
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
        Optional<Ladder> ladder,
        Optional<Robustness> robustness,
        List<RunnerUp> runnersUp,
        List<Caveat> caveats,
        int candidates,
        Optional<List<Candidate>> compared,
        OptionalInt formed,
        Optional<List<OtherRate>> otherRates) {
    public Recommendation {
        producerConfig = List.copyOf(producerConfig);
        topicConfig = List.copyOf(topicConfig);
        runnersUp = List.copyOf(runnersUp);
        caveats = List.copyOf(caveats);
    }
}
