package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * Something that a report concluded, and whether it is still so.
 *
 * @param figure id of the published figure that tells it
 * @param holding by the rule in {@link Holding}
 * @param explanation ours beside theirs, in a sentence
 * @param because why it may differ; the author's words, which nothing here measures
 */
public record FindingInfo(
        String id, String sentence, String figure, Holding holding, String explanation, Optional<String> because) {}
