package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a copy does not have, or may not have as it was, is reported, and nothing is reported that is not so. */
@Tag("live")
@Timeout(120)
class CopyOutcomeTest {
    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @Test
    void aCopyThatFailsForGoodLeavesNoOpenTransactionToItsConsumers() throws Exception {
        broker.create("keyless", 1, Map.of());
        CopiedTopics.numbered(broker, "keyless", 0, 20);
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
            producer.send(new ProducerRecord<>("keyless", CopiedTopics.bytes("without a key")));
        }
        broker.create("keyless-none", 1, Map.of("cleanup.policy", "compact"));

        Invocation run = copy("keyless", "none");

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("INVALID_RECORD");
        assertThat(broker.endOffsets("keyless-none").get(0)).isGreaterThan(20);
        assertThat(CopiedTopics.committed(broker, "keyless-none", 0)).isEmpty();
    }

    private static List<String> arguments(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return words;
    }

    private static Invocation copy(String topic, String codecs, String... more) {
        return Invocation.of(arguments(topic, codecs, more).toArray(String[]::new));
    }
}
