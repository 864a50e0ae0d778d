package dev.squeeze.engine.drivers;

import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.ClientQuotients;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.kit.source.Sample;
import java.util.List;
import java.util.function.Consumer;

/** What the codecs of another client library make of records, next to Java's. */
public final class ClientComparison {
    private ClientComparison() {}

    /**
     * Compares them on some batches of a sample.
     *
     * @param partitions as {@link ClientQuotients#measure} takes them
     * @param say takes a line that says why nothing was compared
     * @return by codec and batch size; empty where the driver does not run
     */
    public static List<ClientQuotient> of(
            ClientGrid client,
            Sample sample,
            int partitions,
            int threads,
            SweepListener listener,
            Consumer<String> say) {
        try {
            return ClientQuotients.measure(sample, client, partitions, threads, listener);
        } catch (DriverException e) {
            say.accept("what the codecs of " + client.client() + " make of other data is taken: " + e.getMessage());
            return List.of();
        }
    }
}
