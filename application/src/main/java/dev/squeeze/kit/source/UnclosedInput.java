package dev.squeeze.kit.source;

import java.io.FilterInputStream;
import java.io.InputStream;

/** A stream that the caller has opened and will close. */
final class UnclosedInput extends FilterInputStream {
    UnclosedInput(InputStream stream) {
        super(stream);
    }

    @Override
    public void close() {
        // Left to the caller.
    }
}
