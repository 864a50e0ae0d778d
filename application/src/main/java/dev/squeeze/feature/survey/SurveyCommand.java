package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.unit.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "survey",
        header = "Where to start: every topic of a cluster, what it uses and what the best setting would save.",
        description = {
            "",
            "Reads a little of each topic, at random over all that is retained, tries a few settings on it, and"
                    + " ranks the topics by what squeeze advise would save in bytes and money, with intervals.",
            "It joins no group, commits nothing and creates nothing; READ and DESCRIBE on topics are permission enough. With"
                    + " DESCRIBE_CONFIGS on topics it knows their retention, with DESCRIBE on the cluster what they store; what"
                    + " it could not see is reported. Kafka's own topics are left out unless --internal is given."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze survey --bootstrap-server kafka1:9093 --command-config client.properties",
            "  squeeze survey --bootstrap-server kafka1:9092 --include 'orders\\..*' --exclude '.*\\.dlq' --output survey.json",
            "  squeeze survey --bootstrap-server kafka1:9092 --resume survey.json --output survey.json",
            "  squeeze survey --bootstrap-server kafka1:9092 --prices gcp --consumer-groups 4 --output survey.csv"
        })
public final class SurveyCommand implements Callable<Integer> {
    private static final int MAX_PARALLEL = 64;

    private final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    TopicArguments wanted = new TopicArguments();

    @Option(names = "--internal", description = "Kafka's own topics too.")
    boolean internal;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "2",
            description = "Topics at a time; --max-rate holds for all together (default: ${DEFAULT-VALUE}).")
    int parallel = 2;

    @Option(
            names = "--resume",
            paramLabel = "FILE.json",
            description =
                    "Go on from an earlier survey of the same cluster, complete or cut short: what it appraised is not"
                            + " read again.")
    @Nullable
    Path resume;

    @Option(
            names = "--sort",
            paramLabel = "BY",
            completionCandidates = SurveyOrderLabels.class,
            defaultValue = "money",
            description = "money or bytes saved, or bytes stored (default: ${DEFAULT-VALUE}).")
    SurveyOrder order = SurveyOrder.MONEY;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Rows of each table of the text; documents hold all topics (default: ${DEFAULT-VALUE}).")
    int top = 20;

    @Mixin
    SurveyArguments basis = new SurveyArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public SurveyCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        TopicFilter filter = wanted.filter();
        RemoteCluster cluster = connection.surveyed();
        Range.requireBetween("--parallel", parallel, 1, MAX_PARALLEL);
        Range.requireAtLeast("--top", top, 1);
        basis.check(parallel);
        Prices prices = PriceList.read(basis.prices);
        Optional<EarlierSurvey> earlier = Optional.ofNullable(resume).map(EarlierSurvey::read);
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        try {
            progress.progress("asking the cluster for its topics", 0);
            SurveyRun run = prepare(start, cluster, filter, prices, earlier, progress);
            return run.toItsEnd(cluster, access(cluster), parallel);
        } finally {
            progress.clear();
        }
    }

    private TopicAccess access(RemoteCluster cluster) {
        return connection
                .topics(basis.sample, basis.seed, ConnectionArguments.TIMEOUT)
                .orElseThrow(() -> new IllegalStateException("no way to " + cluster.bootstrap()));
    }

    private SurveyRun prepare(
            RunStart start,
            RemoteCluster cluster,
            TopicFilter filter,
            Prices prices,
            Optional<EarlierSurvey> earlier,
            ProgressLine progress) {
        cluster.requireAnswer(ConnectionArguments.TIMEOUT);
        try (ClusterFacts facts = ClusterFacts.open(cluster, ConnectionArguments.TIMEOUT)) {
            List<ClusterFacts.Broker> brokers = facts.brokers();
            SurveyBasis judgedBy = basis.basis(facts.id(), brokers, prices);
            List<ClusterFacts.Topic> seen = facts.topics();
            List<ClusterFacts.Topic> ours =
                    seen.stream().filter(topic -> internal || !topic.internal()).toList();
            List<ClusterFacts.Topic> chosen =
                    ours.stream().filter(topic -> filter.takes(topic.name())).toList();
            if (chosen.isEmpty()) {
                throw new FailedException(none(cluster, seen.size(), ours.size()));
            }
            SurveyTopics topics = SurveyTopics.of(facts, chosen);
            List<TopicAppraisal> known = earlier.map(document -> Resumption.of(document, judgedBy, topics.topics()))
                    .orElse(List.of());
            SurveyScope scope = new SurveyScope(
                    cluster.bootstrap(),
                    wanted.include,
                    wanted.exclude,
                    internal,
                    seen.size(),
                    seen.size() - ours.size(),
                    ours.size() - chosen.size(),
                    known.size(),
                    parallel,
                    (connection.maxRate == null ? TopicAccess.DEFAULT_RATE : connection.maxRate).bytesPerSecond(),
                    order,
                    top);
            return new SurveyRun(
                    start,
                    scope,
                    judgedBy,
                    basis.assumptions(brokers, topics.withoutSettings()),
                    topics,
                    known,
                    connection.asWords(),
                    new SurveyRun.Surroundings(output, terminal, progress));
        }
    }

    private String none(RemoteCluster cluster, int seen, int ours) {
        if (seen == 0) {
            return cluster.bootstrap() + " shows no topics: there are none, or the user lacks DESCRIBE on all of them";
        }
        return ours == 0
                ? cluster.bootstrap() + " has only topics of Kafka's own: add --internal to survey them"
                : "none of the " + ours + " topics of " + cluster.bootstrap()
                        + " passes --include and --exclude: they have to match whole names, as in 'orders.*'";
    }
}
