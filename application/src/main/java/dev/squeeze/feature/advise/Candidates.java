package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;

/**
 * Settings that were compared.
 *
 * @param current today's
 * @param all today's first
 * @param allowed of them, those within the limits
 * @param shown which are among the alternatives in any case, as they were run live
 */
record Candidates(Prediction current, List<Prediction> all, List<Prediction> allowed, List<ProducerSettings> shown) {
    Candidates {
        all = List.copyOf(all);
        allowed = List.copyOf(allowed);
        shown = List.copyOf(shown);
    }
}
