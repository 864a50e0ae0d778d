package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A rate above the maximum, with a producer that does not wait for buffer memory. */
@Tag("live")
@Timeout(90)
class BenchBufferTest {
    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    private static final String[] BEYOND = {
        "--rate",
        "1000,1000000",
        "--partitions",
        "1",
        "--consume",
        "concurrent",
        "--consumers",
        "1",
        "--producer-property",
        "max.block.ms=0",
        "--producer-property",
        "buffer.memory=262144"
    };

    @Test
    void recordsThatFindTheBufferFullAreCountedWhereThatIsAllowed() {
        Invocation run = BROKER.bench("sample:access-log", with("--allow-refused", "--json"));
        JsonNode slow = run.document().at("/arms/0");
        JsonNode beyond = run.document().at("/arms/1");

        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.DONE);
        assertThat(beyond.at("/valid").asBoolean()).isTrue();
        assertThat(beyond.at("/metrics/buffer-full/estimate").asDouble()).isPositive();
        assertThat(beyond.at("/metrics/buffer-full-share/estimate").asDouble()).isBetween(0.0, 1.0);
        assertThat(slow.at("/metrics/buffer-full/estimate").asDouble())
                .isLessThan(beyond.at("/metrics/buffer-full/estimate").asDouble());
        // A call that does not wait returns long before a record is acknowledged.
        assertThat(slow.at("/metrics/send-mean/estimate").asDouble())
                .isLessThan(slow.at("/metrics/ack-max/estimate").asDouble());
        assertThat(slow.at("/metrics/consumer-thread/estimate").asDouble())
                .isPositive()
                .isLessThanOrEqualTo(
                        slow.at("/metrics/consumer-thread-most/estimate").asDouble());
    }

    @Test
    void otherwiseTheyAreAFailureThatIsTold() {
        Invocation run = BROKER.bench("sample:access-log", with("--json"));

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.document().at("/arms/1/valid").asBoolean()).isFalse();
        assertThat(run.document().at("/arms/1/problems/0").asText())
                .contains("records were not accepted", "BufferExhausted");
    }

    private static String[] with(String... more) {
        String[] all = java.util.Arrays.copyOf(BEYOND, BEYOND.length + more.length);
        System.arraycopy(more, 0, all, BEYOND.length, more.length);
        return all;
    }
}
