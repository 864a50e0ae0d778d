package dev.squeeze.engine.load;

import org.HdrHistogram.Histogram;

/** One client that sends, with its threads. */
interface LoadClient {
    SendCounts counts();

    /** Records handed over so far. */
    long sent();

    /** Whether every thread of it is still at work. */
    boolean isSending();

    /** Adds the time of the calls that send. */
    void addSendLatency(Histogram sum);

    /** Adds how long records had been due that were never handed over: at least so long would they have taken. */
    void addNeverSent(Histogram sum);
}
