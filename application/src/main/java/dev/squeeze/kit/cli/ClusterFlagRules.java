package dev.squeeze.kit.cli;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.Arrays;
import java.util.List;

/** Which of the flags that name a cluster, and its use, can be combined. */
public final class ClusterFlagRules {
    static final String CLUSTER = "--bootstrap-server";
    /** Present if one of the sources is a topic. */
    static final String TOPIC = "topic:NAME";

    private static final String EMBEDDED = "--embedded";
    private static final String EMBEDDED_NEEDS =
            "--embedded needs topic:NAME and --bootstrap-server: without these, embedded brokers are the default";

    /** For every command that takes a cluster. */
    static final List<Rule> CONNECTION = List.of(
            needs("--max-rate is for reading topic:NAME: leave it out", "--max-rate", TOPIC),
            ownCluster("--command-config", "--command-property"));

    /** For commands that use a cluster only to read a topic. */
    static final List<Rule> READING =
            List.of(needs("--bootstrap-server is for reading topic:NAME: leave it out", CLUSTER, TOPIC));

    /** For commands that run on a cluster or on embedded brokers. */
    static final List<Rule> LIVE = List.of(
            needs(EMBEDDED_NEEDS, EMBEDDED, CLUSTER),
            needs(EMBEDDED_NEEDS, EMBEDDED, TOPIC),
            ownCluster("--jmx", "--keep-topics"),
            notEmbedded("--jmx"),
            notEmbedded("--keep-topics"),
            excludes("--brokers is for embedded brokers: leave it or --bootstrap-server out", "--brokers", CLUSTER)
                    .unless(EMBEDDED));

    private ClusterFlagRules() {}

    /** Flags that only apply to the user's own cluster, which must be named. */
    public static Rule ownCluster(String... flags) {
        return given -> Arrays.stream(flags).forEach(flag -> needs(
                        flag + " is for your own cluster: name it with --bootstrap-server", flag, CLUSTER)
                .check(given));
    }

    private static Rule notEmbedded(String flag) {
        return excludes(flag + " is for your own cluster: leave it or --embedded out", flag, EMBEDDED);
    }
}
