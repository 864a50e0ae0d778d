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
 * Sends ready-made record batches as they are, in whatever codec they are compressed, so that next to nothing is spent on
 * this side and the broker is what limits. The bytes are not copied and the CRC is not checked: the broker does that.
 *
 * <p>There is no thread and no retry, since a second try could store a batch twice. {@link #send} blocks while as many
 * requests are in flight as {@link RawClientOptions#maxInFlight()} allows, so what is held is bounded by that many requests
 * for each broker and one more that is being filled. Callbacks come from within {@link #send}, {@link #poll} and
 * {@link #flush}. The first batch for a partition waits until its leader serves it.
 *
 * <p>The records keep their timestamps: a topic for old ones needs {@code retention.ms=-1}, or the broker deletes what it
 * has just stored.
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
    private boolean telling;

    public RawProducer(RawClient client, RawProducerOptions options) {
        this.client = client;
        this.connections = client.connections();
        this.options = options;
        this.fetcher = new RawFetcher(client);
    }

    /**
     * Sends a batch, with others in one request as the options say.
     *
     * @param batch one whole batch v2 between position and limit, with base offset 0 and the producer of the options'
     *     transactions, if any; see {@link SendableBatch}. Neither its bytes nor its limits may be changed before the
     *     callback
     * @param callback called once, unless this throws
     * @throws IllegalArgumentException for anything but such a batch
     * @throws RawAccessException when there is no such partition or its leader does not serve it; that a leader went away
     *     later is passed to the callback
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
     * The metadata name a leader a moment before it takes batches, as with a new topic; a leader that knows its offsets does
     * take them. Without this the first batches would be refused, or lost where nobody acknowledges.
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
                    + ": a broker takes data with 0 and " + (transactional ? "that of the transaction" : "-1")
                    + "; prepare it first");
        }
    }

    /** Sends the request once the broker takes it. No callback is called before {@link #notifyCallbacks()}. */
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

    /** Requests that were sent and not answered yet. */
    public int requestsInFlight() {
        return requestsInFlight;
    }

    /** Tells callbacks of answers; waits for some for a while if there are none yet. */
    public void poll(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        do {
            connections.poll(deadline);
        } while (answered.isEmpty() && requestsInFlight > 0 && !deadline.isPast());
        notifyCallbacks();
    }

    /**
     * Sends what waits for its request to be filled, and returns when every callback was called, also of what they sent.
     *
     * @throws RawAccessException when the thread is interrupted
     * @throws IllegalStateException within a callback, which is one of those it would wait for
     */
    public void flush() {
        if (telling) {
            throw new IllegalStateException("a callback cannot wait for the other callbacks");
        }
        while (!open.isEmpty() || requestsInFlight > 0) {
            Deadline deadline = connections.deadline();
            for (OpenRequest request : List.copyOf(open.values())) {
                dispatch(request, deadline);
            }
            // Ends: the network client answers by itself what a broker leaves unanswered for the time limit.
            while (answered.isEmpty() && requestsInFlight > 0) {
                connections.poll(deadline);
            }
            notifyCallbacks();
        }
    }

    /** Outside of Kafka's client, which would swallow what a callback throws. */
    private void notifyCallbacks() {
        if (telling) {
            return;
        }
        telling = true;
        try {
            for (Runnable next = answered.poll(); next != null; next = answered.poll()) {
                requestsInFlight--;
                next.run();
            }
        } finally {
            telling = false;
        }
    }

    private void assignAnswer(OpenRequest request, ClientResponse response) {
        Map<PartitionId, SendCallback> pending = request.callbacks();
        if (response.responseBody() instanceof ProduceResponse produced) {
            for (TopicProduceResponse topic : produced.data().responses()) {
                String name = client.topicName(topic.name(), topic.topicId());
                for (PartitionProduceResponse one : topic.partitionResponses()) {
                    PartitionId partition = new PartitionId(name, one.index());
                    SendCallback callback = pending.remove(partition);
                    if (callback != null) {
                        callback.completed(partition, outcome(partition, one));
                    }
                }
            }
        }
        if (!pending.isEmpty()) {
            Optional<RawAccessException> failure = connections.failure(response, request.leader(), request.describe());
            if (failure.isPresent()) {
                giveUp(request, failure.get());
            } else {
                tellRest(request, options.acks() == Acks.NONE ? UNCONFIRMED : unanswered(request));
            }
        }
    }

    private void giveUp(OpenRequest request, RawAccessException failure) {
        request.callbacks().keySet().forEach(partition -> client.forget(partition.topic()));
        tellRest(request, new SendOutcome.Refused(Errors.NETWORK_EXCEPTION.name(), failure.getMessage(), false));
    }

    private static SendOutcome unanswered(OpenRequest request) {
        return new SendOutcome.Refused(
                Errors.UNKNOWN_SERVER_ERROR.name(),
                request.describe() + ": the broker answered without it; look at its log",
                false);
    }

    private static void tellRest(OpenRequest request, SendOutcome outcome) {
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
        boolean passes = BrokerErrors.passes(error);
        if (passes) {
            client.forget(partition.topic());
        }
        String said = answer.errorMessage() == null ? "" : " (the broker says: " + answer.errorMessage() + ")";
        return new SendOutcome.Refused(
                error.name(), "the batch for " + partition + ": " + BrokerErrors.describe(error) + said, passes);
    }
}
