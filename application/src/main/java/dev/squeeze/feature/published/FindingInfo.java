package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * A finding of a report, and whether it still holds.
 *
 * @param figure id of the published figure that it is based on
 * @param holding verdict by the rules in {@link Holding}
 * @param explanation sentence with the measured and the published figure
 * @param because why it may differ, in the author's words; not measured
 */
public record FindingInfo(
        String id, String sentence, String figure, Holding holding, String explanation, Optional<String> because) {}
