package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.BrokerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The pipe to a broker's JVM: the questions that go through it, and the answers that come back. Its end tells the broker
 * that we are gone.
 */
final class BrokerPipe {
    /** A flight recording of some hundred MB takes seconds to write. */
    private static final long PATIENCE_SECONDS = 30;

    private final OutputStream pipe;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, CompletableFuture<String>> asked = new ConcurrentHashMap<>();

    BrokerPipe(OutputStream pipe) {
        this.pipe = pipe;
    }

    /**
     * Asks without waiting. The lines are short, so the pipe has room for more than a thousand of them even while the
     * broker stands still.
     *
     * @param argument without line breaks
     * @return fails with a {@link ClusterException} when the broker refuses, an {@link IOException} when it is gone, and a
     *     {@link java.util.concurrent.TimeoutException} when it does not answer
     */
    CompletableFuture<String> ask(BrokerRequest request, String argument) {
        long number = numbers.incrementAndGet();
        byte[] line = (request.line(number, argument) + "\n").getBytes(StandardCharsets.UTF_8);
        if (argument.contains("\n") || line.length > BrokerRequest.LONGEST_LINE_BYTES) {
            throw new IllegalArgumentException("a broker does not take in one line: " + argument);
        }
        CompletableFuture<String> answer = new CompletableFuture<>();
        String key = String.valueOf(number);
        asked.put(key, answer);
        try {
            send(line);
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
        return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).whenComplete((text, failure) -> asked.remove(key));
    }

    private synchronized void send(byte[] line) throws IOException {
        pipe.write(line);
        pipe.flush();
    }

    /** Takes what follows {@link BrokerRequest#ANSWER}. One that comes too late is passed over. */
    void take(String numbered) {
        String[] parts = numbered.split(" ", 3);
        CompletableFuture<String> answer = asked.get(parts[0]);
        if (answer == null || parts.length < 3) {
            return;
        }
        if (parts[1].equals(BrokerRequest.DONE)) {
            answer.complete(parts[2]);
        } else {
            answer.completeExceptionally(new ClusterException(parts[2]));
        }
    }

    /** Nothing will be answered any more. */
    void broken() {
        asked.values().forEach(answer -> answer.completeExceptionally(new IOException("the broker is gone")));
    }

    /** Tells the broker to end. */
    void close() {
        try {
            pipe.close();
        } catch (IOException e) {
            // It has ended already.
        }
    }
}
