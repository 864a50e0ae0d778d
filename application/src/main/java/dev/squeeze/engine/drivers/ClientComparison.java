package dev.squeeze.engine.drivers;

import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.ClientQuotients;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.kit.source.Sample;
import java.util.List;
import java.util.function.Consumer;

/** Compares the compression ratios of another client library's codecs with those of the Java client. */
public final class ClientComparison {
    private ClientComparison() {}

    /**
     * Compares them on some batches of a sample.
     *
     * @param partitions as for {@link ClientQuotients#measure}
     * @param say receives a message if nothing could be compared
     * @return by codec and batch size; empty if the driver does not run
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
            say.accept(
                    "using ratios that the codecs of " + client.client() + " reached on other data: " + e.getMessage());
            return List.of();
        }
    }
}
