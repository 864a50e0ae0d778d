package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.List;
import java.util.Locale;
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

    /**
     * The same advice for other settings, which did better when they were run.
     *
     * @param better as it was measured
     * @param instead what was recommended, as it was measured
     */
    public Recommendation following(Prediction better, Prediction instead) {
        return changedTo(
                better,
                String.format(
                        Locale.ROOT,
                        "measured live, it costs %,.0f a month where %s, which was foretold to do best, costs %,.0f",
                        better.resources().money(),
                        instead.settings(),
                        instead.resources().money()));
    }

    /**
     * The same advice for the best settings of those that held the rate when they were run.
     *
     * @param held as they were measured
     */
    public Recommendation holding(Prediction held) {
        return changedTo(
                held,
                recommended.settings() + ", which was foretold to do best, did not hold the rate when it was run live");
    }

    private Recommendation changedTo(Prediction better, String reason) {
        boolean stay = better.settings().equals(current.settings());
        String verdict = (stay ? "Leave it as it is: " : "Use " + better.settings() + ": ") + reason + ".";
        return new Recommendation(
                verdict,
                stay ? Optional.of(verdict) : Optional.empty(),
                better,
                current,
                stay ? best : better,
                savings,
                better.settings().configLines(),
                topicConfig,
                runnersUp,
                caveats,
                candidates);
    }
}
