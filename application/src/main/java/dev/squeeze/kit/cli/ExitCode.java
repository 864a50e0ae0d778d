package dev.squeeze.kit.cli;

public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int THRESHOLD_MISSED = 3;
    public static final int INTERRUPTED = 130;
    /** The reader of standard output closed it: 128 plus the number of SIGPIPE, as for a process that the signal ends. */
    public static final int READER_GONE = 141;

    private ExitCode() {}
}
