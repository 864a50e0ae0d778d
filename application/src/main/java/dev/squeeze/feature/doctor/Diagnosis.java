package dev.squeeze.feature.doctor;

import java.util.List;

/**
 * The result of all checks.
 *
 * @param findings most severe first; at the same severity, largest saving first
 * @param gainless what was seen but is not worth changing
 * @param skipped what could not be checked
 * @param questions what cannot be seen from outside, as questions to the user
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
