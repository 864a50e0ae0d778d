package dev.squeeze.feature.copy;

import java.util.Optional;

/**
 * Who copies for a command.
 *
 * @param fleet workers; absent where this process copies
 */
record Workforce(Optional<CopyFleet> fleet) implements AutoCloseable {
    @Override
    public void close() {
        fleet.ifPresent(CopyFleet::close);
    }
}
