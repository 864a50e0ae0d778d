package dev.squeeze.feature.gateway;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body asynchronously, without a waiting thread. Room in the queue is reserved as bytes arrive, never for the
 * announced length. If there is no room, the body is refused rather than delayed: half-read bodies that wait for each
 * other's room would all wait until they time out.
 */
final class BodyReader implements Runnable, IncomingBodies.Body {
    private static final int MIN_CAPACITY = 1024;
    private static final byte[] NOTHING = {};

    private final Content.Source source;
    private final int maxBytes;
    private final @Nullable Keeping keeping;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private byte[] bytes = NOTHING;
    private int read;
    private volatile long activeUntilNanos = IncomingBodies.begin(System.nanoTime());

    /**
     * Destination of a body that is kept.
     *
     * @param room room for the bytes that arrive
     * @param incoming the bodies that are being read
     */
    private record Keeping(WorkerQueue.Room room, IncomingBodies incoming) {}

    private BodyReader(Content.Source source, int maxBytes, @Nullable Keeping keeping) {
        this.source = source;
        this.maxBytes = maxBytes;
        this.keeping = keeping;
    }

    /**
     * Reads a body. The future fails with a {@link RefusedException} if the body is larger than {@code maxBytes} or
     * there is no room for it, and with the connection's failure if that fails.
     *
     * @param room grows as bytes arrive; the caller must release it
     */
    static CompletableFuture<byte[]> read(
            Content.Source source, int maxBytes, WorkerQueue.Room room, IncomingBodies incoming) {
        long announced = source.getLength();
        int most = announced >= 0 && announced < maxBytes ? (int) announced : maxBytes;
        BodyReader reader = new BodyReader(source, most, new Keeping(room, incoming));
        reader.body.whenComplete((body, failure) -> reader.drop(incoming));
        reader.run();
        return reader.body;
    }

    /** Reads a body and discards it: many clients only see a refusal after they have sent their whole body. */
    static CompletableFuture<byte[]> skip(Content.Source source, int maxBytes) {
        BodyReader reader = new BodyReader(source, maxBytes, null);
        reader.run();
        return reader.body;
    }

    @Override
    public void run() {
        while (!body.isDone()) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                await();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                body.completeExceptionally(chunk.getFailure());
                return;
            }
            RefusedException refused = take(chunk.getByteBuffer());
            boolean last = chunk.isLast();
            chunk.release();
            if (refused != null) {
                body.completeExceptionally(refused);
            } else if (last) {
                body.complete(whole());
            }
        }
    }

    private void await() {
        if (keeping != null) {
            keeping.incoming().add(this);
            if (body.isDone()) {
                // It was given up before it was added.
                keeping.incoming().remove(this);
            }
        }
        source.demand(this);
    }

    private @Nullable RefusedException take(ByteBuffer piece) {
        if (piece.remaining() > maxBytes - read) {
            return RefusedException.tooLarge(maxBytes);
        }
        if (keeping == null) {
            read += piece.remaining();
        } else if (piece.hasRemaining()) {
            activeUntilNanos = keeping.incoming().moved(activeUntilNanos, System.nanoTime(), piece.remaining());
            int capacity = capacity(read + piece.remaining());
            if (!keeping.incoming().makeRoom(keeping.room(), capacity, this)) {
                return RefusedException.full();
            }
            append(piece, capacity);
        }
        return null;
    }

    /**
     * Doubles the capacity when it is full, so that each byte is copied about once on average, however small the pieces
     * are.
     */
    private synchronized int capacity(int needed) {
        return needed <= bytes.length
                ? bytes.length
                : (int) Math.min(maxBytes, Math.max(Math.max(MIN_CAPACITY, needed), 2L * bytes.length));
    }

    private synchronized void append(ByteBuffer piece, int capacity) {
        if (body.isDone()) {
            // Given up in the meantime: nothing is kept.
            return;
        }
        if (capacity > bytes.length) {
            bytes = Arrays.copyOf(bytes, capacity);
        }
        int length = piece.remaining();
        piece.get(bytes, read, length);
        read += length;
    }

    private synchronized byte[] whole() {
        return bytes.length == read ? bytes : Arrays.copyOf(bytes, Math.min(read, bytes.length));
    }

    @Override
    public long activeUntilNanos() {
        return activeUntilNanos;
    }

    @Override
    public void giveUp() {
        boolean given = body.completeExceptionally(new RefusedException(
                Refusal.TOO_SLOW, "the body stalled while other requests needed its room: send it without pauses"));
        if (given && keeping != null) {
            keeping.room().release();
        }
    }

    /** Frees the bytes: the server keeps a reader whose body never ends for as long as the connection lasts. */
    private synchronized void drop(IncomingBodies incoming) {
        incoming.remove(this);
        bytes = NOTHING;
    }
}
