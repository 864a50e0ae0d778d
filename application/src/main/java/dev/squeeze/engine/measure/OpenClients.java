package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.SendableBatch;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codecs of other client libraries, used by one thread. Opened on first use; their output is verified. */
final class OpenClients implements AutoCloseable {
    private final Map<String, ClientCodecs> open = new HashMap<>();
    private final KafkaBatchCodec kafka = new KafkaBatchCodec(Codec.NONE);

    /** Starts a client's process, so that this does not happen during timing. */
    void start(ClientGrid client) {
        codecs(client);
    }

    String library(ClientGrid client) {
        return codecs(client).library();
    }

    private ClientCodecs codecs(ClientGrid client) {
        return open.computeIfAbsent(client.client(), name -> client.open().get());
    }

    ClientCodecs.Outcome run(
            ClientGrid client, Codec codec, List<PackedBatch> batches, int compressions, int decompressions) {
        return codecs(client).run(codec, batches, compressions, decompressions);
    }

    /**
     * Compresses each batch, and has Kafka's own classes read and compare the result.
     *
     * @throws RoundTripException if they do not find the original records
     */
    GroupCost compressAndVerify(ClientGrid client, Codec codec, int nominalBytes, List<PackedBatch> batches) {
        ClientCodecs.Outcome outcome = run(client, codec, batches, 1, 1);
        int[] sizes = new int[batches.size()];
        for (int i = 0; i < sizes.length; i++) {
            PackedBatch batch = batches.get(i);
            ByteBuffer encoded = encoded(batch.unpack(), outcome.stored().get(i), codec.type());
            sizes[i] = encoded.remaining();
            Optional<String> difference = kafka.firstDifference(encoded, batch.unpack());
            if (difference.isPresent()) {
                throw RoundTripException.of(client.client() + "'s " + codec, nominalBytes, batch, difference.get());
            }
        }
        return new GroupCost(
                sizes,
                outcome.compressNanos(),
                outcome.decompressNanos(),
                outcome.compressAllocatedBytes(),
                outcome.decompressAllocatedBytes());
    }

    private ByteBuffer encoded(BatchRecord[] records, ClientCodecs.StoredRecords stored, CodecType codec) {
        ByteBuffer plain = kafka.encode(records, ByteBuffer.allocate(stored.bytes().length + 1024));
        return SendableBatch.withRecords(plain, stored.bytes(), stored.compressed() ? codec : CodecType.NONE);
    }

    @Override
    public void close() {
        open.values().forEach(ClientCodecs::close);
        kafka.close();
    }
}
