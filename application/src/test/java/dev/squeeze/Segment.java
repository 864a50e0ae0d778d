package dev.squeeze;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Segments of ordinary batches, made with Kafka's own classes without a broker. */
public final class Segment {
    static final int RECORDS_IN_A_BATCH = 10;
    private static final int VALUE_BYTES = 400;

    private Segment() {}

    /** Consecutive uncompressed batches of about 4 KB, starting at an offset. */
    public static void write(Path file, long baseOffset, int batches) throws IOException {
        Random random = new Random(baseOffset);
        ByteBuffer room = ByteBuffer.allocate(2 * RECORDS_IN_A_BATCH * VALUE_BYTES);
        try (OutputStream out = Files.newOutputStream(file);
                KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            for (int i = 0; i < batches; i++) {
                BatchRecord[] records = new BatchRecord[RECORDS_IN_A_BATCH];
                for (int j = 0; j < records.length; j++) {
                    StringBuilder value = new StringBuilder();
                    while (value.length() < VALUE_BYTES) {
                        value.append("order ").append(random.nextInt(100_000)).append(' ');
                    }
                    records[j] = new BatchRecord(
                            null,
                            value.substring(0, VALUE_BYTES).getBytes(StandardCharsets.UTF_8),
                            BatchRecord.NO_HEADERS,
                            1_760_000_000_000L + i);
                }
                ByteBuffer batch = codec.encode(records, room.clear());
                // The CRC does not cover the base offset.
                batch.putLong(batch.position(), baseOffset + (long) i * RECORDS_IN_A_BATCH);
                out.write(batch.array(), batch.arrayOffset() + batch.position(), batch.remaining());
            }
        }
    }
}
