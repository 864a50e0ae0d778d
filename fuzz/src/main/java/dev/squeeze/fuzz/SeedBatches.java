package dev.squeeze.fuzz;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Real batches in each codec, and the CRC that a changed batch needs to be read at all. */
public final class SeedBatches {
    private static final int LENGTH_AT = 8;
    private static final int PREFIX_BYTES = 12;
    private static final int CRC_AT = 17;
    private static final int HEADER_BYTES = 61;
    private static final long TIMESTAMP_MILLIS = 1_700_000_000_000L;

    private SeedBatches() {}

    /** One batch for each codec, of a few records that repeat themselves. */
    public static List<byte[]> ofEachCodec() {
        List<byte[]> batches = new ArrayList<>();
        for (CodecType type : CodecType.values()) {
            batches.add(batch(Codec.ofDefaultLevel(type), 4));
        }
        return batches;
    }

    public static byte[] batch(Codec codec, int records) {
        BatchRecord[] all = new BatchRecord[records];
        for (int i = 0; i < records; i++) {
            all[i] = new BatchRecord(
                    i == 1 ? null : InputBytes.utf8("key" + i),
                    i == 2 ? null : InputBytes.utf8("{\"id\":" + i + ",\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}"),
                    BatchRecord.NO_HEADERS,
                    TIMESTAMP_MILLIS + i);
        }
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            ByteBuffer batch = kafka.encode(all, ByteBuffer.allocate(4_096));
            byte[] bytes = new byte[batch.remaining()];
            batch.get(bytes);
            return bytes;
        }
    }

    /** The batches of {@link #ofEachCodec} one after another, at offsets that follow each other. */
    public static byte[] segment() {
        byte[] all = InputBytes.concat(ofEachCodec().toArray(byte[][]::new));
        ByteBuffer buffer = ByteBuffer.wrap(all);
        long offset = 0;
        for (int at = 0; at < all.length; at += PREFIX_BYTES + buffer.getInt(at + LENGTH_AT)) {
            buffer.putLong(at, offset);
            offset += 4;
        }
        return all;
    }

    /** The same bytes with the right CRC in each batch that is whole by its length: what lies behind it is reached. */
    public static byte[] withValidCrcs(byte[] bytes) {
        byte[] fixed = bytes.clone();
        ByteBuffer buffer = ByteBuffer.wrap(fixed);
        int at = 0;
        while (at + HEADER_BYTES <= fixed.length) {
            long end = at + PREFIX_BYTES + (long) buffer.getInt(at + LENGTH_AT);
            if (end > fixed.length || end < at + HEADER_BYTES) {
                break;
            }
            CRC32C crc = new CRC32C();
            crc.update(fixed, at + CRC_AT + Integer.BYTES, (int) end - at - CRC_AT - Integer.BYTES);
            buffer.putInt(at + CRC_AT, (int) crc.getValue());
            at = (int) end;
        }
        return fixed;
    }

    /** An input of the targets that read batches: whether CRCs are made right, and the bytes. */
    public static List<byte[]> modes(List<byte[]> batches) {
        List<byte[]> inputs = new ArrayList<>();
        for (byte[] batch : batches) {
            inputs.add(InputBytes.prefixed(1, batch));
        }
        inputs.add(InputBytes.prefixed(0, batches.get(0)));
        inputs.add(InputBytes.prefixed(1, Arrays.copyOf(batches.get(0), batches.get(0).length - 5)));
        return inputs;
    }

    /** Undoes {@link #modes}. */
    public static byte[] bytesOf(byte[] input) {
        if (input.length == 0) {
            return input;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        return (input[0] & 1) == 1 ? withValidCrcs(bytes) : bytes;
    }
}
