package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the records fit the limits of other client libraries: some refuse a record that does not fit into a batch
 * or a request, where Java's producer sends it in a batch of its own. All trials of such an arm would fail.
 */
final class BatchBound {
    /**
     * A margin for the overhead of a batch with one record: franz-go counts 65 bytes (kgo's {@code sink.go}, {@code
     * recordBatchOverhead}), sarama 36 in addition to key and value ({@code ProducerMessage.ByteSize}).
     */
    private static final int BATCH_BYTES = 128;

    private BatchBound() {}

    /** @throws UsageException if a record is too large; the message names the client and a sufficient setting */
    static void check(List<Arm> arms, Payload payload) {
        for (Arm arm : arms) {
            arm.settings()
                    .client()
                    .ifPresent(client -> check(client, arm.settings().producerProperties(), payload));
        }
    }

    private static void check(ForeignClient client, Map<String, String> kafka, Payload payload) {
        client.profile().ifPresent(profile -> {
            Map<String, String> settings = client.settings(kafka);
            if (profile.refusesRecordsAboveBatchSize()) {
                number(settings.get(profile.batchSizeSetting()))
                        .ifPresent(bytes -> checkBatch(client.label(), bytes, payload));
            } else if (profile == ClientProfile.LIBRDKAFKA) {
                number(settings.getOrDefault(
                                Client.MESSAGE_MAX_BYTES_SETTING, String.valueOf(Client.MESSAGE_MAX_BYTES)))
                        .ifPresent(bytes -> checkMessage(client.label(), bytes, payload));
            }
        });
    }

    private static void checkBatch(String client, long bound, Payload payload) {
        long larger = larger(payload, bound, BATCH_BYTES);
        if (larger > 0) {
            int largest = sizes(payload).max().orElse(0);
            long enough = (largest + BATCH_BYTES + ByteCount.KIB - 1) / ByteCount.KIB;
            throw new UsageException(say(
                    "%s refuses records that do not fit into a batch with its header (here %,d bytes); %,d of the %,d"
                            + " records do not fit, and the largest has %,d bytes: give --batch-size %dKiB or more",
                    client, bound, larger, payload.size(), largest, enough));
        }
    }

    /** The topics of bench accept larger records only if the user configures it. */
    private static void checkMessage(String client, long bound, Payload payload) {
        long larger = larger(payload, bound, Client.MESSAGE_FRAMING_BYTES);
        if (larger > 0) {
            int largest = sizes(payload).max().orElse(0);
            long enough = 2L * largest;
            throw new UsageException(say(
                    "%s refuses records above %s (here %,d bytes); %,d of the %,d records are larger, up to %,d bytes:"
                            + " give --client-property %s:%s=%d --topic-config max.message.bytes=%d",
                    client,
                    Client.MESSAGE_MAX_BYTES_SETTING,
                    bound,
                    larger,
                    payload.size(),
                    largest,
                    client,
                    Client.MESSAGE_MAX_BYTES_SETTING,
                    enough,
                    enough));
        }
    }

    private static long larger(Payload payload, long bound, int framing) {
        return sizes(payload).filter(bytes -> (long) bytes + framing > bound).count();
    }

    private static IntStream sizes(Payload payload) {
        return IntStream.range(0, payload.size()).map(payload::encodedBytes);
    }

    /** Empty if the setting is absent or not a plain number of bytes. */
    private static OptionalLong number(@Nullable String bytes) {
        return bytes != null && bytes.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(bytes))
                : OptionalLong.empty();
    }
}
