package dev.squeeze.feature.advise;

import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import java.util.Map;
import java.util.Optional;

/**
 * Raises limits for large records: by default producers and topics accept records of about 1 MB, and applications with
 * larger ones configure more.
 */
final class LargeRecords {
    private LargeRecords() {}

    /**
     * The same load, with the limits of its client and topics raised if records need it. franz-go and sarama limit
     * records by their limit on batches.
     *
     * @param largestBytes size of the largest record, encoded
     */
    static LoadSettings allowed(LoadSettings settings, ClientProfile client, int largestBytes) {
        long needed = Client.messageBytes(largestBytes);
        if (needed == 0) {
            return settings;
        }
        String limit = String.valueOf(needed);
        LoadSettings allowed = settings.withTopicConfig("max.message.bytes", limit);
        return switch (client) {
            case JAVA -> allowed.withProducerProperty("max.request.size", limit);
            case LIBRDKAFKA ->
                allowed.withClient(Optional.of(
                        ForeignClient.of(client, Map.of(Client.MESSAGE_MAX_BYTES_SETTING, limit(needed, settings)))));
            case FRANZ_GO, SARAMA -> allowed;
        };
    }

    /** librdkafka's limit applies to batches too. */
    private static String limit(long needed, LoadSettings settings) {
        long batch = Long.parseLong(settings.producerProperties().getOrDefault("batch.size", "0"));
        return String.valueOf(Math.min(Client.LARGEST_MESSAGE_MAX_BYTES, Math.max(needed, batch)));
    }
}
