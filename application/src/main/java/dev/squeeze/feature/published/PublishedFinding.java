package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * Something that a report concluded, tied to the figure that tells whether it is still so.
 *
 * @param id its name in the file
 * @param sentence what was concluded
 * @param figure id of a figure that has a baseline or is a bound
 * @param small whether the conclusion is that the difference is a small one
 * @param because why it may differ today; the author's words, which nothing here measures
 */
public record PublishedFinding(String id, String sentence, String figure, boolean small, Optional<String> because) {}
