package dev.squeeze.feature.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What was accepted and has not been handed to the producer. Bounded twice: by records, and by the memory that they take,
 * which is set aside as bodies come so that those on their way are bounded too.
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

    /** Records that were accepted and not handed over yet. */
    int records() {
        lock.lock();
        try {
            return records;
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that bodies take which are read, and records which wait. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing more would be taken at this moment. */
    boolean isFull() {
        lock.lock();
        try {
            return records >= maxRecords || bytes + QueueCost.REQUEST_BYTES + QueueCost.RECORD_BYTES > maxBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Room for a request, of no bytes yet; empty where there is none for a record. */
    Optional<Room> open() {
        lock.lock();
        try {
            return records >= maxRecords ? Optional.empty() : Optional.of(new Room());
        } finally {
            lock.unlock();
        }
    }

    /** Room for one request, which grows with what comes of it, and is filled or given back. */
    final class Room {
        private long held;
        private boolean closed;

        /** Sets aside that much in all; false where that does not fit, or when the room was given back. */
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
         * Puts all of a request's records into the queue, or none.
         *
         * @param costBytes what its records cost while they wait, see {@link QueueCost}
         * @return what became of it
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

        /** Gives back what was not filled; it does not grow any more. */
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

    /** What became of a request at the queue. */
    enum Entry {
        TAKEN,
        FULL,
        CLOSED
    }

    /** The next one, once there is one; empty when the queue is closed and nothing is left. */
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

    /** The producer has taken or refused its records. */
    void handedOver(Submission submission) {
        lock.lock();
        try {
            records -= submission.size();
            bytes -= submission.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /** A record that was handed over waits once more, and takes room from what could be accepted. */
    void waitsAgain(long recordBytes) {
        lock.lock();
        try {
            records++;
            bytes += recordBytes;
        } finally {
            lock.unlock();
        }
    }

    /** It was handed over once more, or given up. */
    void handedOverAgain(long recordBytes) {
        lock.lock();
        try {
            records--;
            bytes -= recordBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more; what waits can still be taken out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes out what nobody will take any more. */
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
