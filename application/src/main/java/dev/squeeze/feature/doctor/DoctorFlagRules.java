package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze doctor} can be combined. */
final class DoctorFlagRules {
    static final String TOPIC = "TOPIC";

    static final List<Rule> ALL = List.of(
            required("doctor needs a cluster: give --bootstrap-server HOST:PORT", "--bootstrap-server"),
            excludes(
                    "--include and --exclude select from all topics: omit them or TOPIC",
                    TOPIC,
                    "--include",
                    "--exclude"));

    private DoctorFlagRules() {}
}
