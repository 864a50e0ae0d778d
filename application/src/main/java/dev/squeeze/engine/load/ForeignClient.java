package dev.squeeze.engine.load;

import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.drivers.DriverSettings;
import dev.squeeze.engine.predict.ClientProfile;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Another client library that sends instead of Kafka's own, through a driver.
 *
 * @param label as users name it
 * @param profile whose rules predict its batches; empty where there are none
 * @param command starts its driver, which may have to be built first: asked several times a second, true gives that up
 * @param translation of Kafka's producer properties into its own; throws an {@link IllegalArgumentException} where it has no equal
 * @param properties its own, over those
 */
public record ForeignClient(
        String label,
        Optional<ClientProfile> profile,
        Function<BooleanSupplier, List<String>> command,
        UnaryOperator<Map<String, String>> translation,
        Map<String, String> properties) {
    public ForeignClient {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }

    /**
     * A library that has a driver here.
     *
     * @param properties its own, by any of their names
     */
    public static ForeignClient of(ClientProfile profile, Map<String, String> properties) {
        return new ForeignClient(
                profile.label(),
                Optional.of(profile),
                stop -> new DriverPrograms(line -> {}, stop).command(profile),
                kafka -> DriverSettings.translated(profile, kafka),
                DriverSettings.own(profile, properties));
    }

    /** The library with its defaults; empty for Java's, which needs no driver. */
    public static Optional<ForeignClient> where(ClientProfile profile) {
        return profile == ClientProfile.JAVA ? Optional.empty() : Optional.of(of(profile, Map.of()));
    }

    /** All settings in its own words. */
    public Map<String, String> settings(Map<String, String> kafka) {
        Map<String, String> settings = new TreeMap<>(translation.apply(kafka));
        settings.putAll(properties);
        return settings;
    }
}
