package dev.squeeze.feature.copy;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.never;
import static dev.squeeze.kit.cli.GivenFlags.Rule.single;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import java.util.ArrayList;
import java.util.List;

/** Which flags of {@code squeeze copy} go together. */
final class CopyFlagRules {
    private static final String WORKERS = "--workers";
    private static final String ELSEWHERE = "--to-command-config and --to-command-property need --to-bootstrap-server";

    static final List<Rule> ALL = all();

    private CopyFlagRules() {}

    private static List<Rule> all() {
        List<Rule> rules = new ArrayList<>(List.of(
                excludes(
                        "--embedded cannot be combined with --to-bootstrap-server or --jmx",
                        "--embedded",
                        "--to-bootstrap-server",
                        "--jmx"),
                never("use --rate to limit the rate of a copy: leave --max-rate out", "--max-rate"),
                single("--offset-map is for one copy: give a single codec", "--codecs")
                        .when("--offset-map"),
                needs(ELSEWHERE, "--to-command-config", "--to-bootstrap-server"),
                needs(ELSEWHERE, "--to-command-property", "--to-bootstrap-server"),
                notByWorkers(
                        "--embedded",
                        "workers on other machines cannot reach an embedded broker: copy to a cluster with"
                                + " --to-bootstrap-server"),
                notByWorkers("--jmx", "broker CPU cannot be attributed while several workers write at the same time"),
                notByWorkers(
                        "--offset-map",
                        "workers do not write an offset map: run the same command without --workers afterwards"),
                notByWorkers("--threads", "each worker uses the cores of its own machine")));
        WorkerGroupArguments.names()
                .forEach(name -> rules.add(
                        needs(name + " belongs to --workers: give that too, or leave it out", name, WORKERS)));
        return List.copyOf(rules);
    }

    private static Rule notByWorkers(String flag, String why) {
        return excludes(flag + " cannot be combined with --workers: " + why, flag, WORKERS);
    }
}
