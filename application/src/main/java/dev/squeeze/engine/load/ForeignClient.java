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
 * Another client library that sends through a driver instead of Kafka's own producer.
 *
 * @param label its name on the command line
 * @param profile the rules that predict its batches; empty if there are none
 * @param command returns the command that starts its driver, which may have to be built first; the argument is polled
 *     during the build, and true cancels it
 * @param translation translates Kafka's producer properties into its own; throws an {@link IllegalArgumentException}
 *     for one that has no equivalent
 * @param properties its own properties, which override the translated ones
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
     * A library that Squeeze has a driver for.
     *
     * @param properties its own properties, by any of their names
     */
    public static ForeignClient of(ClientProfile profile, Map<String, String> properties) {
        return new ForeignClient(
                profile.label(),
                Optional.of(profile),
                stop -> new DriverPrograms(line -> {}, stop).command(profile),
                kafka -> DriverSettings.translated(profile, kafka),
                DriverSettings.own(profile, properties));
    }

    /** The library with its defaults; empty for the Java client, which needs no driver. */
    public static Optional<ForeignClient> where(ClientProfile profile) {
        return profile == ClientProfile.JAVA ? Optional.empty() : Optional.of(of(profile, Map.of()));
    }

    /** All settings under the library's own names. */
    public Map<String, String> settings(Map<String, String> kafka) {
        Map<String, String> settings = new TreeMap<>(translation.apply(kafka));
        settings.putAll(properties);
        return settings;
    }
}
