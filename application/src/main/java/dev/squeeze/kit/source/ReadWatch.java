package dev.squeeze.kit.source;

/** Tells the caller how far a reading has come, and stops it when its thread is interrupted. */
final class ReadWatch {
    /** Often enough for a progress bar on a slow disk, rare enough to cost nothing on a fast one. */
    static final long STEP_BYTES = 1024 * 1024;

    private final RecordSource.ReadProgress progress;
    private final long totalBytes;
    private long finishedBytes;
    private long reportedBytes;

    /** @param totalBytes bytes on storage in all, or 0 where that is not known */
    ReadWatch(RecordSource.ReadProgress progress, long totalBytes) {
        this.progress = progress;
        this.totalBytes = totalBytes;
    }

    /** The current input has come this far; called for each piece read. */
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

    /** Leaves the thread's interrupt flag set: whoever runs the reading decides what the interrupt means. */
    void stopIfInterrupted(String name) {
        if (Thread.currentThread().isInterrupted()) {
            throw new SourceException(
                    "reading " + name + " was interrupted before its end: start it again to read all of it");
        }
    }

    private void report(long bytes) {
        reportedBytes = bytes;
        // A file that is still being written may turn out longer than it was when the reading began.
        progress.at(bytes, totalBytes == 0 ? 0 : Math.max(totalBytes, bytes));
    }
}
