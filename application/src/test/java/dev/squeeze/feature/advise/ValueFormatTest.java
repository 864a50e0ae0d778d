package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ValueFormatTest {
    private static final byte[] WORDS = "words, as people write them".getBytes(StandardCharsets.UTF_8);

    @Test
    void imagesAreTold() throws IOException {
        assertThat(ValueFormat.of(List.of(record(image("jpg"))))).containsExactly(ValueFormat.JPEG);
        assertThat(ValueFormat.of(List.of(record(image("png"))))).containsExactly(ValueFormat.PNG);
    }

    @Test
    void theFormatWithTheMostBytesComesFirst() throws IOException {
        assertThat(ValueFormat.of(List.of(record(image("png")), record(gzip()), record(image("png")))))
                .containsExactly(ValueFormat.PNG, ValueFormat.GZIP);
    }

    @Test
    void aFewThatBeginLikeOneDoNotSpeakForTheOthers() throws IOException {
        assertThat(ValueFormat.of(List.of(record(gzip()), record(WORDS), record(WORDS))))
                .isEmpty();
        assertThat(ValueFormat.of(List.of(record(WORDS), record(new byte[0]), record(null))))
                .isEmpty();
        assertThat(ValueFormat.of(List.of())).isEmpty();
    }

    private static byte[] image(String format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB), format, bytes);
        return bytes.toByteArray();
    }

    private static byte[] gzip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(WORDS);
        }
        return bytes.toByteArray();
    }

    private static BatchRecord record(byte[] value) {
        return new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0);
    }
}
