package dev.squeeze.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Runs a target on one input and checks what it allocated: a few bytes must not take the heap. */
final class TargetRun {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FuzzTarget target;
    private final long maxAllocatedBytes;

    TargetRun(FuzzTarget target) {
        this.target = target;
        this.maxAllocatedBytes = target.maxAllocatedBytes();
    }

    void run(byte[] input) throws Exception {
        // What the first time takes for the classes that it loads, a second one does not take again.
        if (allocatedBytes(input) > maxAllocatedBytes) {
            long allocated = allocatedBytes(input);
            if (allocated > maxAllocatedBytes) {
                throw new AssertionError("an input of " + input.length + " bytes made the parser allocate " + allocated
                        + " bytes, more than " + maxAllocatedBytes);
            }
        }
    }

    private long allocatedBytes(byte[] input) throws Exception {
        long before = threads.getCurrentThreadAllocatedBytes();
        target.parse(input);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
