package dev.squeeze.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Takes out of settings and command lines what nobody but their owner may read. */
public final class Secrets {
    private static final String MASK = "[hidden]";
    private static final List<String> TELLING =
            List.of("password", "secret", "jaas", "token", "credential", "passphrase");
    /** Flags whose value is one of Kafka's settings. */
    private static final Set<String> SETTINGS_FLAGS =
            Set.of("--command-property", "--producer-property", "--consumer-property", "--topic-config", "--vary");

    private Secrets() {}

    /** Whether the value of one of Kafka's settings is nobody's business. */
    public static boolean isSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return TELLING.stream().anyMatch(lower::contains) || lower.endsWith(".key");
    }

    static Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new TreeMap<>();
        settings.forEach((key, value) -> masked.put(key, isSecret(key) ? MASK : value));
        return masked;
    }

    /** A command line without the values of secret settings. */
    public static List<String> masked(List<String> words) {
        List<String> masked = new ArrayList<>();
        boolean setting = false;
        for (String word : words) {
            int flagEnd = word.indexOf('=');
            boolean joined = flagEnd > 0 && SETTINGS_FLAGS.contains(word.substring(0, flagEnd));
            String flag = joined ? word.substring(0, flagEnd + 1) : "";
            String rest = word.substring(flag.length());
            masked.add(setting || joined ? flag + maskedSetting(rest) : word);
            setting = !joined && SETTINGS_FLAGS.contains(word);
        }
        return masked;
    }

    private static String maskedSetting(String setting) {
        int equals = setting.indexOf('=');
        return equals > 0 && isSecret(setting.substring(0, equals)) ? setting.substring(0, equals + 1) + MASK : setting;
    }
}
