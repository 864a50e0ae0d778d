package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.util.List;

/** What a work knows of the worker that does it. */
public interface WorkPlace {
    /** What a worker says that has no memory left for its work. */
    String OUT_OF_MEMORY = "out of memory: start the worker with a larger heap, as with SQUEEZE_HEAP=8g";

    WorkerIdentity identity();

    /** Where the records of a work are shipped through. */
    RemoteCluster control();

    /** The cluster that the worker's owner lets work go to. */
    RemoteCluster underTest();

    /** All clusters that the worker's owner named, each once. */
    List<RemoteCluster> clusters();

    /** Whether the work was given up: it is to end at the next good place. */
    boolean isOver();

    /** Answers the coordinator. */
    void answer(String answer, ObjectNode body);

    /** The same with the last answer of a work, of which the worker's owner may keep a copy. */
    void result(String answer, ObjectNode body);

    /**
     * Says that the work cannot be done, whatever is tried; what it did so far stays with it.
     *
     * @param reason for people
     */
    void fail(String reason);

    /** The longest that this process stood still since a moment of {@link System#nanoTime}, in nanoseconds. */
    long standstillNanosSince(long nanos);
}
