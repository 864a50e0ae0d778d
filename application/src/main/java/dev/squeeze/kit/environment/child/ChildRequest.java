package dev.squeeze.kit.environment.child;

/** Requests from a parent process to a JVM that it started, in a line {@code NUMBER NAME ARGUMENT}. */
public enum ChildRequest {
    /** Returns the child's resource usage and counters, encoded by {@link UsageCodec}. */
    USAGE,
    /** Returns the outcome of a gateway's records as three numbers. Cheap; not supported by brokers. */
    DELIVERY,
    /** Measures waits for monitors from now on; returns nothing. */
    TIME_CONTENTION,
    /** Starts a flight recording, replacing a running one; returns nothing. */
    START_RECORDING,
    /** Ends the flight recording and writes it to the file given as the argument; returns nothing. */
    STOP_RECORDING;

    /** The start of a response line, followed by the request's number, {@link #DONE} or {@link #REFUSED}, and a text. */
    static final String ANSWER = "squeeze-child answer ";

    /** Followed by the result. */
    static final String DONE = "done";
    /** Followed by the reason. */
    static final String REFUSED = "refused";

    /** The longest content of a line is a path, and Linux allows none above 4096 bytes. */
    static final int MAX_LINE_BYTES = 8192;

    /** The line, without the line break. */
    String line(long number, String argument) {
        return number + " " + name() + " " + argument;
    }
}
