package dev.squeeze.feature.bench;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where the time of one arm's threads went, from a run of its own whose other figures are not quoted.
 *
 * @param arm its label
 * @param roles by the threads' role
 */
public record ProfileInfo(String arm, List<RoleInfo> roles) {
    public ProfileInfo {
        roles = List.copyOf(roles);
    }

    /**
     * One role's threads.
     *
     * @param process {@code client}, {@code service} or {@code brokers}, all of them together
     * @param samples execution samples
     * @param frames innermost methods, the most frequent first
     * @param monitors what was waited for, the longest first
     */
    public record RoleInfo(
            String process, String role, long samples, List<FrameInfo> frames, List<MonitorInfo> monitors) {
        public RoleInfo {
            frames = List.copyOf(frames);
            monitors = List.copyOf(monitors);
        }
    }

    /** @param share of the role's samples, 0 to 1 */
    public record FrameInfo(String method, double share) {}

    /**
     * @param monitor class of the object
     * @param method that waited
     * @param shareOfTime of the time that the role's threads ran, were ready to run or waited for a monitor, 0 to 1; absent in
     *     documents from before it was recorded
     * @param heldBy role of the threads that held it meanwhile, most of the time; absent where that was not recorded
     */
    public record MonitorInfo(
            String monitor,
            String method,
            long waits,
            double totalMillis,
            double longestMillis,
            OptionalDouble shareOfTime,
            Optional<String> heldBy) {}
}
