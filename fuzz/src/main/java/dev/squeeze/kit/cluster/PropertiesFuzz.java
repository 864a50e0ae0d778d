package dev.squeeze.kit.cluster;

import static dev.squeeze.fuzz.Expectations.requireClear;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file of client settings, up to what Kafka's producer makes of them. */
public final class PropertiesFuzz implements FuzzTarget {
    private final Path file = Files.createTempFile("client", ".properties");

    public PropertiesFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() {
        return List.of(
                InputBytes.utf8("# comment\nsecurity.protocol=SASL_SSL\nlinger.ms = 5\nacks: all\n"),
                InputBytes.utf8("client.id=a\\u0041\\\n b\nbatch.size=-1\n"));
    }

    @Override
    public void parse(byte[] input) throws IOException {
        Files.write(file, input);
        try {
            Map<String, String> settings = ClientProperties.read(Optional.of(file), List.of());
            // Kafka loads whatever classes settings name; the user's own file may say so, a fuzzer's must not.
            settings.keySet()
                    .removeIf(key -> key.contains("class") || key.contains("reporters") || key.contains("providers"));
            ClientProperties.requireProducerTakes(settings);
        } catch (UsageException | ClusterException e) {
            requireClear(e, "");
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
