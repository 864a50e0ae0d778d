package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.SendableBatch;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.ProduceResponse;

/**
 * Sends existing record batches without changing or recompressing them, so that this side costs next to nothing and the broker is
 * the bottleneck. The bytes are not copied and the CRC is not checked: the broker does that.
 *
 * <p>There is no background thread and no retry, since a retry could store a batch twice. {@link #send} blocks while {@link
 * RawClientOptions#maxInFlight()} requests are in flight, so memory is limited to that many requests per broker and one more that
 * is being filled. Callbacks are called from within {@link #send}, {@link #poll} and {@link #flush}. The first batch for a
 * partition waits until its leader serves it.
 *
 * <p>The records keep their timestamps: a topic for old records needs {@code retention.ms=-1}, or the broker deletes what it has
 * just stored.
 */
public final class RawProducer {
    private static final SendOutcome UNCONFIRMED = new SendOutcome.Unconfirmed();

    private final RawClient client;
    private final BrokerConnections connections;
    private final RawProducerOptions options;
    private final BatchHeader header = new BatchHeader();
    private final Map<Integer, OpenRequest> open = new HashMap<>();
    private final Deque<Runnable> answered = new ArrayDeque<>();
    private final RawFetcher fetcher;
    private final Set<PartitionId> served = new HashSet<>();
    private int requestsInFlight;
    private boolean notifying;

    public RawProducer(RawClient client, RawProducerOptions options) {
        this.client = client;
        this.connections = client.connections();
        this.options = options;
        this.fetcher = new RawFetcher(client);
    }

    /**
     * Sends a batch, combined with others in one request according to the options.
     *
     * @param batch one complete batch v2 between position and limit, with base offset 0 and the producer id of the options'
     *     transaction, if any; see {@link SendableBatch}. Neither its bytes nor its limits may be changed before the callback
     * @param callback called once, unless this throws
     * @throws IllegalArgumentException if it is not such a batch
     * @throws RawAccessException if there is no such partition or its leader does not serve it; later failures of a leader are
     *     passed to the callback
     */
    public void send(PartitionId partition, ByteBuffer batch, SendCallback callback) {
        requireSendable(partition, batch);
        Deadline deadline = connections.deadline();
        awaitServed(partition);
        Node leader = client.leader(partition, deadline);
        OpenRequest request = open.get(leader.id());
        if (request != null && !request.takes(partition, batch, options)) {
            dispatch(request, deadline);
            request = null;
        }
        if (request == null) {
            request = new OpenRequest(leader);
            open.put(leader.id(), request);
        }
        request.add(partition, client.topicId(partition.topic()), batch, callback);
        if (request.isFull(options)) {
            dispatch(request, deadline);
        }
        notifyCallbacks();
    }

    /**
     * Metadata may name a leader slightly before it accepts batches, as with a new topic; a leader that returns offsets accepts
     * them. Without this check, the first batches would be refused, or lost without acknowledgements.
     */
    private void awaitServed(PartitionId partition) {
        if (!served.contains(partition)) {
            fetcher.offsets(List.of(partition));
            served.add(partition);
        }
    }

    private void requireSendable(PartitionId partition, ByteBuffer batch) {
        try {
            SendableBatch.requireOneBatch(batch, header);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("for " + partition + ": " + e.getMessage(), e);
        }
        boolean transactional = options.transactionalId().isPresent();
        if (header.baseOffset() != 0
                || header.hasProducer() != transactional
                || header.isTransactional() != transactional
                || header.isControl()) {
            throw new IllegalArgumentException("the batch for " + partition + " has base offset " + header.baseOffset()
                    + " and producer id " + header.producerId()
                    + (header.isControl() ? " and is a control batch" : "")
                    + ": a broker accepts data with 0 and " + (transactional ? "that of the transaction" : "-1")
                    + "; prepare it first");
        }
    }

    /** Sends the request once the broker is ready for it. No callback is called before {@link #notifyCallbacks()}. */
    private void dispatch(OpenRequest request, Deadline deadline) {
        open.remove(request.leader().id(), request);
        requestsInFlight++;
        try {
            connections.awaitReady(request.leader(), deadline);
            connections.send(
                    request.leader(),
                    request.build(options, (int) Math.max(1, deadline.remainingMillis())),
                    options.acks() != Acks.NONE,
                    response -> answered.add(() -> assignAnswer(request, response)));
            connections.poll(Deadline.in(Duration.ZERO));
        } catch (RawAccessException e) {
            answered.add(() -> giveUp(request, e));
        }
    }

    /** Number of requests that were sent and have no response yet. */
    public int requestsInFlight() {
        return requestsInFlight;
    }

    /** Calls the callbacks of completed requests; if there are none, waits for some until the timeout. */
    public void poll(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        do {
            connections.poll(deadline);
        } while (answered.isEmpty() && requestsInFlight > 0 && !deadline.isPast());
        notifyCallbacks();
    }

    /**
     * Sends requests that are not full, and returns when every callback has been called, including those of batches that callbacks
     * sent.
     *
     * @throws RawAccessException if the thread is interrupted
     * @throws IllegalStateException if called within a callback, since it would wait for that callback itself
     */
    public void flush() {
        if (notifying) {
            throw new IllegalStateException("a callback cannot wait for the other callbacks");
        }
        while (!open.isEmpty() || requestsInFlight > 0) {
            Deadline deadline = connections.deadline();
            for (OpenRequest request : List.copyOf(open.values())) {
                dispatch(request, deadline);
            }
            // Terminates: the network client itself completes requests that a broker leaves unanswered for the time
            // limit.
            while (answered.isEmpty() && requestsInFlight > 0) {
                connections.poll(deadline);
            }
            notifyCallbacks();
        }
    }

    /** Called outside of Kafka's client, which would swallow exceptions of callbacks. */
    private void notifyCallbacks() {
        if (notifying) {
            return;
        }
        notifying = true;
        try {
            for (Runnable next = answered.poll(); next != null; next = answered.poll()) {
                requestsInFlight--;
                next.run();
            }
        } finally {
            notifying = false;
        }
    }

    private void assignAnswer(OpenRequest request, ClientResponse response) {
        Map<PartitionId, SendCallback> pending = request.callbacks();
        if (response.responseBody() instanceof ProduceResponse produced) {
            for (TopicProduceResponse topic : produced.data().responses()) {
                String name = client.topicName(topic.name(), topic.topicId());
                for (PartitionProduceResponse partitionResponse : topic.partitionResponses()) {
                    PartitionId partition = new PartitionId(name, partitionResponse.index());
                    SendCallback callback = pending.remove(partition);
                    if (callback != null) {
                        callback.completed(partition, outcome(partition, partitionResponse));
                    }
                }
            }
        }
        if (!pending.isEmpty()) {
            Optional<RawAccessException> failure = connections.failure(response, request.leader(), request.describe());
            if (failure.isPresent()) {
                giveUp(request, failure.get());
            } else {
                completeRest(request, options.acks() == Acks.NONE ? UNCONFIRMED : unanswered(request));
            }
        }
    }

    private void giveUp(OpenRequest request, RawAccessException failure) {
        request.callbacks().keySet().forEach(partition -> client.forget(partition.topic()));
        completeRest(request, new SendOutcome.Refused(Errors.NETWORK_EXCEPTION.name(), failure.getMessage(), false));
    }

    private static SendOutcome unanswered(OpenRequest request) {
        return new SendOutcome.Refused(
                Errors.UNKNOWN_SERVER_ERROR.name(),
                request.describe() + ": the broker's response does not contain it; look at its log",
                false);
    }

    private static void completeRest(OpenRequest request, SendOutcome outcome) {
        new LinkedHashMap<>(request.callbacks())
                .forEach((partition, callback) -> callback.completed(partition, outcome));
    }

    private SendOutcome outcome(PartitionId partition, PartitionProduceResponse answer) {
        Errors error = Errors.forCode(answer.errorCode());
        if (error == Errors.NONE) {
            long appendTimeMillis = answer.logAppendTimeMs();
            return new SendOutcome.Stored(
                    answer.baseOffset(),
                    appendTimeMillis == RecordBatch.NO_TIMESTAMP
                            ? OptionalLong.empty()
                            : OptionalLong.of(appendTimeMillis));
        }
        boolean retriable = BrokerErrors.isRetriable(error);
        if (retriable) {
            client.forget(partition.topic());
        }
        String said = answer.errorMessage() == null ? "" : " (the broker says: " + answer.errorMessage() + ")";
        return new SendOutcome.Refused(
                error.name(), "the batch for " + partition + ": " + BrokerErrors.describe(error) + said, retriable);
    }
}
