package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientNames;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadFlags;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.UsageException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The workload that the recommendation is for. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class WorkloadArguments {
    @Mixin
    WorkloadFlags flags = new WorkloadFlags();

    @Option(
            names = "--client",
            paramLabel = "NAME[:VERSION]",
            completionCandidates = ClientNames.class,
            defaultValue = "java",
            description =
                    "Client library of the producers: java, librdkafka, franz-go or sarama; each forms batches by its own"
                            + " rules. With a version, such as java:3.6, it has the defaults and levels of that version;"
                            + " without one, those of the newest (default: ${DEFAULT-VALUE}).")
    public Client client = Client.of(ClientProfile.JAVA);

    /**
     * The values given by flags.
     *
     * @throws UsageException if a number is invalid; the message names the flag
     */
    public GivenWorkload given() {
        return flags.given();
    }

    /**
     * Records per second to assume for a source without timestamps while reading: that of --rate if it is in records.
     */
    public double recordsPerSecondToRead() {
        return given().rate().orElse(null) instanceof ArrivalRate.RecordsPerSecond known
                ? known.recordsPerSecond()
                : ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND;
    }

    /** Whether a flag gives that part of the workload. */
    boolean gives(WorkloadPart part) {
        return given().gives(part);
    }

    /**
     * Determines the workload from flags, sample and cluster.
     *
     * @param topic whose log contains today's batches; absent if they are in none
     * @param cluster of that topic
     * @param now end of a period without new records
     */
    public TopicWorkload learn(Sample sample, Optional<String> topic, Optional<RemoteCluster> cluster, Instant now) {
        GivenWorkload given = given();
        TopicHosting hosting = topic.flatMap(name -> cluster.flatMap(known -> ask(known, name)))
                .map(known -> TopicHosting.of(known, given))
                .orElseGet(() -> TopicHosting.withoutCluster(
                        sample.read()
                                .stored()
                                .map(StoredBatches::partitions)
                                .map(OptionalInt::of)
                                .orElse(OptionalInt.empty()),
                        given));
        TopicWorkload learned = TopicWorkload.of(LogTraffic.of(sample), hosting, given, now);
        return learned.with(learned.workload().withClient(client));
    }

    /** Empty if the cluster does not respond: then its parts are assumed, since the topic itself has been read. */
    private static Optional<TopicOnCluster> ask(RemoteCluster cluster, String topic) {
        try (ClusterFacts facts = ClusterFacts.open(cluster, ConnectionArguments.TIMEOUT)) {
            return facts.topic(topic).stream()
                    .flatMap(known -> TopicOnCluster.ask(facts, List.of(known)).stream())
                    .findFirst();
        } catch (ClusterException e) {
            return Optional.empty();
        }
    }
}
