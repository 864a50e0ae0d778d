package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import picocli.CommandLine.Option;

/** Which of a cluster's topics a command looks at. */
@HelpGroup.In(HelpGroup.SOURCE)
public final class TopicArguments {
    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Only topics whose whole name matches; may be given more than once. Default: all.")
    public List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "REGEX",
            description = "Leave out topics whose whole name matches; may be given more than once.")
    public List<String> exclude = List.of();

    public boolean areGiven() {
        return !include.isEmpty() || !exclude.isEmpty();
    }

    /** @throws UsageException if a regular expression is invalid; the message names the flag and the position */
    public TopicFilter filter() {
        return TopicFilter.parse(include, exclude);
    }
}
