package dev.squeeze.kit.kafka;

import static dev.squeeze.fuzz.Expectations.require;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FramedCodec;
import dev.squeeze.kit.format.GrowingBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;

/**
 * Frames of gzip, snappy, lz4 and zstd: what we unpack in one call, Kafka's streams unpack to the same bytes. The other way
 * round need not hold, since frames that are rarely met are left to Kafka.
 */
public final class FrameFuzz implements FuzzTarget {
    private static final int MAX_UNPACKED_BYTES = 4 << 20;

    private final Map<CodecType, FramedCodec> codecs = new EnumMap<>(CodecType.class);
    private final GrowingBytes unpacked = new GrowingBytes(1 << 10, MAX_UNPACKED_BYTES);

    public FrameFuzz() {
        for (CodecType type : CodecType.values()) {
            codecs.put(type, FramedCodec.open(type));
        }
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        byte[] text = InputBytes.utf8("the quick brown fox ".repeat(20));
        for (CodecType type : CodecType.values()) {
            byte[] framed = new byte[1_000];
            int length = codec(type).frame(text, 0, text.length, framed, 0);
            seeds.add(InputBytes.prefixed(type.ordinal(), Arrays.copyOf(framed, length)));
            ByteBuffer packed = new RecordBytes.Packer(Codec.ofDefaultLevel(type)).pack(text, 0, text.length, 0);
            byte[] kafkas = new byte[packed.remaining()];
            packed.get(kafkas);
            seeds.add(InputBytes.prefixed(type.ordinal(), kafkas));
        }
        return seeds;
    }

    @Override
    public void parse(byte[] input) throws IOException {
        InputBytes bytes = new InputBytes(input);
        CodecType type = CodecType.values()[bytes.below(CodecType.values().length)];
        byte[] frame = bytes.rest();
        if (!codec(type).unframe(frame, 0, frame.length, unpacked)) {
            return;
        }
        byte[] ours = Arrays.copyOf(unpacked.array(), unpacked.length());
        Optional<byte[]> kafkas = byKafka(type, frame);
        if (kafkas.isEmpty() && type == CodecType.ZSTD) {
            // The library's stream checks more of a damaged frame than its single call: sizes of blocks, later windows.
            return;
        }
        require(kafkas.isPresent(), type + ": Kafka does not unpack what we do");
        require(
                Arrays.equals(ours, kafkas.orElseThrow()),
                type + ": we unpack " + ours.length + " bytes, Kafka others, " + kafkas.orElseThrow().length);
    }

    private static Optional<byte[]> byKafka(CodecType type, byte[] frame) throws IOException {
        try (InputStream stream = KafkaBatchCodec.compression(Codec.ofDefaultLevel(type))
                .wrapForInput(ByteBuffer.wrap(frame), RecordBatch.MAGIC_VALUE_V2, BufferSupplier.create())) {
            return Optional.of(stream.readNBytes(2 * MAX_UNPACKED_BYTES));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private FramedCodec codec(CodecType type) {
        FramedCodec codec = codecs.get(type);
        if (codec == null) {
            throw new IllegalStateException("no codec " + type);
        }
        return codec;
    }

    @Override
    public void close() {
        codecs.values().forEach(FramedCodec::close);
    }
}
