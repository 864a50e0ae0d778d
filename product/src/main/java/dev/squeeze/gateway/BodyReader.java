package dev.squeeze.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;

/** Reads a body as it comes, without a thread that waits for it. What is beyond the limit is not kept. */
final class BodyReader implements Runnable {
    private final Content.Source source;
    private final int mostBytes;
    private final boolean kept;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private long read;

    private BodyReader(Content.Source source, int mostBytes, boolean kept) {
        this.source = source;
        this.mostBytes = mostBytes;
        this.kept = kept;
    }

    /** Fails with a {@link RefusedException} where there is more than that, and as the connection does. */
    static CompletableFuture<byte[]> read(Content.Source source, int mostBytes) {
        BodyReader reader = new BodyReader(source, mostBytes, true);
        reader.run();
        return reader.body;
    }

    /** Reads it and keeps nothing: a client hears of a refusal only once it could send what it wanted to. */
    static CompletableFuture<byte[]> skip(Content.Source source, int mostBytes) {
        BodyReader reader = new BodyReader(source, mostBytes, false);
        reader.run();
        return reader.body;
    }

    @Override
    public void run() {
        while (!body.isDone()) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                body.completeExceptionally(chunk.getFailure());
                return;
            }
            take(chunk.getByteBuffer());
            chunk.release();
            if (chunk.isLast()) {
                body.complete(bytes.toByteArray());
            }
        }
    }

    private void take(ByteBuffer piece) {
        read += piece.remaining();
        if (read > mostBytes) {
            body.completeExceptionally(IngestHandler.tooLarge(mostBytes));
        } else if (kept) {
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            bytes.write(copy, 0, copy.length);
        }
    }
}
