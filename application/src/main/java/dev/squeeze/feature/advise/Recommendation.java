package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which settings to run, and why.
 *
 * @param verdict one sentence or a few
 * @param leaveIt why today's settings should stay; empty if a change is worth it
 * @param recommended settings to run; today's if these should stay
 * @param current today's settings
 * @param best the best settings found; not recommended if {@code leaveIt} is present
 * @param savings of the best settings over today's
 * @param producerConfig configuration lines for the producers
 * @param topicConfig configuration lines for the topic
 * @param ladder from the least to the most intrusive change; absent in documents of earlier versions
 * @param robustness of the recommended settings; absent if the objective does not use the ladder or nothing is
 *     recommended
 * @param runnersUp alternatives that were considered, by rank
 * @param caveats what to know before acting
 * @param candidates how many settings were compared
 * @param compared all settings that were compared; absent in documents of earlier versions
 * @param formed for how many of them, including today's, batches were formed and compressed; the others were ruled out
 *     by coarse predictions. Absent in documents of earlier versions
 * @param otherRates in ascending order; absent in documents of earlier versions, and if only this rate was requested
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
