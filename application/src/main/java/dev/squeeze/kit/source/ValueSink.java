package dev.squeeze.kit.source;

import java.io.IOException;

/** Receives the values of a sample's records one by one. */
@FunctionalInterface
interface ValueSink {
    /** @return false to stop */
    boolean accept(byte[] value) throws IOException;
}
