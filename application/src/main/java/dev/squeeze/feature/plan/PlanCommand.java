package dev.squeeze.feature.plan;

import dev.squeeze.feature.survey.EarlierSurvey;
import dev.squeeze.feature.survey.SurveyResult;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cluster.ClientSoftware;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "plan",
        header = "From a survey to a rollout: which topics first, by which team, when to stop, and how far it has"
                + " come.",
        description = {
            "",
            "Groups the changes that squeeze survey proposes into waves, from the least risky to those that"
                    + " applications may notice. For each, it lists the prerequisites, when to stop and how to roll"
                    + " back, and the settings for Java, Spring Boot, Connect, Streams, Flink, librdkafka, franz-go"
                    + " and sarama. With --bootstrap-server it surveys the cluster first; to use other flags of"
                    + " squeeze survey, run that command and pass its document. --check compares with a later survey"
                    + " and shows what is done."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze survey --bootstrap-server kafka1:9092 --output survey.json",
            "  squeeze plan survey.json --output plan.md --output plan.csv",
            "  squeeze plan --bootstrap-server kafka1:9092 --include 'orders.*' --keep-survey survey.json --output plan.json",
            "  squeeze plan survey.json --owners owners.txt --tickets tickets/ --min-saving 20",
            "  squeeze plan survey.json --jmx kafka1:9999,kafka2:9999 --check survey-of-today.json"
        })
public final class PlanCommand extends ResultCommand<PlanResult> {
    private final Application application;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = PlanFlagRules.SURVEY,
            description =
                    "Document written by squeeze survey --output FILE.json. Without it, --bootstrap-server names the"
                            + " cluster to survey first.")
    @Nullable
    Path survey;

    @Mixin
    TopicArguments topics = new TopicArguments();

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--keep-survey",
            paramLabel = "FILE.json",
            description = "Keep the survey that this command runs first, as squeeze survey --output does: a later plan"
                    + " --check needs it.")
    @Nullable
    Path keepSurvey;

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description =
                    "JMX addresses of your brokers. They report the connected client libraries and versions; the plan"
                            + " shows which of them lack what it needs.")
    List<String> jmx = List.of();

    @Option(
            names = "--owners",
            paramLabel = "FILE",
            description =
                    "File that maps topics to teams: each line has a regular expression, which must match the whole"
                            + " topic name, and a team; the last matching line wins.")
    @Nullable
    Path owners;

    @Option(
            names = "--tickets",
            paramLabel = "FOLDER",
            description = "Write one Markdown file per team, with the plan for its topics.")
    @Nullable
    Path tickets;

    @Option(
            names = "--min-saving",
            paramLabel = "MONEY",
            defaultValue = "0",
            description = "Minimum saving per month of a change to plan, in the survey's currency (default:"
                    + " ${DEFAULT-VALUE}).")
    double minSaving;

    @Option(
            names = "--check",
            paramLabel = "FILE.json",
            description = "A later survey of the same topics: shows which changes are done, under way or not started.")
    @Nullable
    Path later;

    private Owners teams = Owners.NONE;

    public PlanCommand(Terminal terminal, List<String> commandLine, Application application) {
        super(terminal, commandLine);
        this.application = application;
    }

    @Override
    protected Function<ProgressLine, PlanResult> prepare(RunStart start) {
        Range.requireAtLeast("--min-saving", minSaving, 0.0);
        if (tickets != null && Files.exists(tickets) && !Files.isDirectory(tickets)) {
            throw new UsageException("--tickets " + tickets + " is not a folder");
        }
        GivenFlags.of(spec).check(PlanFlagRules.ALL);
        topics.filter();
        Optional<String> address = Optional.ofNullable(connection.bootstrap);
        Optional<SurveyResult> given = Optional.ofNullable(survey).map(EarlierSurvey::document);
        Owners known = owners == null ? Owners.NONE : Owners.read(owners);
        teams = known;
        Optional<SurveyResult> check = Optional.ofNullable(later).map(EarlierSurvey::document);
        given.ifPresent(before -> check.ifPresent(now -> requireLaterOfSameCluster(before, now)));
        Planner planner = new Planner(known, minSaving, check);
        return progress -> {
            SurveyResult surveyed = given.orElseGet(() -> new ClusterSurvey(application, terminal)
                    .of(address.orElseThrow(), connection, topics, Optional.ofNullable(keepSurvey)));
            return planner.plan(start.untilNow(), surveyed, connected());
        };
    }

    private void requireLaterOfSameCluster(SurveyResult before, SurveyResult now) {
        Optional<String> planned = before.basis().clusterId();
        Optional<String> checked = now.basis().clusterId();
        if (planned.isPresent() && checked.isPresent() && !planned.equals(checked)) {
            throw new UsageException("--check " + later + " is a survey of another cluster: its id is "
                    + checked.get() + ", that of " + survey + " is " + planned.get()
                    + "; give a later survey of the same cluster with --check");
        }
        if (now.run().startedAt().isBefore(before.run().startedAt())) {
            throw new UsageException("--check " + later + " is the earlier survey: it was made at "
                    + now.run().startedAt() + ", " + survey + " at "
                    + before.run().startedAt()
                    + "; give the plan's survey first and the later one with --check");
        }
    }

    /** A misspelled name would assign its topics to another team, or to none. */
    private void warnOfOwnersWithoutTopics(PlanResult result) {
        List<String> topics = Stream.concat(
                        result.changes().stream().map(PlannedChange::topic),
                        result.unchanged().stream().map(PlanResult.Unchanged::topic))
                .toList();
        List<String> unused = teams.withoutTopics(topics);
        if (!unused.isEmpty()) {
            terminal.err()
                    .println("warning: --owners " + owners + " has lines that match no topic of the survey: "
                            + String.join(", ", unused));
        }
    }

    /** Client libraries connected to the brokers given with {@code --jmx}; empty without that flag. */
    private Optional<List<ClientSoftware>> connected() {
        if (jmx.isEmpty()) {
            return Optional.empty();
        }
        try (JmxBrokers brokers = JmxBrokers.connect(jmx)) {
            return Optional.of(brokers.clients());
        }
    }

    @Override
    protected int end(PlanResult result) {
        warnOfOwnersWithoutTopics(result);
        if (tickets != null) {
            Tickets.write(terminal.secrets().hideIn(result), tickets)
                    .forEach(file -> terminal.err().println("wrote " + file));
        }
        return ExitCode.DONE;
    }
}
