package dev.squeeze.fuzz;

import java.io.IOException;
import java.util.List;

/**
 * A parser of bytes from outside, and what has to hold for any bytes. Opened once for a run; used by one thread.
 *
 * <p>A finding is whatever {@link #parse} throws. An exception that commands turn into an error message is caught by the
 * target and its message checked, see {@link Expectations}.
 */
public interface FuzzTarget extends AutoCloseable {
    /** Allocations of one input beyond this are a finding, unless a target allows more. */
    long DEFAULT_MAX_ALLOCATED_BYTES = 64L << 20;

    /** Small valid inputs, made by the project's own code, that the first mutations start from. */
    List<byte[]> seeds() throws Exception;

    void parse(byte[] input) throws Exception;

    /** Bytes that the calling thread may allocate for one input. */
    default long maxAllocatedBytes() {
        return DEFAULT_MAX_ALLOCATED_BYTES;
    }

    @Override
    default void close() throws IOException {}
}
