package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Today's settings, with which others are compared. */
@HelpGroup.In(HelpGroup.WORKLOAD)
final class TodayArguments {
    /** Enough to determine a topic's mean batch. */
    private static final ByteCount MAX_FETCHED = new ByteCount(64L << 20);

    @Option(
            names = "--current",
            paramLabel = "KEY=VALUE,...",
            description = "Today's producer settings. Default, also for missing keys: what the batches stored in"
                    + " segment:PATH or topic:NAME show; otherwise the defaults of --client (Java's in Kafka 4:"
                    + " compression.type=none,batch.size=16384,linger.ms=5; before, linger.ms=0).")
    @Nullable
    CurrentSettings current;

    @Option(
            names = "--current-from",
            paramLabel = "topic:NAME",
            description =
                    "Compare with the batches stored in this topic, whatever the source of the records; its rate and partitions"
                            + " are used unless given by flags. Requires --bootstrap-server.")
    @Nullable
    String currentFrom;

    /** Checks the flags before any work is done. */
    void check(ConnectionArguments connection, Client client) {
        if (current != null) {
            current.codec().flatMap(client::refusal).ifPresent(refusal -> {
                throw new UsageException("--current is impossible: " + refusal);
            });
        }
        if (currentFrom == null) {
            return;
        }
        if (!ConnectionArguments.isTopic(currentFrom)) {
            throw new UsageException("--current-from " + currentFrom + " is not a topic: give topic:NAME");
        }
        connection.requireClusterOf(currentFrom);
    }

    /** Whether a flag gives this as today's codec, level included. */
    boolean names(Codec codec) {
        return current != null && current.codec().filter(codec::equals).isPresent();
    }

    /** Whether a topic other than the source is read. */
    boolean readsTopic() {
        return currentFrom != null;
    }

    /** The topic that today's batches were read from, if it is not the source itself. */
    Optional<String> topic() {
        return Optional.ofNullable(currentFrom);
    }

    /**
     * The sample as if its records were stored in the batches of that topic; the sample itself if no topic was given.
     *
     * @throws SourceException if the topic cannot be read
     */
    Sample inItsBatches(
            Sample sample, ConnectionArguments connection, long seed, Terminal terminal, ProgressLine progress) {
        if (currentFrom == null) {
            return sample;
        }
        StoredBatches stored = Sources.open(
                        List.of(currentFrom),
                        ReadOptions.DEFAULT,
                        terminal::in,
                        connection.topics(MAX_FETCHED, seed, ConnectionArguments.TIMEOUT))
                .read(record -> true, progress)
                .stored()
                .orElseThrow(() -> new SourceException(currentFrom + " contains no batches"));
        return sample.lyingIn(stored);
    }

    /**
     * Today's settings. What was not given is taken from the log if there is one, otherwise from the client's defaults.
     * A codec that was given is the producers': if the topic sets another one, brokers store that.
     */
    ProducerSettings settings(Sample sample, Workload workload) {
        Optional<StoredBatches> stored = sample.read().stored();
        CurrentSettings own = current;
        if (own == null) {
            return stored.map(batches -> SettingsOfLog.of(batches, workload)).orElseGet(workload::assumedSettings);
        }
        ProducerSettings given = stored.map(batches -> own.over(batches, workload))
                .orElseGet(() -> own.over(workload.assumedSettings()));
        return own.codec()
                .flatMap(codec -> workload.topicCompression())
                .map(given::on)
                .orElse(given);
    }

    /**
     * What was taken from the log because no flag gave it. If {@code batch.size} and {@code linger.ms} were given, the
     * log's batches still are today's: producers with these settings wrote them. With another codec they are not,
     * unless brokers recompress.
     *
     * @param settings today's
     */
    FromLog fromLog(Sample sample, WorkloadArguments workload, ProducerSettings settings) {
        return sample.read()
                .stored()
                .map(stored -> new FromLog(
                        areOfLog(settings, stored),
                        !workload.gives(WorkloadPart.RATE)
                                && stored.recordsPerSecond().isPresent(),
                        !workload.gives(WorkloadPart.PRODUCERS),
                        !workload.gives(WorkloadPart.PARTITIONS),
                        Optional.empty(),
                        Optional.ofNullable(current)
                                .filter(given -> areOfLog(settings, stored))
                                .map(CurrentSettings::keys)))
                .orElse(FromLog.NOTHING);
    }

    private static boolean areOfLog(ProducerSettings settings, StoredBatches stored) {
        return settings.storedCodec().type() == stored.codec();
    }
}
