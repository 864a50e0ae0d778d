package dev.squeeze.feature.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.ClusterException;

/**
 * A kind of work that this worker's owner did not agree to.
 *
 * @param flag which would
 */
record RefusedKind(String name, String flag) implements WorkKind {
    @Override
    public Work open(JsonNode task, WorkPlace place) {
        throw new ClusterException(
                "it was not started with " + flag + ", without which a worker takes no work of kind '" + name + "'");
    }
}
