package dev.squeeze.feature.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.ClusterException;

/**
 * A kind of work that this worker was not started for, and rejects.
 *
 * @param flag the flag that would allow it
 */
record RefusedKind(String name, String flag) implements WorkKind {
    @Override
    public Work open(JsonNode task, WorkPlace place) {
        throw new ClusterException(
                "it was started without " + flag + ", which it needs to accept work of kind '" + name + "'");
    }
}
