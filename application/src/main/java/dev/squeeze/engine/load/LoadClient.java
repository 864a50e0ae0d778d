package dev.squeeze.engine.load;

import org.HdrHistogram.Histogram;

/** One sending client with its threads. */
interface LoadClient {
    SendCounts counts();

    /** Records handed to the client so far. */
    long sent();

    /** Whether all its sending threads are still running. */
    boolean isSending();

    /** Adds the durations of the calls that send. */
    void addSendLatency(Histogram sum);

    /** Adds, for records that were never sent, the time since they were due: a lower bound of their latency. */
    void addNeverSent(Histogram sum);
}
