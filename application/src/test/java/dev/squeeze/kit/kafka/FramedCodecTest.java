package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.FramedCodec;
import dev.squeeze.kit.format.GrowingBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kafka's streams read what the libraries compress in one call, and vice versa. */
@Tag("slow")
class FramedCodecTest {
    private static final int OFFSET = 61;

    static Stream<Codec> codecs() {
        return Stream.of("none", "gzip:1", "gzip:9", "snappy", "lz4", "lz4:12", "zstd:-5", "zstd:3", "zstd:19")
                .map(Codec::parse);
    }

    private static Stream<byte[]> contents() {
        Random random = new Random(3);
        return Stream.of(1, 100, 32_768, 32_769, 65_535, 65_536, 65_537, 700_000)
                .flatMap(length -> {
                    byte[] noise = new byte[length];
                    random.nextBytes(noise);
                    byte[] words = new byte[length];
                    byte[] word = "one order of many, ".getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < length; i++) {
                        words[i] = i % 100 == 0 ? noise[i] : word[i % word.length];
                    }
                    return Stream.of(noise, words, new byte[length]);
                });
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void kafkasStreamsReadWhatIsMadeInOneCall(Codec codec) {
        try (FramedCodec framed = FramedCodec.open(codec)) {
            contents().forEach(content -> assertThat(readByKafka(codec, made(framed, content)))
                    .isEqualTo(content));
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatKafkasStreamsWriteIsReadInOneCall(Codec codec) {
        GrowingBytes target = new GrowingBytes(1, 1 << 20);
        try (FramedCodec framed = FramedCodec.open(codec.type())) {
            contents().forEach(content -> {
                byte[] written = writtenByKafka(codec, content);
                assertThat(framed.unframe(written, OFFSET, written.length - OFFSET, target))
                        .isTrue();
                assertThat(Arrays.copyOf(target.array(), target.length())).isEqualTo(content);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void moreThanTheBoundIsLeftToKafka(Codec codec) {
        byte[] written = writtenByKafka(codec, new byte[300_000]);
        try (FramedCodec framed = FramedCodec.open(codec.type())) {
            assertThat(framed.unframe(written, OFFSET, written.length - OFFSET, new GrowingBytes(1000, 200_000)))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatIsCutIsNeverTakenForWhole(Codec codec) {
        byte[] content = contents().toList().get(4);
        byte[] written = writtenByKafka(codec, content);
        GrowingBytes target = new GrowingBytes(1 << 16, 1 << 20);
        try (FramedCodec framed = FramedCodec.open(codec.type())) {
            for (int length = 0; length < written.length - OFFSET; length++) {
                boolean read = framed.unframe(written, OFFSET, length, target);
                // Snappy's framing and uncompressed bytes have no end marker; their batch does.
                assertThat(read && target.length() == content.length).isFalse();
            }
        }
    }

    @Test
    void anEmptyBlockOfLz4ThatEndsTheFrameForKafkaIsLeftToIt() {
        Codec codec = Codec.parse("lz4");
        byte[] content = "one order of many".getBytes(StandardCharsets.UTF_8);
        byte[] whole = writtenByKafka(codec, content);
        int blocks = OFFSET + 7;
        byte[] emptyFirst = new byte[whole.length + Integer.BYTES];
        System.arraycopy(whole, 0, emptyFirst, 0, blocks);
        emptyFirst[blocks + 3] = (byte) 0x80;
        System.arraycopy(whole, blocks, emptyFirst, blocks + Integer.BYTES, whole.length - blocks);
        assertThat(readByKafka(codec, emptyFirst)).isEmpty();
        try (FramedCodec framed = FramedCodec.open(codec.type())) {
            assertThat(framed.unframe(emptyFirst, OFFSET, emptyFirst.length - OFFSET, new GrowingBytes(1, 1 << 20)))
                    .isFalse();
        }
    }

    @Test
    void aFrameOfZstdWhoseWindowNoConsumerTakesIsLeftToKafka() {
        Codec codec = Codec.parse("zstd");
        byte[] whole = writtenByKafka(codec, new byte[1_000]);
        assertThat(whole[OFFSET + 4] & 1 << 5).isZero();
        whole[OFFSET + 5] = (byte) 0x8f;
        assertThatThrownBy(() -> readByKafka(codec, whole)).hasMessageContaining("too much memory");
        try (FramedCodec framed = FramedCodec.open(codec.type())) {
            assertThat(framed.unframe(whole, OFFSET, whole.length - OFFSET, new GrowingBytes(1, 1 << 20)))
                    .isFalse();
        }
    }

    private static byte[] made(FramedCodec framed, byte[] content) {
        byte[] target = new byte[OFFSET + framed.maxFramedLength(content.length)];
        int bytes = framed.frame(content, 0, content.length, target, OFFSET);
        return Arrays.copyOf(target, OFFSET + bytes);
    }

    private static byte[] writtenByKafka(Codec codec, byte[] content) {
        ByteBufferOutputStream target = new ByteBufferOutputStream(OFFSET + 512);
        target.position(OFFSET);
        try (OutputStream stream =
                KafkaBatchCodec.compression(codec).wrapForOutput(target, RecordBatch.MAGIC_VALUE_V2)) {
            stream.write(content);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return Arrays.copyOf(target.buffer().array(), target.buffer().position());
    }

    private static byte[] readByKafka(Codec codec, byte[] framed) {
        ByteBuffer bytes =
                ByteBuffer.wrap(framed, OFFSET, framed.length - OFFSET).slice();
        try (InputStream stream = KafkaBatchCodec.compression(codec)
                .wrapForInput(bytes, RecordBatch.MAGIC_VALUE_V2, BufferSupplier.NO_CACHING)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
