package dev.squeeze.kit.environment.child;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The parent's end of the pipe to a child JVM: sends requests through the child's standard input, and assigns the responses from
 * its standard output. Closing the pipe tells the child that the parent has ended.
 */
public final class RequestPipe {
    /** A flight recording of several hundred MB takes seconds to write. */
    private static final long TIMEOUT_SECONDS = 30;

    private final OutputStream pipe;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, CompletableFuture<String>> pending = new ConcurrentHashMap<>();
    private volatile boolean broken;

    /** @param pipe the child's standard input */
    public RequestPipe(OutputStream pipe) {
        this.pipe = pipe;
    }

    /**
     * Sends a request without waiting. The lines are short, so the pipe has room for more than a thousand of them even if the child
     * is suspended.
     *
     * @param argument without line breaks
     * @return fails with a {@link RequestRefusedException} if the child refuses, an {@link IOException} if it has ended, and a
     *     {@link java.util.concurrent.TimeoutException} if it does not respond
     */
    public CompletableFuture<String> ask(ChildRequest request, String argument) {
        long number = numbers.incrementAndGet();
        byte[] line = (request.line(number, argument) + "\n").getBytes(StandardCharsets.UTF_8);
        if (argument.contains("\n") || line.length > ChildRequest.MAX_LINE_BYTES) {
            throw new IllegalArgumentException("does not fit into one line of a request: " + argument);
        }
        CompletableFuture<String> answer = new CompletableFuture<>();
        String key = String.valueOf(number);
        pending.put(key, answer);
        try {
            send(line);
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
        if (broken) {
            answer.completeExceptionally(gone());
        }
        return answer.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).whenComplete((text, failure) -> pending.remove(key));
    }

    private synchronized void send(byte[] line) throws IOException {
        pipe.write(line);
        pipe.flush();
    }

    /** Processes a line of the child's output; a line that is not a response, or a late one, is ignored. */
    public void accept(String line) {
        if (!line.startsWith(ChildRequest.ANSWER)) {
            return;
        }
        String[] parts = line.substring(ChildRequest.ANSWER.length()).split(" ", 3);
        CompletableFuture<String> answer = pending.get(parts[0]);
        if (answer == null || parts.length < 3) {
            return;
        }
        if (parts[1].equals(ChildRequest.DONE)) {
            answer.complete(parts[2]);
        } else {
            answer.completeExceptionally(new RequestRefusedException(parts[2]));
        }
    }

    /** Called when the child's output has ended: fails all pending and future requests. */
    public void outputEnded() {
        broken = true;
        pending.values().forEach(answer -> answer.completeExceptionally(gone()));
    }

    private static IOException gone() {
        return new IOException("the process is gone");
    }

    /** Makes the child end. */
    public void close() {
        try {
            pipe.close();
        } catch (IOException e) {
            // It has already ended.
        }
    }
}
