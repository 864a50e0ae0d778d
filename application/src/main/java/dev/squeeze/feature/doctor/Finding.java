package dev.squeeze.feature.doctor;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Optional;

/**
 * What a check found.
 *
 * @param topic empty for a finding about the cluster
 * @param seen what was seen, with numbers
 * @param costs why it costs something
 * @param fix settings or commands, line by line; comments begin with #
 * @param estimatedSaving what the fix saves; absent if it could not be measured or the rate is not known
 * @param source where the rule comes from
 */
public record Finding(
        Check check,
        Severity severity,
        Optional<String> topic,
        String seen,
        String costs,
        List<String> fix,
        @JsonAlias("worth") Optional<EstimatedSaving> estimatedSaving,
        Confidence confidence,
        String source) {
    public Finding {
        fix = List.copyOf(fix);
    }

    /** @param topic empty for a finding about the cluster */
    static Finding of(Check check, Optional<String> topic, Observation seen) {
        return new Finding(
                check,
                seen.severity(),
                topic,
                seen.seen(),
                seen.costs(),
                seen.fix(),
                seen.saving(),
                seen.confidence(),
                check.source());
    }
}
