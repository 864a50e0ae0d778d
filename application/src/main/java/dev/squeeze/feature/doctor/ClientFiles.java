package dev.squeeze.feature.doctor;

import dev.squeeze.kit.cli.FailedException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Reads properties files of the user's clients. They may contain secrets, so only settings that a check is about are
 * shown.
 */
final class ClientFiles {
    private ClientFiles() {}

    static ClientSettings read(Optional<Path> producer, Optional<Path> consumer) {
        return new ClientSettings(
                producer.map(file -> read("--producer-config", file)),
                consumer.map(file -> read("--consumer-config", file)));
    }

    private static Map<String, String> read(String flag, Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new FailedException(flag + " " + file + " cannot be read: is it a file of KEY=VALUE lines?", e);
        }
        Map<String, String> settings = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> settings.put(key, properties.getProperty(key).strip()));
        return settings;
    }
}
