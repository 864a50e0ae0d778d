package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.squeeze.kit.format.BatchRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.Test;

class ValueMarksTest {
    private static final byte[] TEXT = "a value that is packed by itself".getBytes(StandardCharsets.UTF_8);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ValueMarks marks(byte[] value) {
        return ValueMarks.of(new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0));
    }

    private static byte[] gzip() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(TEXT);
        }
        return packed.toByteArray();
    }

    private static byte[] lz4() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream lz4 = new LZ4FrameOutputStream(packed)) {
            lz4.write(TEXT);
        }
        return packed.toByteArray();
    }

    @Test
    void framesAreToldByTheirFirstBytesAndUnpacked() throws Exception {
        for (byte[] packed : new byte[][] {gzip(), Zstd.compress(TEXT), lz4()}) {
            assertThat(marks(packed).packed()).isEqualTo(1);
            assertThat(InnerFrame.of(packed).flatMap(frame -> frame.unpack(packed)))
                    .hasValueSatisfying(unpacked -> assertThat(unpacked).isEqualTo(TEXT));
        }
        assertThat(marks(TEXT).packed()).isZero();
    }

    @Test
    void whatOnlyLooksLikeAFrameIsLeftAsItIs() throws Exception {
        byte[] cut = java.util.Arrays.copyOf(gzip(), 20);
        assertThat(InnerFrame.GZIP.unpack(cut)).isEmpty();
        assertThat(InnerFrame.ZSTD.unpack(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 1, 2, 3}))
                .isEmpty();
        assertThat(InnerFrame.of(new byte[] {0x1f, (byte) 0x8b, 0x08})).isEmpty();
        assertThat(InnerFrame.of(new byte[0])).isEmpty();
    }

    @Test
    void aFewBytesThatClaimToBeVeryMuchAreNotUnpacked() {
        assertThat(InnerFrame.ZSTD.unpack(Zstd.compress(new byte[16 << 20]))).isEmpty();
    }

    @Test
    void aSchemaIsTakenOutAndItsBytesAreCounted() {
        byte[] value = bytes("{\"schema\":{\"a\":\"}{\\\"\",\"b\":{}},\"payload\":{\"n\":1}}");

        assertThat(new String(SchemaEnvelope.withoutSchema(value), StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1}");
        assertThat(marks(value).schemas()).isEqualTo(1);
        assertThat(marks(value).schemaBytes()).isEqualTo(value.length - "{\"n\":1}".length());
    }

    @Test
    void whatHasNoSchemaStaysAsItIs() {
        for (String text : new String[] {
            "",
            "{\"schema\":{",
            "{\"schema\":{}}",
            "{\"schema\":{},\"payload\":",
            "{\"schema\":{}x\"payload\":1}",
            "{\"schema\":\"v1\",\"payload\":1}",
            "{\"schema\":{\"open"
        }) {
            assertThat(SchemaEnvelope.withoutSchema(bytes(text))).as(text).isEqualTo(bytes(text));
            assertThat(marks(bytes(text)).schemas()).as(text).isZero();
        }
    }

    @Test
    void aTombstoneIsNoValue() {
        assertThat(ValueMarks.of(new BatchRecord(bytes("key"), null, BatchRecord.NO_HEADERS, 0)))
                .isEqualTo(ValueMarks.NONE);
    }
}
