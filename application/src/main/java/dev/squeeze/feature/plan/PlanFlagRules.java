package dev.squeeze.feature.plan;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/**
 * Which flags of {@code squeeze plan} can be combined: it plans from a survey that is given, or from one that it runs
 * first.
 */
final class PlanFlagRules {
    static final String SURVEY = "SURVEY.json";

    static final List<Rule> ALL = List.of(
            excludes(
                    "a survey was given: omit --bootstrap-server, --keep-survey, --include and --exclude, or omit the"
                            + " survey to run a new one",
                    SURVEY,
                    "--bootstrap-server",
                    "--keep-survey",
                    "--include",
                    "--exclude"),
            excludes(
                    "--check compares the plan's survey with a later one: give the plan's as SURVEY.json, and with"
                            + " --check a new one from squeeze survey --output FILE.json",
                    "--check",
                    "--bootstrap-server"),
            required(
                            "give SURVEY.json, which squeeze survey --output FILE.json writes, or --bootstrap-server"
                                    + " HOST:PORT to survey the cluster first",
                            "--bootstrap-server")
                    .unless(SURVEY));

    private PlanFlagRules() {}
}
