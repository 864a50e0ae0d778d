package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineCountTest {
    @Test
    void linesThatAreNotEmptyCountWithoutTheirEnds() {
        assertThat(count("one\r\n\ntwo\nthree")).isEqualTo(new LineCount(3, 11, 5));
        assertThat(count("\r\n\n\r")).isEqualTo(new LineCount(0, 0, 0));
        assertThat(count("")).isEqualTo(new LineCount(0, 0, 0));
        assertThat(count("a\r\rb\r\n")).isEqualTo(new LineCount(1, 4, 4));
    }

    @Test
    void countingStopsOneLineAfterTheMost() {
        byte[] body = "1\n".repeat(1000).getBytes(StandardCharsets.UTF_8);

        assertThat(LineCount.of(body, 1000).records()).isEqualTo(1000);
        assertThat(LineCount.of(body, 999).records()).isEqualTo(1000);
        assertThat(LineCount.of(body, 10).records()).isEqualTo(11);
    }

    @Test
    void whatIsCountedIsWhatIsShown() {
        Random random = new Random(9_463);
        for (int i = 0; i < 2_000; i++) {
            byte[] body = new byte[random.nextInt(40)];
            for (int j = 0; j < body.length; j++) {
                body[j] = (byte) "\n\rab".charAt(random.nextInt(4));
            }
            List<Integer> lengths = new ArrayList<>();
            LineCount.visit(body, (begin, end) -> lengths.add(end - begin));

            assertThat(LineCount.of(body, body.length))
                    .isEqualTo(new LineCount(
                            lengths.size(),
                            lengths.stream().mapToLong(Integer::longValue).sum(),
                            lengths.stream().mapToInt(Integer::intValue).max().orElse(0)));
        }
    }

    private static LineCount count(String body) {
        return LineCount.of(body.getBytes(StandardCharsets.UTF_8), 100);
    }
}
