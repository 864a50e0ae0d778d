package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Latencies to acknowledgement that workers report while they send. A heartbeat contains all latencies since the load
 * began, so that a missed one loses nothing; new latencies are the difference, computed per slot.
 */
final class WorkerLatencies {
    static final String FIELD = "acknowledgeNanos";

    private final Map<Integer, Histogram> known = new HashMap<>();
    private final Map<Integer, String> read = new HashMap<>();

    /**
     * Returns the latencies that arrived since the last call, over all workers.
     *
     * @param beats the latest heartbeat of each worker, by slot
     */
    Histogram since(List<Optional<JsonNode>> beats) {
        Histogram latest = LatencyRecorder.empty();
        for (int slot = 0; slot < beats.size(); slot++) {
            String encoded =
                    beats.get(slot).map(beat -> beat.path(FIELD).asText("")).orElse("");
            if (!encoded.isEmpty() && !encoded.equals(read.put(slot, encoded))) {
                Histogram all = decoded(beats.get(slot).get().path(FIELD));
                Histogram before = known.put(slot, all);
                latest.add(all);
                if (before != null) {
                    latest.subtract(before);
                }
            }
        }
        return latest;
    }

    private static Histogram decoded(JsonNode encoded) {
        try {
            return LoadReport.histogram(encoded);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new ClusterException(
                    "a worker reported latencies that cannot be read: who else writes to the control topics?", e);
        }
    }
}
