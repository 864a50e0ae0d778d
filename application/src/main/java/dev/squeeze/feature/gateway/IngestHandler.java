package dev.squeeze.feature.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers requests. No thread blocks on a client, a broker or the queue. */
final class IngestHandler extends Handler.Abstract.NonBlocking {
    private static final String TOPICS = "/topics/";
    private static final int DELIVERY_FAILED = 502;
    private static final int ACCEPTED = 202;
    private static final int DONE = 200;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

    private final GatewayOptions options;
    private final WorkerQueue queue;
    private final TopicDirectory topics;
    private final GatewayCounts counts;
    private final Readiness readiness;
    private final BrowserGuard guard;
    private final IncomingBodies incoming;
    private final RecordLimit limit;
    private final Supplier<String> metrics;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean closing;

    IngestHandler(
            GatewayOptions options,
            WorkerQueue queue,
            TopicDirectory topics,
            GatewayCounts counts,
            Readiness readiness,
            Supplier<String> metrics) {
        this.options = options;
        this.queue = queue;
        this.topics = topics;
        this.counts = counts;
        this.readiness = readiness;
        this.metrics = metrics;
        this.guard = new BrowserGuard(options);
        this.incoming = new IncomingBodies(options.limits());
        this.limit = RecordLimit.of(options.producerProperties());
    }

    /** From now on, all requests are refused. */
    void refuseAll() {
        closing = true;
    }

    /** Number of requests that wait for their body or for the broker's acknowledgement. */
    int waiting() {
        return waiting.get();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        Exchange exchange = new Exchange(request, response, callback);
        if (path.equals("/health")) {
            if (exchange.isMethod(HttpMethod.GET)) {
                exchange.answer(closing ? UNAVAILABLE : DONE, json().put("status", closing ? "shutting down" : "ok"));
            }
            return true;
        }
        try {
            guard.require(request.getHeaders());
            if (path.equals("/ready")) {
                if (exchange.isMethod(HttpMethod.GET)) {
                    exchange.answerReady();
                }
                return true;
            }
            requireToken(request, response);
        } catch (RefusedException e) {
            exchange.refuse(e);
            return true;
        }
        if (path.equals("/metrics")) {
            if (exchange.isMethod(HttpMethod.GET)) {
                exchange.write(DONE, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
            }
        } else if (path.startsWith(TOPICS)) {
            if (exchange.isMethod(HttpMethod.POST)) {
                exchange.ingest(path.substring(TOPICS.length()));
            }
        } else {
            exchange.refuse(new RefusedException(
                    Refusal.UNKNOWN_PATH,
                    "unknown path: use POST /topics/TOPIC, GET /health, GET /ready or GET" + " /metrics"));
        }
        return true;
    }

    private void requireToken(Request request, Response response) {
        if (options.token().isPresent()
                && !options.token().get().isShownBy(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
            throw new RefusedException(Refusal.UNAUTHORIZED, "send the gateway's token: Authorization: Bearer TOKEN");
        }
    }

    private static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** One request with its response. */
    private final class Exchange {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final long receivedNanos = System.nanoTime();
        private final AtomicBoolean answered = new AtomicBoolean();
        private volatile boolean ingesting;

        Exchange(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        boolean isMethod(HttpMethod method) {
            boolean same = method.is(request.getMethod());
            if (!same) {
                response.getHeaders().put(HttpHeader.ALLOW, method.asString());
                refuse(new RefusedException(Refusal.WRONG_METHOD, "use " + method.asString()));
            }
            return same;
        }

        void answerReady() {
            if (closing) {
                answerNotReady(Refusal.SHUTTING_DOWN, "the gateway is shutting down");
                return;
            }
            readiness.brokerAnswers().thenAccept(answers -> {
                if (!answers) {
                    answerNotReady(Refusal.CLUSTER_SILENT, "no broker responds");
                } else if (queue.isFull()) {
                    answerNotReady(Refusal.QUEUE_FULL, "the queue is full");
                } else {
                    answer(DONE, json().put("status", "ready"));
                }
            });
        }

        private void answerNotReady(Refusal reason, String words) {
            answer(UNAVAILABLE, json().put("error", words).put("reason", reason.label()));
        }

        void ingest(String topic) {
            ingesting = true;
            waiting.incrementAndGet();
            // A client that waits for the broker's acknowledgement is idle for as long as that takes.
            request.addIdleTimeoutListener(timeout -> false);
            try {
                requireOpen();
                topics.requireAllowed(topic);
                if (request.getLength() > options.limits().bodyBytes()) {
                    throw RefusedException.tooLarge(options.limits().bodyBytes());
                }
                RequestRecords records = RequestRecords.of(topic, request.getHeaders());
                CompletableFuture<TopicDirectory.TopicState> state = topics.state(topic);
                if (state.isDone()) {
                    receive(records, state.join());
                } else {
                    state.thenAcceptAsync(known -> receive(records, known), executor());
                }
            } catch (RefusedException e) {
                refuse(e);
            }
        }

        private Executor executor() {
            return request.getComponents().getExecutor();
        }

        private void requireOpen() {
            if (closing) {
                throw new RefusedException(
                        Refusal.SHUTTING_DOWN, "the gateway is shutting down: send the request" + " elsewhere");
            }
        }

        private void receive(RequestRecords records, TopicDirectory.TopicState state) {
            if (state.presence() == TopicDirectory.Presence.ABSENT) {
                refuse(new RefusedException(
                        Refusal.UNKNOWN_TOPIC,
                        "topic " + records.topic() + " does not exist on the cluster: create it first"));
                return;
            }
            if (state.rules().isEmpty()) {
                refuse(new RefusedException(
                        Refusal.CLUSTER_SILENT,
                        "the cluster does not report whether topic " + records.topic() + " exists: retry later"));
                return;
            }
            var room = queue.open();
            if (room.isEmpty()) {
                refuse(RefusedException.full());
                return;
            }
            within(BodyReader.read(request, options.limits().bodyBytes(), room.get(), incoming))
                    .whenComplete((body, failure) -> {
                        try {
                            if (failure == null) {
                                accept(records, state.rules().get(), body, room.get());
                            } else {
                                refuse(refusal(failure));
                            }
                        } catch (RefusedException e) {
                            refuse(e);
                        } catch (RuntimeException | Error e) {
                            // Nobody else handles it, and the client waits for a response. Nothing was accepted.
                            answer(
                                    FAILED,
                                    json().put("error", "the gateway failed: retry later")
                                            .put("reason", "internal-error"));
                        } finally {
                            room.get().release();
                        }
                    });
        }

        private <T> CompletableFuture<T> within(CompletableFuture<T> reading) {
            return reading.orTimeout(options.limits().requestTime().toMillis(), TimeUnit.MILLISECONDS);
        }

        private RefusedException refusal(Throwable failure) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            if (cause instanceof RefusedException refused) {
                return refused;
            }
            if (cause instanceof TimeoutException) {
                return new RefusedException(
                        Refusal.TOO_SLOW,
                        "the body did not arrive within "
                                + options.limits().requestTime().toMillis() + " ms");
            }
            return new RefusedException(Refusal.BAD_REQUEST, "the body could not be read completely");
        }

        private void accept(RequestRecords headers, TopicRules rules, byte[] body, WorkerQueue.Room room) {
            requireOpen();
            LineCount count = headers.count(body, queue.maxRecords());
            if (count.records() > queue.maxRecords()) {
                throw new RefusedException(
                        Refusal.TOO_LARGE,
                        "the queue holds " + queue.maxRecords()
                                + " records at most, and the body has more: send fewer per request");
            }
            limit.require(headers, count);
            long costBytes = headers.costBytes(count);
            if (costBytes > queue.maxBytes()) {
                throw new RefusedException(
                        Refusal.TOO_LARGE,
                        "the body's " + count.records() + " records take " + costBytes
                                + " bytes of memory, and the queue has " + queue.maxBytes()
                                + " (--queue-bytes): send fewer per request");
            }
            if (!incoming.makeRoom(room, costBytes, null)) {
                throw RefusedException.full();
            }
            List<ProducerRecord<byte[], byte[]>> records = headers.of(body, count);
            rules.require(records, options);
            boolean waits = options.acknowledge() == Acknowledge.BROKER;
            Submission submission = new Submission(
                    records,
                    rules.id(),
                    records.stream().mapToLong(Delivery::payloadBytes).sum(),
                    receivedNanos,
                    // Responses are not written on the producer's only network thread.
                    waits
                            ? (failed, reason) -> executor().execute(() -> settled(records.size(), failed, reason))
                            : null);
            switch (room.fill(submission, costBytes)) {
                case TAKEN -> counts.accept(submission);
                case FULL -> throw RefusedException.full();
                case CLOSED ->
                    throw new RefusedException(
                            Refusal.SHUTTING_DOWN, "the gateway is shutting down: send the request elsewhere");
            }
            if (!waits) {
                answer(ACCEPTED, json().put("records", records.size()));
            }
        }

        private void settled(int all, int failed, @Nullable Throwable reason) {
            if (failed == 0 || reason == null) {
                answer(DONE, json().put("records", all));
                return;
            }
            answer(
                    DELIVERY_FAILED,
                    json().put("error", "the broker did not accept " + failed + " of " + all + " records")
                            .put("reason", FailureLog.name(reason))
                            .put("acknowledged", all - failed)
                            .put("failed", failed));
        }

        /**
         * Responds with the reason after the client's body has been read; otherwise many clients see a broken
         * connection instead of a response.
         */
        void refuse(RefusedException refused) {
            Refusal refusal = refused.refusal();
            counts.refuse(refusal);
            if (refusal.passes()) {
                response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
            }
            ObjectNode said =
                    json().put("error", String.valueOf(refused.getMessage())).put("reason", refusal.label());
            if (refusal == Refusal.TOO_LARGE || refusal == Refusal.TOO_SLOW || refusal == Refusal.SHUTTING_DOWN) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
                answer(refusal.status(), said);
                return;
            }
            within(BodyReader.skip(request, options.limits().bodyBytes()))
                    .whenComplete((nothing, failure) -> answer(refusal.status(), said));
        }

        void answer(int status, ObjectNode body) {
            write(status, "application/json", body + "\n");
        }

        void write(int status, String type, String text) {
            if (!answered.compareAndSet(false, true)) {
                return;
            }
            if (ingesting) {
                waiting.decrementAndGet();
            }
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
            response.write(true, ByteBuffer.wrap(bytes), callback);
        }
    }
}
