package dev.squeeze.feature.bench;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A profile of one arm's threads, from a separate run whose other figures are not used.
 *
 * @param arm its label
 * @param roles profiles by thread role
 */
public record ProfileInfo(String arm, List<RoleInfo> roles) {
    public ProfileInfo {
        roles = List.copyOf(roles);
    }

    /**
     * The profile of one thread role.
     *
     * @param process {@code client}, {@code service} or {@code brokers} (all brokers together)
     * @param samples execution samples
     * @param frames innermost methods, the most frequent first
     * @param monitors monitors that threads waited for, the longest total wait first
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
     * @param monitor class of the monitor's object
     * @param method method that waited
     * @param shareOfTime share of the time in which the role's threads ran, were ready to run or waited for a monitor,
     *     0 to 1; absent in older documents
     * @param heldBy role of the threads that held the monitor for most of that time; absent if not recorded
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
