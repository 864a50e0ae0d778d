package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;

/**
 * Settings that were compared.
 *
 * @param current today's
 * @param all all of them, today's first
 * @param allowed those of them that meet the limits
 * @param shown settings that are always reported as alternatives, because they were run live
 */
record Candidates(Prediction current, List<Prediction> all, List<Prediction> allowed, List<ProducerSettings> shown) {
    Candidates {
        all = List.copyOf(all);
        allowed = List.copyOf(allowed);
        shown = List.copyOf(shown);
    }
}
