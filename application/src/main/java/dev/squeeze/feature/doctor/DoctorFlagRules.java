package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze doctor} go together. */
final class DoctorFlagRules {
    static final String TOPIC = "TOPIC";

    static final List<Rule> ALL = List.of(
            required("doctor works on a cluster: name it with --bootstrap-server HOST:PORT", "--bootstrap-server"),
            excludes(
                    "--include and --exclude are for all topics: leave them or TOPIC out",
                    TOPIC,
                    "--include",
                    "--exclude"));

    private DoctorFlagRules() {}
}
