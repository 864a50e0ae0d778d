package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * A conclusion of a report, and whether it still holds.
 *
 * @param figure id of the published figure that it rests on
 * @param holding by the rule in {@link Holding}
 * @param explanation measured and published, in a sentence
 * @param because why it may differ; the author's words, which nothing here measures
 */
public record FindingInfo(
        String id, String sentence, String figure, Holding holding, String explanation, Optional<String> because) {}
