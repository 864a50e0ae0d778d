package dev.squeeze.engine.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the threads of a JVM spent their time, by role.
 *
 * @param roles every role that was seen; neither the collector nor the compilers are
 * @param waits for monitors, the longest in total first
 */
public record Profile<R extends Enum<R>>(Map<R, RoleProfile> roles, List<MonitorWaits<R>> waits) {
    public Profile {
        roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
        waits = List.copyOf(waits);
    }
}
