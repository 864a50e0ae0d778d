package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.SharedWork;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * A worker's share of comparing copies with their source: computes record counts and checksums for some of the
 * partitions.
 */
final class CompareWork implements Work {
    private final CopyTask task;
    private final WorkPlace place;
    private final CopyComparison comparison;
    private final ShareThread thread;
    private volatile long read;
    private volatile boolean stopped;

    private CompareWork(CopyTask task, WorkPlace place, RemoteCluster source, RemoteCluster destination) {
        this.task = task;
        this.place = place;
        this.comparison = new CopyComparison(
                source,
                destination,
                task.plan().topic(),
                task.plan().retryTimeout(),
                false,
                records -> read = records,
                () -> stopped || place.isOver());
        this.thread = new ShareThread(place, this::compare);
    }

    static Work open(CopyTask task, WorkPlace place, RemoteCluster source, RemoteCluster destination) {
        CompareWork work = new CompareWork(task, place, source, destination);
        work.thread.start();
        return work;
    }

    private void compare() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode copies = answer.putArray("copies");
        try {
            for (int i = 0; i < task.compared().size(); i++) {
                String topic = task.plan().targets().get(i).topic();
                ArrayNode partitions = copies.addArray();
                comparison
                        .compare(topic, task.compared().get(i))
                        .proof()
                        .partitions()
                        .forEach(partition -> partitions.add(toJson(partition)));
            }
        } catch (CancellationException e) {
            // The share was given to another worker, or is no longer needed.
            return;
        }
        place.result(SharedWork.DONE, answer.put("records", read));
    }

    private static ObjectNode toJson(CopyProof.Partition partition) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("partition", partition.partition())
                .put("sourceRecords", partition.sourceRecords())
                .put("copyRecords", partition.copyRecords())
                .put("sourceChecksum", partition.sourceChecksum())
                .put("copyChecksum", partition.copyChecksum())
                .put("recordsNotInSource", partition.recordsNotInSource());
    }

    /** Reads the results for one copy from a share's answer. */
    static List<CopyProof.Partition> partitions(JsonNode answer, int copy) {
        List<CopyProof.Partition> all = new ArrayList<>();
        answer.path("copies")
                .path(copy)
                .forEach(partition -> all.add(new CopyProof.Partition(
                        partition.path("partition").asInt(),
                        partition.path("sourceRecords").asLong(),
                        partition.path("copyRecords").asLong(),
                        partition.path("sourceChecksum").asText(),
                        partition.path("copyChecksum").asText(),
                        partition.path("recordsNotInSource").asLong())));
        return all;
    }

    @Override
    public void order(String order, JsonNode body) {
        stopped = true;
    }

    @Override
    public ObjectNode progress() {
        return JsonNodeFactory.instance.objectNode().put("records", read);
    }

    @Override
    public void close() {
        stopped = true;
        thread.end();
    }
}
