package dev.squeeze.engine.workload;

import java.util.List;

/**
 * Where the parts of a workload are from, in a document that holds the workload itself.
 *
 * @param notes what a reader of monthly figures has to know
 */
public record WorkloadOrigins(List<PartOrigin> parts, List<String> notes) {
    public WorkloadOrigins {
        parts = List.copyOf(parts);
        notes = List.copyOf(notes);
    }

    public static WorkloadOrigins of(TopicWorkload learned) {
        return new WorkloadOrigins(learned.origins(), learned.notes());
    }

    /** To follow the value of a part: {@code  (from the cluster)}; empty where it was given. */
    public String words(WorkloadPart part) {
        return parts.stream()
                .filter(origin -> origin.part() == part)
                .findFirst()
                .map(PartOrigin::words)
                .orElse("");
    }
}
