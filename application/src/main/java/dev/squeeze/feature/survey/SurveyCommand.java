package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.EachTopic;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "survey",
        header = "Where to start: every topic of a cluster, what it uses and what the best setting would save.",
        description = {
            "",
            "Reads a small random sample of what each topic retains, tries a few settings on it, and ranks the topics"
                    + " by the bytes and money that squeeze advise would save, with intervals.",
            "It joins no group, commits nothing and creates nothing; READ and DESCRIBE on topics are sufficient. With"
                    + " DESCRIBE_CONFIGS on topics it also knows their retention, with DESCRIBE on the cluster how"
                    + " much they store, and with DESCRIBE on groups how many groups read them; it reports what it"
                    + " could not see. Kafka's internal topics are left out unless --internal is given."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze survey --bootstrap-server kafka1:9093 --command-config client.properties",
            "  squeeze survey --bootstrap-server kafka1:9092 --include 'orders\\..*' --exclude '.*\\.dlq' --output survey.json",
            "  squeeze survey --bootstrap-server kafka1:9092 --resume survey.json --output survey.json",
            "  squeeze survey --bootstrap-server kafka1:9092 --workers 4 --worker-group lab --output survey.json",
            "  squeeze survey --bootstrap-server kafka1:9092 --prices gcp --consumer-groups 4 --output survey.csv"
        })
@OwnWords(flag = "--rate", description = EachTopic.RATE)
@OwnWords(flag = "--partitions", description = EachTopic.PARTITIONS)
@OwnWords(flag = "--producers", description = EachTopic.PRODUCERS)
public final class SurveyCommand extends ResultCommand<SurveyResult> {
    private static final int MAX_PARALLEL = 64;

    @Mixin
    TopicArguments wanted = new TopicArguments();

    @HelpGroup.In(HelpGroup.SOURCE)
    @Option(names = "--internal", description = "Include Kafka's internal topics.")
    boolean internal;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of topics to read at a time; --max-rate applies to all of them together (default:"
                    + " ${DEFAULT-VALUE}).")
    int parallel = 2;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--resume",
            paramLabel = "FILE.json",
            description =
                    "Continue an earlier survey of the same cluster, complete or interrupted: topics that it appraised"
                            + " are not read again.")
    @Nullable
    Path resume;

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--sort",
            paramLabel = "BY",
            completionCandidates = SurveyOrderLabels.class,
            defaultValue = "money",
            description = "Rank topics by money saved, bytes saved (bytes) or bytes stored (stored) (default:"
                    + " ${DEFAULT-VALUE}).")
    SurveyOrder order = SurveyOrder.MONEY;

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Maximum rows of each table in the text; documents contain all topics (default:"
                    + " ${DEFAULT-VALUE}).")
    int top = 20;

    @Mixin
    SurveyWorkerArguments workers = new SurveyWorkerArguments();

    @Mixin
    SurveyArguments basis = new SurveyArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    public SurveyCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, SurveyResult> prepare(RunStart start) {
        SurveyRequest request = request();
        return progress -> SurveyRun.prepare(request, start, terminal, progress, soFar -> output.keep(soFar, terminal))
                .run();
    }

    @Override
    protected int end(SurveyResult result) {
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        result.failure().ifPresent(why -> {
            throw new FailedException("the survey ended early: " + why
                    + "; topics appraised so far are above, and --resume continues from a JSON document");
        });
        return ExitCode.DONE;
    }

    /** With the flags that both commands have, except the limit of what a survey reads from each topic. */
    private FollowUpCommand advise() {
        return FollowUpCommand.of(spec).knownTo(spec, "advise").without("--sample");
    }

    /** The command that continues this survey. */
    private String resuming() {
        FollowUpCommand same = FollowUpCommand.of(spec);
        return output.document()
                .map(Path::toString)
                .map(file -> same.with("--resume", file).with("--output", file).line("squeeze survey"))
                .orElseGet(() ->
                        same.with("--resume", "FILE.json").line("squeeze survey") + "    # as --output writes it");
    }

    private SurveyRequest request() {
        SurveyRequest.Wanted topics =
                new SurveyRequest.Wanted(wanted.include, wanted.exclude, wanted.filter(), internal);
        RemoteCluster cluster = connection.surveyed();
        Range.requireBetween("--parallel", parallel, 1, MAX_PARALLEL);
        Range.requireAtLeast("--top", top, 1);
        basis.check(parallel);
        return new SurveyRequest(
                cluster,
                connection
                        .topics(basis.sample, basis.seed.seed, ConnectionArguments.TIMEOUT)
                        .orElseThrow(),
                topics,
                basis.given(PriceList.asked(basis.prices, basis.brokerCost)),
                Optional.ofNullable(resume).map(EarlierSurvey::read),
                workers.plan(cluster, GivenFlags.of(spec)),
                parallel,
                order,
                top,
                resuming(),
                advise());
    }
}
