package dev.squeeze.feature.copy;

import java.util.Optional;

/**
 * The workers of a command, if any; closed at its end.
 *
 * @param fleet workers; absent if this process copies
 */
record Workforce(Optional<CopyFleet> fleet) implements AutoCloseable {
    @Override
    public void close() {
        fleet.ifPresent(CopyFleet::close);
    }
}
