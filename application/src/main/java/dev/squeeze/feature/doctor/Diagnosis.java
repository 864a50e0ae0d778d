package dev.squeeze.feature.doctor;

import java.util.List;

/**
 * All that was found.
 *
 * @param findings the most severe first, among them the largest saving
 * @param gainless what was seen, and is not worth a change
 * @param skipped what could not be looked at
 * @param questions what cannot be seen from outside and should be asked
 */
public record Diagnosis(
        List<Finding> findings, List<GainlessCheck> gainless, List<SkippedCheck> skipped, List<String> questions) {
    public Diagnosis {
        findings = List.copyOf(findings);
        gainless = List.copyOf(gainless);
        skipped = List.copyOf(skipped);
        questions = List.copyOf(questions);
    }
}
