package dev.squeeze.engine.workload;

import java.util.Optional;

/**
 * The origin of a part of a workload.
 *
 * @param why what it is derived from, or why it had to be assumed
 */
public record PartOrigin(WorkloadPart part, Origin origin, Optional<String> why) {
    /** Ordered by precedence: a flag overrides what was found, which overrides an assumption. */
    public enum Origin {
        GIVEN,
        LOG,
        CLUSTER,
        ASSUMED
    }

    static PartOrigin of(WorkloadPart part, Origin origin) {
        return new PartOrigin(part, origin, Optional.empty());
    }

    static PartOrigin of(WorkloadPart part, Origin origin, String why) {
        return new PartOrigin(part, origin, why.isEmpty() ? Optional.empty() : Optional.of(why));
    }

    public boolean assumed() {
        return origin == Origin.ASSUMED;
    }

    /** Suffix for the value, such as {@code  (assumed: no broker has a rack)}; empty for what was specified. */
    public String words() {
        String from =
                switch (origin) {
                    case GIVEN -> "";
                    case LOG -> "from the log";
                    case CLUSTER -> "from the cluster";
                    case ASSUMED -> "assumed";
                };
        return from.isEmpty()
                ? ""
                : " (" + from + why.map(reason -> ": " + reason).orElse("") + ")";
    }
}
