package dev.squeeze.engine.load;

import org.HdrHistogram.Histogram;

/** One client that sends, with its threads. */
<<<<<<< HEAD:application/src/main/java/dev/squeeze/engine/load/LoadSender.java
interface LoadSender {
=======
interface LoadClient {
>>>>>>> load:application/src/main/java/dev/squeeze/engine/load/LoadClient.java
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
