package dev.squeeze;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Gives bytes as a slow disk or pipe does: a chunk, and the next one after a pause. */
public final class SlowStream extends InputStream {
    private final InputStream bytes;
    private final int chunk;
    private final Duration pause;

    public SlowStream(byte[] bytes, int chunk, Duration pause) {
        this.bytes = new ByteArrayInputStream(bytes);
        this.chunk = chunk;
        this.pause = pause;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        return bytes.read(target, offset, Math.min(length, chunk));
    }
}
