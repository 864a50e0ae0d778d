package dev.squeeze.kit.source;

/** Reports the progress of a reading, and stops it when its thread is interrupted. */
final class ReadWatch {
    /** Often enough for a progress bar on a slow disk, rarely enough to cost nothing on a fast one. */
    static final long STEP_BYTES = 1024 * 1024;

    private final RecordSource.ReadProgress progress;
    private final long totalBytes;
    private long finishedBytes;
    private long reportedBytes;

    /** @param totalBytes total stored bytes, or 0 if unknown */
    ReadWatch(RecordSource.ReadProgress progress, long totalBytes) {
        this.progress = progress;
        this.totalBytes = totalBytes;
    }

    /** Sets the position in the current input; called for each piece read. */
    void at(String name, long inputBytes) {
        stopIfInterrupted(name);
        if (finishedBytes + inputBytes - reportedBytes >= STEP_BYTES) {
            report(finishedBytes + inputBytes);
        }
    }

    void inputFinished(long inputBytes) {
        finishedBytes += inputBytes;
    }

    void allFinished() {
        report(finishedBytes);
    }

    /** Leaves the thread's interrupt flag set: the caller decides what the interrupt means. */
    void stopIfInterrupted(String name) {
        if (Thread.currentThread().isInterrupted()) {
            throw new SourceException("reading " + name + " was interrupted: run the command again to read all of it");
        }
    }

    private void report(long bytes) {
        reportedBytes = bytes;
        // A file that is still being written may have grown since the reading started.
        progress.at(bytes, totalBytes == 0 ? 0 : Math.max(totalBytes, bytes));
    }
}
