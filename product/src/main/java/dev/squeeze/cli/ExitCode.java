package dev.squeeze.cli;

/** What the shell is told. */
final class ExitCode {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int THRESHOLD_MISSED = 3;
    static final int INTERRUPTED = 130;
    /** Whoever read standard output closed it: 128 and the number of SIGPIPE, as of programs that the signal ends. */
    static final int READER_GONE = 141;

    private ExitCode() {}
}
