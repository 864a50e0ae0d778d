package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * A finding of a report, with the figure that shows whether it still holds.
 *
 * @param id its name in the file
 * @param sentence the finding
 * @param figure id of a figure that has a baseline or is a bound
 * @param small whether the finding is that the difference is small
 * @param because why it may differ today, in the author's words; not measured
 */
public record PublishedFinding(String id, String sentence, String figure, boolean small, Optional<String> because) {}
