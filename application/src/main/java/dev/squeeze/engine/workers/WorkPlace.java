package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.util.List;

/** What work can use of the worker that runs it. */
public interface WorkPlace {
    /** Message of a worker that runs out of memory. */
    String OUT_OF_MEMORY = "out of memory: start the worker with a larger heap, as with SQUEEZE_HEAP=8g";

    WorkerIdentity identity();

    /** The cluster through which records are shipped. */
    RemoteCluster control();

    /** The cluster on which the worker's owner allows work. */
    RemoteCluster underTest();

    /** All distinct clusters that the worker's owner named. */
    List<RemoteCluster> clusters();

    /** Whether the work was cancelled and should end at the next opportunity. */
    boolean isOver();

    /** Sends an answer to the coordinator. */
    void answer(String answer, ObjectNode body);

    /** Sends the last answer of the work, of which the worker's owner may keep a copy. */
    void result(String answer, ObjectNode body);

    /**
     * Reports that the work cannot be done on any worker; results so far are kept.
     *
     * @param reason message for users
     */
    void fail(String reason);

    /** Longest pause of this process, in nanoseconds, since a time in {@link System#nanoTime}. */
    long standstillNanosSince(long nanos);
}
