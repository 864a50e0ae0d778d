package dev.squeeze.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What was accepted and has not been handed to the producer. Bounded twice: by records, and by the bytes of their bodies,
 * which are set aside before a body is read so that bodies under way are bounded too.
 */
final class WorkerQueue {
    private final int mostRecords;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Submission> waiting = new ArrayDeque<>();
    private int records;
    private long bytes;
    private boolean closed;

    WorkerQueue(int mostRecords, long mostBytes) {
        this.mostRecords = mostRecords;
        this.mostBytes = mostBytes;
    }

    int mostRecords() {
        return mostRecords;
    }

    long mostBytes() {
        return mostBytes;
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

    /** Bytes that are set aside for bodies that are read or wait. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Sets bytes aside for a body; empty where there is no room, or no more room for a record. */
    Optional<Room> reserve(long bodyBytes) {
        lock.lock();
        try {
            if (records >= mostRecords || bytes + bodyBytes > mostBytes) {
                return Optional.empty();
            }
            bytes += bodyBytes;
            return Optional.of(new Room(bodyBytes));
        } finally {
            lock.unlock();
        }
    }

    /** Room for one body, which is filled or given back. Used by one thread at a time. */
    final class Room {
        private long held;

        private Room(long held) {
            this.held = held;
        }

        /**
         * Puts all of a request's records into the queue, or none.
         *
         * @param bodyBytes what the body turned out to have, not more than was set aside
         * @return what became of it
         */
        Entry fill(Submission submission, long bodyBytes) {
            lock.lock();
            try {
                if (closed) {
                    return Entry.CLOSED;
                }
                if (records + submission.size() > mostRecords) {
                    return Entry.FULL;
                }
                submission.holds(bodyBytes);
                bytes -= held - bodyBytes;
                held = 0;
                records += submission.size();
                waiting.add(submission);
                changed.signal();
                return Entry.TAKEN;
            } finally {
                lock.unlock();
            }
        }

        /** Gives back what was not filled. */
        void release() {
            lock.lock();
            try {
                bytes -= held;
                held = 0;
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
