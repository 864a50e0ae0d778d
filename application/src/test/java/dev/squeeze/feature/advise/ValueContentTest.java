package dev.squeeze.feature.advise;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ValueContentTest {
    private static final long SEED = 7;

    @Test
    void textOfRandomBytesIsTold() {
        assertThat(ValueContent.of(records(Base64.getEncoder()::encodeToString), 1.33))
                .contains(ValueContent.BASE64);
        assertThat(ValueContent.of(records(Base64.getUrlEncoder()::encodeToString), 1.33))
                .contains(ValueContent.BASE64);
        assertThat(ValueContent.of(records(HexFormat.of()::formatHex), 2.0)).contains(ValueContent.HEX);
    }

    @Test
    void aLittleFrameAroundItDoesNotHideIt() {
        assertThat(ValueContent.of(
                        records(bytes -> "{\"data\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}"), 1.36))
                .contains(ValueContent.BASE64);
    }

    @Test
    void textThatCompressesBetterIsTextOfSomethingThatDoes() {
        assertThat(ValueContent.of(records(Base64.getEncoder()::encodeToString), 2.5))
                .isEmpty();
    }

    @Test
    void randomBytesAndWordsAreNoSuchText() {
        assertThat(ValueContent.of(records(bytes -> new String(bytes, ISO_8859_1)), 1.01))
                .isEmpty();
        assertThat(ValueContent.of(records(bytes -> "a few words and then a few more, as people write them"), 1.4))
                .isEmpty();
        assertThat(ValueContent.of(List.of(new BatchRecord(null, null, BatchRecord.NO_HEADERS, 0)), 1))
                .isEmpty();
    }

    private static List<BatchRecord> records(Function<byte[], String> text) {
        Random random = new Random(SEED);
        return IntStream.range(0, 50)
                .mapToObj(i -> {
                    byte[] bytes = new byte[400];
                    random.nextBytes(bytes);
                    return new BatchRecord(null, text.apply(bytes).getBytes(ISO_8859_1), BatchRecord.NO_HEADERS, 0);
                })
                .toList();
    }
}
