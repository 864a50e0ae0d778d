package dev.squeeze.kit.environment.child;

/** What a parent may ask a JVM that it started for, in a line {@code NUMBER NAME ARGUMENT}. */
public enum ChildRequest {
    /** Answered by what the child has used and counted, encoded by {@link UsageCodec}. */
    USAGE,
    /** Answered by what became of the records of a gateway: three numbers. Cheap; brokers do not know it. */
    DELIVERY,
    /** Time waits for monitors from now on; answered by nothing. */
    TIME_CONTENTION,
    /** Start a flight recording, in place of one that runs; answered by nothing. */
    START_RECORDING,
    /** End the flight recording and write it to the file that is the argument; answered by nothing. */
    STOP_RECORDING;

    /** How a line begins that answers: then come the request's number, {@link #DONE} or {@link #REFUSED}, and a text. */
    static final String ANSWER = "squeeze-child answer ";

    /** Before what was asked for. */
    static final String DONE = "done";
    /** Before the reason. */
    static final String REFUSED = "refused";

    /** A path is the longest that a line contains, and Linux has none above 4096 bytes. */
    static final int MAX_LINE_BYTES = 8192;

    /** The line, without its end. */
    String line(long number, String argument) {
        return number + " " + name() + " " + argument;
    }
}
