package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

class SnappyClaimsTest {
    /**
     * As written by librdkafka and franz-go; the first byte is a part of the length, and may equal that of the
     * library's header.
     */
    @Test
    void aStreamWithoutAHeaderIsReadAsOneWhateverItsLength() throws Exception {
        Random random = new Random(1);
        for (int length = 1_000; length < 1_300; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);

            assertThat(SnappyClaims.arePossible(ByteBuffer.wrap(Snappy.compress(bytes))))
                    .as("of %d bytes", length)
                    .isTrue();
        }
    }

    @Test
    void aClaimOfMoreThanThereCanBeIsNotPossible() {
        // 512 MiB in seven bytes.
        byte[] claims = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 2, 0, 0};

        assertThat(SnappyClaims.arePossible(ByteBuffer.wrap(claims))).isFalse();
    }
}
