package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka client settings, given as in Kafka's own tools with {@code --command-config} and {@code --command-property}. */
public final class ClientProperties {
    private ClientProperties() {}

    /**
     * Reads a file and single settings, which override the file.
     *
     * @param settings each {@code key=value}
     * @throws UsageException for a key that no client of Kafka knows, since it would be silently ignored
     * @throws ClusterException if the file cannot be read
     */
    public static Map<String, String> read(Optional<Path> file, List<String> settings) {
        Map<String, String> all = new TreeMap<>();
        file.ifPresent(path -> all.putAll(load(path)));
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                // The text is not shown: it may be a password whose key is missing.
                throw new UsageException("--command-property has no '=' in it: write key=value");
            }
            all.put(
                    setting.substring(0, equals).strip(),
                    setting.substring(equals + 1).strip());
        }
        if (all.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new UsageException("the address of a cluster goes into --bootstrap-server, not into "
                    + CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        }
        Set<String> known = known();
        all.keySet().stream().filter(key -> !known.contains(key)).findFirst().ifPresent(key -> {
            throw new UsageException("no client of Kafka has a setting '" + key + "'" + remedy(key, known));
        });
        return all;
    }

    /** @throws UsageException for a key that Kafka's producer does not know */
    public static void requireProducers(Set<String> keys) {
        require("producer", keys, ProducerConfig.configNames());
    }

    /** @throws UsageException for a key that Kafka's consumer does not know */
    public static void requireConsumers(Set<String> keys) {
        require("consumer", keys, ConsumerConfig.configNames());
    }

    /**
     * Lets Kafka's producer validate its settings, without a connection.
     *
     * @throws UsageException with Kafka's message if it refuses them
     */
    public static void requireProducerTakes(Map<String, String> settings) {
        Map<String, Object> all = new TreeMap<>(settings);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        try {
            new ProducerConfig(all);
        } catch (KafkaException e) {
            throw new UsageException("Kafka's producer refuses these settings: " + FailureWords.of(e));
        }
    }

    private static void require(String client, Set<String> keys, Set<String> known) {
        keys.stream().filter(key -> !known.contains(key)).findFirst().ifPresent(key -> {
            throw new UsageException("Kafka's " + client + " has no property '" + key + "'" + remedy(key, known));
        });
    }

    private static String remedy(String key, Set<String> known) {
        return NearestName.of(key, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse(": correct or remove it");
    }

    private static Map<String, String> load(Path file) {
        if (!Files.exists(file)) {
            throw new ClusterException("the file of client settings " + file + " does not exist: check its path");
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new ClusterException("the client settings in " + file + " cannot be read: " + FailureWords.of(e), e);
        } catch (IllegalArgumentException e) {
            // From java.util.Properties: an invalid Unicode escape.
            throw new UsageException(e.getMessage(), e);
        }
        Map<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return settings;
    }

    private static Set<String> known() {
        Set<String> known = new TreeSet<>(AdminClientConfig.configNames());
        known.addAll(ProducerConfig.configNames());
        known.addAll(ConsumerConfig.configNames());
        return known;
    }
}
