package dev.squeeze;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.engine.drivers.DriverException;
import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.predict.ClientProfile;
import java.util.List;

/** Drivers of other client libraries; tests are skipped if these cannot be built. */
public final class ClientDrivers {
    private ClientDrivers() {}

    /** The command that starts a driver. */
    public static List<String> require(ClientProfile client) {
        try {
            return new DriverPrograms().command(client);
        } catch (DriverException e) {
            assumeTrue(false, e.getMessage());
            throw e;
        }
    }
}
