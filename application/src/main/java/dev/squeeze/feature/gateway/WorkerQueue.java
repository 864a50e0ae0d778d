package dev.squeeze.feature.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The accepted records that have not been passed to the producer. Bounded by the number of records and by the memory
 * that they take; memory is reserved while bodies arrive, so that bodies in progress are bounded too.
 */
final class WorkerQueue {
    private final int maxRecords;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Submission> waiting = new ArrayDeque<>();
    private int records;
    private long bytes;
    private boolean closed;

    WorkerQueue(int maxRecords, long maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    int maxRecords() {
        return maxRecords;
    }

    long maxBytes() {
        return maxBytes;
    }

    /** Number of accepted records that have not been passed to the producer yet. */
    int records() {
        lock.lock();
        try {
            return records;
        } finally {
            lock.unlock();
        }
    }

    /** Memory of bodies being read and records waiting, in bytes. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Whether no further record fits at the moment. */
    boolean isFull() {
        lock.lock();
        try {
            return records >= maxRecords || bytes + QueueCost.REQUEST_BYTES + QueueCost.RECORD_BYTES > maxBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Opens room for a request, with no bytes reserved yet; empty if the queue has its maximum of records. */
    Optional<Room> open() {
        lock.lock();
        try {
            return records >= maxRecords ? Optional.empty() : Optional.of(new Room());
        } finally {
            lock.unlock();
        }
    }

    /** Room for one request. It grows as the body arrives, and is then filled or released. */
    final class Room {
        private long held;
        private boolean closed;

        /** Reserves that much in total; false if it does not fit, or if the room was released. */
        boolean growTo(long wantedBytes) {
            lock.lock();
            try {
                long more = Math.max(0, wantedBytes - held);
                if (closed || bytes + more > maxBytes) {
                    return false;
                }
                bytes += more;
                held += more;
                return true;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Puts all records of a request into the queue, or none.
         *
         * @param costBytes memory that its records take while they wait, see {@link QueueCost}
         * @return the outcome
         */
        Entry fill(Submission submission, long costBytes) {
            lock.lock();
            try {
                if (WorkerQueue.this.closed) {
                    return Entry.CLOSED;
                }
                long more = costBytes - held;
                if (closed || records + submission.size() > maxRecords || bytes + more > maxBytes) {
                    return Entry.FULL;
                }
                submission.holds(costBytes);
                bytes += more;
                held = 0;
                closed = true;
                records += submission.size();
                waiting.add(submission);
                changed.signal();
                return Entry.TAKEN;
            } finally {
                lock.unlock();
            }
        }

        /** Releases the room if it was not filled; it cannot grow any more. */
        void release() {
            lock.lock();
            try {
                bytes -= held;
                held = 0;
                closed = true;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Outcome of putting a request into the queue. */
    enum Entry {
        TAKEN,
        FULL,
        CLOSED
    }

    /** Takes the next submission, waiting until there is one; empty if the queue is closed and empty. */
    Optional<Submission> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.await();
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    /** The producer has accepted or refused the records of a submission. */
    void handedOver(Submission submission) {
        lock.lock();
        try {
            records -= submission.size();
            bytes -= submission.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /** A record that was passed to the producer waits again, and takes up room in the queue. */
    void waitsAgain(long recordBytes) {
        lock.lock();
        try {
            records++;
            bytes += recordBytes;
        } finally {
            lock.unlock();
        }
    }

    /** A record that waited again was passed to the producer, or given up. */
    void handedOverAgain(long recordBytes) {
        lock.lock();
        try {
            records--;
            bytes -= recordBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses further submissions; those waiting can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Removes and returns the submissions that are still waiting. */
    List<Submission> abandon() {
        lock.lock();
        try {
            List<Submission> left = new ArrayList<>(waiting);
            waiting.clear();
            return left;
        } finally {
            lock.unlock();
        }
    }
}
