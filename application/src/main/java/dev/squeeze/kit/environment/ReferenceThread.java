package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** A thread that blocks in native code for the duration of a recording. */
final class ReferenceThread {
    static final String NAME = "squeeze-recording-reference";

    private final Pipe pipe;

    private ReferenceThread(Pipe pipe) {
        this.pipe = pipe;
    }

    static ReferenceThread start() throws IOException {
        ReferenceThread reference = new ReferenceThread(Pipe.open());
        DaemonThreads.start(reference::await, NAME);
        return reference;
    }

    private void await() {
        try {
            pipe.source().read(ByteBuffer.allocateDirect(1));
        } catch (IOException e) {
            // Closed: the recording has ended.
        }
    }

    void close() {
        try {
            pipe.source().close();
            pipe.sink().close();
        } catch (IOException e) {
            // Nothing was written, so nothing is lost.
        }
    }
}
