package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawProducer;
import dev.squeeze.kit.kafka.SendCallback;
import dev.squeeze.kit.kafka.SendOutcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A client with one connection to each broker, and the thread that does all of its work, callbacks included. */
final class RawBatchClient implements LoadClient {
    private final RawClient client;
    private final RawProducer producer;
    private final ReadyBatches batches;
    private final Route route;
    private final Thread thread;

    private final LatencyRecorder sendLatency;
    private final SendCounts counts;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong acknowledgedBatchBytes = new AtomicLong();
    private volatile boolean stopped;
    private volatile boolean abandoned;
    private boolean started;
    private @Nullable EndToEnd endToEnd;

    /** @param topic index of the topic in the trial */
    record Target(PartitionId partition, int topic) {}

    /**
     * The order in which a client goes through partitions and batches.
     *
     * @param targets all partitions, in round-robin order
     * @param firstTarget index of its first partition
     * @param firstBatch index of its first batch
     */
    record Route(List<Target> targets, int firstTarget, int firstBatch) {
        Route {
            targets = List.copyOf(targets);
        }

        /**
         * Each client starts at a different place, so that together they cover all batches and partitions from the
         * start.
         */
        static Route of(List<Target> targets, ReadyBatches batches, int client, int clients) {
            return new Route(targets, (int) ((long) client * targets.size() / clients), (int)
                    ((long) client * batches.size() / clients));
        }
    }

    RawBatchClient(
            int number,
            RawClient client,
            RawProducer producer,
            ReadyBatches batches,
            Route route,
            MeasuringWindow window) {
        this.client = client;
        this.producer = producer;
        this.batches = batches;
        this.route = route;
        this.sendLatency = new LatencyRecorder(window);
        this.counts = new SendCounts(window);
        this.thread = DaemonThreads.create(this::run, ClientRole.APPLICATION.threadPrefix() + number + "-0");
    }

    /** @param arrivals receives the acknowledgements */
    void start(@Nullable EndToEnd arrivals) {
        endToEnd = arrivals;
        started = true;
        thread.start();
    }

    @Override
    public SendCounts counts() {
        return counts;
    }

    @Override
    public long sent() {
        return sent.get();
    }

    long acknowledgedBatchBytes() {
        return acknowledgedBatchBytes.get();
    }

    @Override
    public boolean isSending() {
        return thread.isAlive();
    }

    /** Makes it end once every batch has been answered. */
    void stop() {
        stopped = true;
    }

    /** Makes it end at once. */
    void abandon() {
        stopped = true;
        abandoned = true;
        if (started) {
            thread.interrupt();
        } else {
            client.close();
        }
    }

    void await(long deadlineNanos) throws InterruptedException {
        if (started) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
            if (thread.isAlive()) {
                abandon();
            }
        }
    }

    @Override
    public void addSendLatency(Histogram sum) {
        sendLatency.addTo(sum);
    }

    /** Nothing is due before it is sent. */
    @Override
    public void addNeverSent(Histogram sum) {}

    private void run() {
        try {
            int target = route.firstTarget();
            int batch = route.firstBatch();
            while (!stopped) {
                send(batches.batch(batch), route.targets().get(target));
                batch = batch + 1 == batches.size() ? 0 : batch + 1;
                target = target + 1 == route.targets().size() ? 0 : target + 1;
            }
            producer.flush();
        } catch (RawAccessException e) {
            if (!abandoned) {
                counts.refuse(1);
                counts.errors().add(e);
            }
        } catch (Error e) {
            counts.refuse(1);
            counts.errors().add(e);
        } finally {
            client.close();
        }
    }

    private void send(ReadyBatches.Batch batch, Target target) {
        long due = System.nanoTime();
        producer.send(target.partition(), batch.bytes(), new Acknowledgement(batch, target.topic(), due));
        sendLatency.record(due, System.nanoTime() - due);
        // With a single writer no atomic addition is needed.
        sent.lazySet(sent.getPlain() + batch.records());
    }

    private final class Acknowledgement implements SendCallback {
        private final ReadyBatches.Batch batch;
        private final int topic;
        private final long due;

        Acknowledgement(ReadyBatches.Batch batch, int topic, long due) {
            this.batch = batch;
            this.topic = topic;
            this.due = due;
        }

        @Override
        public void completed(PartitionId partition, SendOutcome outcome) {
            if (outcome instanceof SendOutcome.Refused refused) {
                counts.refuse(batch.records());
                counts.errors().add(refused.error(), refused.message(), batch.records());
                return;
            }
            counts.acknowledge(due, batch.records(), batch.payloadBytes(), batch.digest(), batch.encodedBytes());
            acknowledgedBatchBytes.lazySet(
                    acknowledgedBatchBytes.getPlain() + batch.bytes().remaining());
            if (outcome instanceof SendOutcome.Stored stored && endToEnd != null) {
                for (int i = 0; i < batch.records(); i++) {
                    endToEnd.acknowledged(
                            topic, partition.partition(), stored.baseOffset() + i, due, counts.endToEnd());
                }
            }
        }
    }
}
