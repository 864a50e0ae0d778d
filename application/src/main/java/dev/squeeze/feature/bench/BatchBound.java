package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Some client libraries refuse a record that does not fit into a batch, where Java's producer sends it alone. All trials of
 * such an arm would fail.
 */
final class BatchBound {
    /**
     * At least what a batch with one record has besides the record: franz-go counts 65 bytes (kgo's {@code sink.go},
     * {@code recordBatchOverhead}), sarama 36 besides key and value ({@code ProducerMessage.ByteSize}).
     */
    private static final int BATCH_BYTES = 128;

    private BatchBound() {}

    /** @throws UsageException that names the client and a bound that is large enough */
    static void check(List<Arm> arms, Payload payload) {
        for (Arm arm : arms) {
            arm.settings()
                    .client()
                    .ifPresent(client -> check(client, arm.settings().producerProperties(), payload));
        }
    }

    private static void check(ForeignClient client, Map<String, String> kafka, Payload payload) {
        OptionalLong bound = bound(client, kafka);
        if (bound.isEmpty()) {
            return;
        }
        long larger = sizes(payload)
                .filter(bytes -> (long) bytes + BATCH_BYTES > bound.getAsLong())
                .count();
        if (larger > 0) {
            int largest = sizes(payload).max().orElse(0);
            long enough = (largest + BATCH_BYTES + ByteCount.KIB - 1) / ByteCount.KIB;
            throw new UsageException(say(
                    "%s refuses records that do not fit into a batch with its header, here %,d bytes, and %,d of the %,d"
                            + " records do not, the largest with %,d bytes: give --batch-size %dKiB or more",
                    client.label(), bound.getAsLong(), larger, payload.size(), largest, enough));
        }
    }

    private static IntStream sizes(Payload payload) {
        return IntStream.range(0, payload.size()).map(payload::encodedBytes);
    }

    /** Empty where the library sends such a record alone, or has a bound that is written in another way. */
    private static OptionalLong bound(ForeignClient client, Map<String, String> kafka) {
        return client.profile()
                .filter(profile -> profile.refusesRecordsAboveBatchSize())
                .map(profile -> client.settings(kafka).get(profile.batchSizeSetting()))
                .filter(bytes -> bytes.matches("\\d{1,18}"))
                .map(bytes -> OptionalLong.of(Long.parseLong(bytes)))
                .orElse(OptionalLong.empty());
    }
}
