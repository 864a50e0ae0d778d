package dev.squeeze.feature.doctor;

import java.util.List;
import java.util.Optional;

/**
 * What the code of a check saw; see {@link Finding} for its parts.
 *
 * @param saving absent where it could not be measured or the rate is not known
 */
record Observation(
        Severity severity,
        String seen,
        String costs,
        List<String> fix,
        Optional<EstimatedSaving> saving,
        Confidence confidence) {}
