package dev.squeeze.kit.kafka;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Settings whose values must not be shown: those that Kafka declares as passwords, and those whose names suggest it, since
 * serializers, callbacks and interceptors have settings of their own that Kafka does not know.
 */
public final class SecretSettings {
    private static final List<String> PARTS = List.of(
            "password",
            "passwd",
            "secret",
            "jaas",
            "token",
            "credential",
            "passphrase",
            "auth.user.info",
            "authorization",
            "api.key",
            "private.key",
            // librdkafka's ssl.key.pem.
            "key.pem");

    private static final Set<String> PASSWORDS = passwords();

    private SecretSettings() {}

    /** @param key name of a setting, a query parameter or a header, with words joined by any separator */
    public static boolean isSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        String dotted = lower.replace('_', '.').replace('-', '.').replace("apikey", "api.key");
        // The location of a secret is not secret.
        boolean place = dotted.endsWith(".location") || dotted.endsWith(".file") || dotted.endsWith(".url");
        return PASSWORDS.contains(lower)
                || !place && (PARTS.stream().anyMatch(dotted::contains) || dotted.endsWith(".key"));
    }

    private static Set<String> passwords() {
        Set<String> passwords = new TreeSet<>();
        for (ConfigDef known :
                List.of(ProducerConfig.configDef(), ConsumerConfig.configDef(), AdminClientConfig.configDef())) {
            known.configKeys().forEach((name, key) -> {
                if (key.type == ConfigDef.Type.PASSWORD) {
                    passwords.add(name);
                }
            });
        }
        return Set.copyOf(passwords);
    }
}
