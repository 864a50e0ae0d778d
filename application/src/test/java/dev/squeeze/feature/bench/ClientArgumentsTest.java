package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parsing of client names. */
class ClientArgumentsTest {
    private static final LoadSettings LOAD = new LoadSettings(
            Map.of(),
            1,
            1,
            1,
            1,
            1,
            Map.of(),
            new LoadProfile.ClosedLoop(),
            ConsumerSettings.one(ConsumerSettings.When.NEVER));

    @Test
    void aClientIsTheSameInAnyCase() {
        ClientArguments arguments = arguments(List.of("Java", "FRANZ_GO", "exec:/opt/Own"), List.of());

        assertThat(arguments.labels()).containsExactly("java", "franz-go", "exec:/opt/Own");
        assertThat(arguments.with(LOAD, arguments.labels().get(0)).client())
                .as("the producer in this process")
                .isEmpty();
    }

    @Test
    void soAreTheClientsOfProperties() {
        ClientArguments arguments = arguments(
                List.of("LibRdKafka", "exec:/opt/Own"),
                List.of("librdkafka:queue.buffering.max.ms=50", "LIBRDKAFKA:acks=1", "exec:/opt/Own:a=b"));

        assertThat(properties(arguments, "librdkafka")).isEqualTo(Map.of("linger.ms", "50", "acks", "1"));
        assertThat(properties(arguments, "exec:/opt/Own")).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void mistakesAreFoundBeforeAnyWork() {
        assertThatThrownBy(() ->
                        arguments(List.of("Java"), List.of("JAVA:linger.ms=5")).check(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--producer-property");
        assertThatThrownBy(() -> arguments(
                                List.of("librdkafka"),
                                List.of("librdkafka:acks=1", "librdkafka:request.required.acks=0"))
                        .check(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("names of the same setting");
        assertThatThrownBy(() ->
                        arguments(List.of("sarama"), List.of("franz-go:acks=1")).check(List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("a client that --client names");
    }

    private static ClientArguments arguments(List<String> clients, List<String> properties) {
        ClientArguments arguments = new ClientArguments();
        arguments.clients = clients;
        arguments.clientProperties = properties;
        return arguments;
    }

    private static Map<String, String> properties(ClientArguments arguments, String label) {
        return arguments
                .with(LOAD, label)
                .client()
                .map(ForeignClient::properties)
                .orElseThrow();
    }
}
