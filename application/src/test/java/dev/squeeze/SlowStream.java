package dev.squeeze;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Returns bytes like a slow disk or pipe: each chunk after a pause. */
public final class SlowStream extends FilterInputStream {
    private final int chunk;
    private final Duration pause;

    public SlowStream(byte[] bytes, int chunk, Duration pause) {
        super(new ByteArrayInputStream(bytes));
        this.chunk = chunk;
        this.pause = pause;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        return super.read(target, offset, Math.min(length, chunk));
    }
}
