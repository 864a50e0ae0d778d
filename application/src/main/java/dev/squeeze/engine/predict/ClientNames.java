package dev.squeeze.engine.predict;

import java.util.Arrays;
import java.util.Iterator;

/** The client libraries, as candidates for shell completion. */
public final class ClientNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(ClientProfile.values()).map(ClientProfile::label).iterator();
    }
}
