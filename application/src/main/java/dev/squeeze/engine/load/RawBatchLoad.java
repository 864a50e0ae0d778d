package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.kafka.Acks;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawProducer;
import dev.squeeze.kit.kafka.RawProducerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends ready-made batches unchanged, so that the brokers are the bottleneck: each connection has its own thread,
 * called {@code squeeze-app-N-0}, which sends batches to all partitions in turn as fast as the brokers answer.
 * <p>Requests look like those of a producer that has a batch waiting for every partition: one batch for each of a
 * broker's partitions, up to 1 MiB, and five requests in flight.
 */
final class RawBatchLoad implements LoadGenerator {
    private static final long POLL_NANOS = 20_000_000;

    private final List<RawBatchClient> clients;
    private final Duration timeout;

    private RawBatchLoad(List<RawBatchClient> clients, Duration timeout) {
        this.clients = clients;
        this.timeout = timeout;
    }

    static RawBatchLoad open(
            ClusterTarget target,
            LoadSettings settings,
            List<String> topics,
            ReadyBatches batches,
            MeasuringWindow window,
            Duration timeout) {
        List<RawBatchClient> clients = new ArrayList<>();
        RawBatchLoad load = new RawBatchLoad(clients, timeout);
        List<RawBatchClient.Target> targets = targets(topics, settings.partitions());
        try {
            for (int i = 0; i < settings.producers(); i++) {
                RawClient client =
                        RawClient.open(target.connection(), RawClientOptions.DEFAULTS.withTimeLimit(timeout));
                RawProducer producer = new RawProducer(client, options(settings, targets.size()));
                clients.add(new RawBatchClient(
                        i,
                        client,
                        producer,
                        batches,
                        RawBatchClient.Route.of(targets, batches, i, settings.producers()),
                        window));
            }
            return load;
        } catch (RawAccessException e) {
            load.close();
            throw new ClusterException("batches cannot be sent to " + target.bootstrap() + ": " + e.getMessage(), e);
        }
    }

    /** Topics take turns, as they do when a producer sends the load. */
    private static List<RawBatchClient.Target> targets(List<String> topics, int partitions) {
        List<RawBatchClient.Target> targets = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            for (int topic = 0; topic < topics.size(); topic++) {
                targets.add(new RawBatchClient.Target(new PartitionId(topics.get(topic), partition), topic));
            }
        }
        return targets;
    }

    private static RawProducerOptions options(LoadSettings settings, int allPartitions) {
        String acks = settings.producerProperties().getOrDefault("acks", "all");
        Acks whose =
                switch (acks) {
                    case "0" -> Acks.NONE;
                    case "1" -> Acks.LEADER;
                    default -> Acks.ALL;
                };
        return new RawProducerOptions(
                whose, allPartitions, RawProducerOptions.oneByOne(whose).bytesPerRequest());
    }

    @Override
    public void start(long startNanos, @Nullable EndToEnd endToEnd) {
        clients.forEach(client -> client.start(endToEnd));
    }

    @Override
    public List<RawBatchClient> clients() {
        return clients;
    }

    /** Counts only the bytes of the batches, without the requests around them. */
    @Override
    public ProducerMetrics metrics() {
        return new ProducerMetrics(
                clients.stream()
                        .mapToLong(RawBatchClient::acknowledgedBatchBytes)
                        .sum(),
                0,
                0,
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    @Override
    public void finish(Runnable check) throws InterruptedException {
        clients.forEach(RawBatchClient::stop);
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        while (clients.stream().anyMatch(RawBatchClient::isSending) && System.nanoTime() < deadlineNanos) {
            TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
            check.run();
        }
        await(0);
    }

    private void await(long nanos) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + nanos;
        for (RawBatchClient client : clients) {
            client.await(deadlineNanos);
        }
    }

    @Override
    public void close() {
        clients.forEach(RawBatchClient::abandon);
        try {
            await(TimeUnit.SECONDS.toNanos(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
