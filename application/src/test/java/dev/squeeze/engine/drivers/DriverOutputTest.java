package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a parent handles a driver's output, with shell scripts as drivers. */
@Tag("live")
class DriverOutputTest {
    private static final String HELLO = "{\"type\":\"hello\",\"protocol\":1,\"client\":\"shell\"}";

    @Test
    void aLineSaysHowItEnded() throws IOException {
        List<BoundedLines.Line> lines = new ArrayList<>();
        try (BoundedLines bounded = new BoundedLines(
                new ByteArrayInputStream("whole\r\nlonger\n\nhal".getBytes(StandardCharsets.UTF_8)), 5)) {
            for (BoundedLines.Line line = bounded.next(); line != null; line = bounded.next()) {
                lines.add(line);
            }
        }

        assertThat(lines)
                .extracting(BoundedLines.Line::end)
                .containsExactly(
                        BoundedLines.End.CUT_OFF,
                        BoundedLines.End.NEWLINE,
                        BoundedLines.End.CUT_OFF,
                        BoundedLines.End.NEWLINE,
                        BoundedLines.End.NEWLINE,
                        BoundedLines.End.END_OF_FILE);
        assertThat(lines.get(5).text()).isEqualTo("hal");
    }

    @Test
    void aDriverThatIsKilledInTheMiddleOfALineIsReportedAsKilled() {
        try (DriverProcess driver = shell("echo out of memory >&2; printf '{\"type\":\"counts\",\"se'; kill -9 $$")) {
            assertThatThrownBy(driver::counts).isInstanceOfSatisfying(DriverException.class, e -> {
                assertThat(e).hasMessage("the driver of shell ended with exit code 137");
                assertThat(e.details()).containsExactly("out of memory");
            });
        }
        assertThatThrownBy(() -> DriverProcess.start(List.of("/bin/sh", "-c", "printf '{\"type'; exit 5")))
                .isInstanceOf(DriverException.class)
                .hasMessage("the driver ended with exit code 5");
    }

    /** A user's own program need not terminate its last line. */
    @Test
    void aWholeMessageWithoutAnEndOfLineIsTaken() {
        try (DriverProcess driver = shell("printf '{\"type\":\"failed\",\"reason\":\"no such topic\"}'")) {
            assertThatThrownBy(driver::counts)
                    .isInstanceOf(DriverException.class)
                    .hasMessage("shell: no such topic");
        }
    }

    @Test
    void whatIsNoJsonIsShownWithStandardError() {
        try (DriverProcess driver = shell("echo usage: shell >&2; sleep 0.3; echo hello; sleep 5")) {
            assertThatThrownBy(driver::counts).isInstanceOfSatisfying(DriverException.class, e -> {
                assertThat(e).hasMessage("shell: output that is not JSON: hello");
                assertThat(e.details()).containsExactly("usage: shell");
            });
        }
    }

    private static DriverProcess shell(String script) {
        return DriverProcess.start(List.of("/bin/sh", "-c", "echo '" + HELLO + "'; " + script));
    }
}
