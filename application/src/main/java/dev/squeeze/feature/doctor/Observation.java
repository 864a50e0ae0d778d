package dev.squeeze.feature.doctor;

import java.util.List;
import java.util.Optional;

/**
 * What a check saw; see {@link Finding} for the components.
 *
 * @param saving absent if it could not be measured or the rate is not known
 */
record Observation(
        Severity severity,
        String seen,
        String costs,
        List<String> fix,
        Optional<EstimatedSaving> saving,
        Confidence confidence) {}
