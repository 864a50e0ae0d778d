package dev.squeeze.feature.plan;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze plan} go together: the plan is of a survey that is given, or of one that is made first. */
final class PlanFlagRules {
    static final String SURVEY = "SURVEY.json";

    static final List<Rule> ALL = List.of(
            excludes(
                    "a survey was given: leave --bootstrap-server, --keep-survey, --include and --exclude out, or leave the"
                            + " survey out to make a new one",
                    SURVEY,
                    "--bootstrap-server",
                    "--keep-survey",
                    "--include",
                    "--exclude"),
            excludes(
                    "--check compares a plan's survey with a later one: give the plan's as SURVEY.json, and with --check the one that"
                            + " squeeze survey --output FILE.json makes now",
                    "--check",
                    "--bootstrap-server"),
            required(
                            "give SURVEY.json, which squeeze survey --output FILE.json writes, or --bootstrap-server"
                                    + " HOST:PORT to survey the cluster first",
                            "--bootstrap-server")
                    .unless(SURVEY));

    private PlanFlagRules() {}
}
