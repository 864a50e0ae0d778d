package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;

/**
 * The load's part of a worker's heartbeat. Only one thread at a time may query a load: while an order is being carried
 * out, the heartbeat repeats the previous values.
 */
final class LoadBeat {
    /** Encoding a distribution takes about a millisecond of CPU time. */
    private static final long PACKING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final LoadGenerator load;
    private final boolean followed;
    private final ReentrantLock asking = new ReentrantLock();
    private final Histogram acknowledged = LatencyRecorder.empty();
    private String packed = "";
    private long packedNanos = System.nanoTime() - PACKING_NANOS;
    private ObjectNode latest = JsonNodeFactory.instance.objectNode();

    /** @param followed whether latencies are wanted during the load */
    LoadBeat(LoadGenerator load, boolean followed) {
        this.load = load;
        this.followed = followed;
    }

    /** An action during which no heartbeat queries the load. */
    interface Step {
        void run() throws InterruptedException;
    }

    void exclusively(Step step) throws InterruptedException {
        asking.lock();
        try {
            step.run();
        } finally {
            asking.unlock();
        }
    }

    ObjectNode next() {
        if (!asking.tryLock()) {
            return latest.deepCopy();
        }
        try {
            latest = ask();
        } catch (RuntimeException e) {
            // The next order runs into the same failure and reports it.
        } finally {
            asking.unlock();
        }
        return latest.deepCopy();
    }

    private ObjectNode ask() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("progress", LoadReport.toJson(load.progress()));
        json.put("sending", load.isSending()).put("begunAll", load.hasBegunPartitions());
        if (load instanceof KafkaProducerLoad own) {
            json.put(
                    "begun",
                    Base64.getEncoder().encodeToString(own.begunPartitions().toByteArray()));
        }
        if (followed) {
            json.put("outgoingBytes", load.metrics().outgoingBytes());
            load.latestAcknowledgeNanos().ifPresent(acknowledged::add);
            if (System.nanoTime() - packedNanos >= PACKING_NANOS) {
                packedNanos = System.nanoTime();
                packed = LoadReport.encoded(acknowledged);
            }
            json.put(WorkerLatencies.FIELD, packed);
        }
        return json;
    }
}
