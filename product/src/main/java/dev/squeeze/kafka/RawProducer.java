package dev.squeeze.kafka;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.batch.SendableBatch;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceResponse;

/**
 * Sends ready-made record batches as they are, in whatever codec they are compressed, so that next to nothing is spent on
 * this side and the broker is what limits. The bytes are not copied and the CRC is not checked: the broker does that.
 *
 * <p>There is no thread and no retry, since a second try could store a batch twice. {@link #send} blocks while as many
 * requests are in flight as {@link RawClientOptions#maxInFlight()} allows, so what is held is bounded by that many requests
 * for each broker and one more that is being filled. Callbacks come from within {@link #send}, {@link #poll} and
 * {@link #flush}. To be sure of leaders, ask {@link RawFetcher#offsets} first.
 */
public final class RawProducer {
    private static final SendOutcome UNCONFIRMED = new SendOutcome.Unconfirmed();

    private final RawClient client;
    private final BrokerConnections connections;
    private final RawProducerOptions options;
    private final BatchHeader header = new BatchHeader();
    private final Map<Integer, OpenRequest> open = new HashMap<>();
    private final Deque<Answered> answered = new ArrayDeque<>();
    private int requestsInFlight;
    private boolean telling;

    private record Answered(OpenRequest request, ClientResponse response) {}

    public RawProducer(RawClient client, RawProducerOptions options) {
        this.client = client;
        this.connections = client.connections();
        this.options = options;
    }

    /**
     * Sends a batch, with others in one request as the options say.
     *
     * @param batch one whole batch v2 between position and limit, with base offset 0 and without a producer; see
     *     {@link SendableBatch#prepare}. Neither its bytes nor its limits may be changed before the callback
     * @param callback told once, unless this throws
     * @throws IllegalArgumentException for anything but such a batch
     * @throws RawAccessException when the leader cannot be found or reached; the batches of the request that was to go out
     *     first are given up then, and their callbacks told
     */
    public void send(PartitionId partition, ByteBuffer batch, SendCallback callback) {
        requireSendable(partition, batch);
        Deadline deadline = connections.deadline();
        Node leader = client.leader(partition, deadline);
        OpenRequest request = open.get(leader.id());
        if (request != null && !request.takes(partition, batch, options)) {
            dispatch(request, deadline);
            // A callback may have opened another meanwhile.
            request = open.get(leader.id());
            if (request != null && !request.takes(partition, batch, options)) {
                dispatch(request, deadline);
                request = null;
            }
        }
        if (request == null) {
            request = new OpenRequest(leader);
            open.put(leader.id(), request);
        }
        request.add(partition, client.topicId(partition.topic()), batch, callback);
        if (request.isFull(options)) {
            dispatch(request, deadline);
        }
        tell();
    }

    private void requireSendable(PartitionId partition, ByteBuffer batch) {
        try {
            SendableBatch.requireOneBatch(batch, header);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("for " + partition + ": " + e.getMessage(), e);
        }
        if (header.baseOffset() != 0 || header.hasProducer() || header.isControl()) {
            throw new IllegalArgumentException("the batch for " + partition + " has base offset " + header.baseOffset()
                    + " and producer id " + header.producerId()
                    + (header.isControl() ? " and is a control batch" : "")
                    + ": a broker takes data with 0 and -1; prepare it first");
        }
    }

    /** Sends the request once the broker takes it; nobody is told here. */
    private void dispatch(OpenRequest request, Deadline deadline) {
        open.remove(request.leader().id(), request);
        try {
            connections.awaitReady(request.leader(), deadline);
        } catch (RawAccessException e) {
            request.callbacks().keySet().forEach(partition -> client.forget(partition.topic()));
            SendOutcome refused = new SendOutcome.Refused(Errors.NETWORK_EXCEPTION.name(), e.getMessage(), false);
            request.callbacks().forEach((partition, callback) -> callback.completed(partition, refused));
            throw e;
        }
        int timeoutMillis = (int) Math.max(1, deadline.remainingMillis());
        connections.send(
                request.leader(),
                request.build(options.acks(), timeoutMillis),
                options.acks() != Acks.NONE,
                response -> answered.add(new Answered(request, response)));
        requestsInFlight++;
        connections.poll(Deadline.in(Duration.ZERO));
    }

    /** Requests that were sent and not answered yet. */
    public int requestsInFlight() {
        return requestsInFlight;
    }

    /** Tells callbacks of answers; waits for some for a while if there are none yet. */
    public void poll(Duration patience) {
        Deadline deadline = Deadline.in(patience);
        do {
            connections.poll(deadline);
        } while (answered.isEmpty() && requestsInFlight > 0 && !deadline.isPast());
        tell();
    }

    /**
     * Sends what waits for its request to be filled, and returns when every callback was told, also of what they sent.
     *
     * @throws RawAccessException when a broker cannot be reached
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
            tell();
        }
    }

    /** Outside of Kafka's client, which would swallow what a callback throws. */
    private void tell() {
        if (telling) {
            return;
        }
        telling = true;
        try {
            for (Answered next = answered.poll(); next != null; next = answered.poll()) {
                requestsInFlight--;
                tell(next.request(), next.response());
            }
        } finally {
            telling = false;
        }
    }

    private void tell(OpenRequest request, ClientResponse response) {
        Map<PartitionId, SendCallback> untold = request.callbacks();
        Optional<RawAccessException> failure = connections.failure(response, request.leader(), request.describe());
        AbstractResponse body = response.responseBody();
        if (failure.isEmpty() && body instanceof ProduceResponse produced) {
            for (TopicProduceResponse topic : produced.data().responses()) {
                String name = client.topicName(topic.name(), topic.topicId());
                for (PartitionProduceResponse one : topic.partitionResponses()) {
                    PartitionId partition = new PartitionId(name, one.index());
                    SendCallback callback = untold.remove(partition);
                    if (callback != null) {
                        callback.completed(partition, outcome(partition, one));
                    }
                }
            }
        }
        SendOutcome rest = failure.isPresent()
                ? lost(request, failure.get())
                : options.acks() == Acks.NONE
                        ? UNCONFIRMED
                        : new SendOutcome.Refused(
                                Errors.UNKNOWN_SERVER_ERROR.name(),
                                request.describe() + ": the broker answered without it; look at its log",
                                false);
        for (Map.Entry<PartitionId, SendCallback> entry : new ArrayList<>(untold.entrySet())) {
            entry.getValue().completed(entry.getKey(), rest);
        }
    }

    private SendOutcome lost(OpenRequest request, RawAccessException failure) {
        request.callbacks().keySet().forEach(partition -> client.forget(partition.topic()));
        return new SendOutcome.Refused(Errors.NETWORK_EXCEPTION.name(), failure.getMessage(), false);
    }

    private SendOutcome outcome(PartitionId partition, PartitionProduceResponse answer) {
        Errors error = Errors.forCode(answer.errorCode());
        if (error == Errors.NONE) {
            return new SendOutcome.Stored(answer.baseOffset());
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
