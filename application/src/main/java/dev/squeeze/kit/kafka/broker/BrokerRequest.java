package dev.squeeze.kit.kafka.broker;

/** What a parent may ask a broker's JVM for, in a line {@code NUMBER NAME ARGUMENT}. */
public enum BrokerRequest {
    /** Answered by an encoded {@link BrokerSnapshot}. */
    USAGE,
    /** Time waits for monitors from now on; answered by nothing. */
    TIME_CONTENTION,
    /** Start a flight recording, in place of one that runs; answered by nothing. */
    START_RECORDING,
    /** End the flight recording and write it to the file that is the argument; answered by nothing. */
    STOP_RECORDING;

    /** How a line begins that answers: then come the request's number, {@link #DONE} or {@link #REFUSED}, and a text. */
    public static final String ANSWER = "squeeze-broker answer ";

    /** Before what was asked for. */
    public static final String DONE = "done";
    /** Before the reason. */
    public static final String REFUSED = "refused";

    /** A path is the longest that a line contains, and Linux has none above 4096 bytes. */
    public static final int LONGEST_LINE_BYTES = 8192;

    /** The line, without its end. */
    public String line(long number, String argument) {
        return number + " " + name() + " " + argument;
    }
}
