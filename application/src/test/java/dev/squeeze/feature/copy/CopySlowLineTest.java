package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.SlowLine;
import dev.squeeze.TestPorts;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.RackedBrokers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A network connection so slow that a full-size request takes longer than the request timeout. */
@Tag("live")
@Timeout(120)
class CopySlowLineTest {
    private static final long BYTES_PER_SECOND = 300_000;

    @Test
    @SuppressWarnings("try") // the broker only has to be there
    void aTopicIsCopiedOverItInEitherDirection(@TempDir Path folder) throws Exception {
        int fast = TestPorts.free(3);
        int behindLine = fast + 1;
        int controller = fast + 2;
        try (SlowLine line = new SlowLine(BYTES_PER_SECOND);
                RackedBrokers broker =
                        RackedBrokers.start(folder, List.of("a"), listeners(fast, behindLine, controller, line))) {
            line.leadTo(behindLine);
            RemoteCluster near = new RemoteCluster("127.0.0.1:" + fast, Map.of());
            CopiedTopic original = new CopiedTopic(near, 1, 1);
            original.write(3_000, 600);

            copy("127.0.0.1:" + fast, "127.0.0.1:" + line.port(), "sent");
            copy("127.0.0.1:" + line.port(), "127.0.0.1:" + fast, "fetched");

            original.assertCopiedTo(near, "sent", "fetched");
        }
    }

    private static void copy(String from, String to, String topic) {
        Invocation ended = LiveRun.start(List.of(
                        "copy",
                        CopiedTopic.NAME,
                        "--bootstrap-server",
                        from,
                        "--to-bootstrap-server",
                        to,
                        "--to-topic",
                        topic,
                        "--codecs",
                        "keep",
                        "--timeout",
                        "2s",
                        "--retry-timeout",
                        "15s"))
                .end();
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
    }

    /** One broker that can be reached both directly and over the slow connection. */
    private static Map<String, String> listeners(int fast, int behindLine, int controller, SlowLine line) {
        return Map.of(
                "listeners",
                "PLAINTEXT://127.0.0.1:" + fast + ",SLOW://127.0.0.1:" + behindLine + ",CONTROLLER://127.0.0.1:"
                        + controller,
                "advertised.listeners",
                "PLAINTEXT://127.0.0.1:" + fast + ",SLOW://127.0.0.1:" + line.port(),
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,SLOW:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name",
                "PLAINTEXT",
                "controller.quorum.voters",
                "1@127.0.0.1:" + controller,
                "offsets.topic.replication.factor",
                "1",
                "offsets.topic.num.partitions",
                "1",
                "transaction.state.log.replication.factor",
                "1",
                "transaction.state.log.num.partitions",
                "1",
                "transaction.state.log.min.isr",
                "1");
    }
}
