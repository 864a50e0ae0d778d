package dev.squeeze.engine.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the threads of a JVM spent their time, by role.
 *
 * @param roles every role that was sampled; never garbage collection or JIT threads
 * @param waits waits for monitors, the longest total first
 */
public record Profile<R extends Enum<R>>(Map<R, RoleProfile> roles, List<MonitorWaits<R>> waits) {
    public Profile {
        roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
        waits = List.copyOf(waits);
    }
}
