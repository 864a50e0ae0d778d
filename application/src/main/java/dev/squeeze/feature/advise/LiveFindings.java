package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a live run showed about the settings that were run.
 *
 * @param measured by settings: batches, ratio and CPU as measured; CPU is that of whole roles, not only of the codec
 * @param fellBehind settings that did not hold the rate
 */
record LiveFindings(Map<ProducerSettings, Prediction> measured, Set<ProducerSettings> fellBehind) {
    LiveFindings {
        measured = Map.copyOf(measured);
        fellBehind = Set.copyOf(fellBehind);
    }

    /** Settings that were run, whether they held the rate or not. */
    List<ProducerSettings> run() {
        return Stream.concat(measured.keySet().stream(), fellBehind.stream())
                .distinct()
                .toList();
    }

    Optional<Prediction> of(ProducerSettings settings) {
        return Optional.ofNullable(measured.get(settings));
    }
}
