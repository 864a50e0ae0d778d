package dev.squeeze.engine.workload;

import java.util.List;

/**
 * The origins of the parts of a workload, for a document that contains the workload itself.
 *
 * @param notes for readers of monthly figures
 */
public record WorkloadOrigins(List<PartOrigin> parts, List<String> notes) {
    public WorkloadOrigins {
        parts = List.copyOf(parts);
        notes = List.copyOf(notes);
    }

    public static WorkloadOrigins of(TopicWorkload learned) {
        return new WorkloadOrigins(learned.origins(), learned.notes());
    }

    /** Suffix for the value of a part: {@code  (from the cluster)}; empty if it was specified. */
    public String words(WorkloadPart part) {
        return parts.stream()
                .filter(origin -> origin.part() == part)
                .findFirst()
                .map(PartOrigin::words)
                .orElse("");
    }
}
