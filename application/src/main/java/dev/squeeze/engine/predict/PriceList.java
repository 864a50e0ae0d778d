package dev.squeeze.engine.predict;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Reads price lists: one of those that come along, by name, or a YAML file. */
public final class PriceList {
    public static final List<String> BUILT_IN = List.of("aws", "gcp", "azure");

    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            "name",
            "currency",
            "date",
            "source",
            "zone-transfer-per-gb",
            "disk-per-gb-month",
            "disk-utilisation",
            "vcpu-per-hour",
            "cpu-utilisation",
            "follower-fetching",
            "billed-on"));

    private PriceList() {}

    /**
     * Reads a price list.
     *
     * @param nameOrFile {@code aws}, {@code gcp}, {@code azure}, or the path of a YAML file with the same keys; keys that
     *     are left out are taken from the AWS list
     * @throws IllegalArgumentException with a message that names the file, the key and what is expected
     */
    public static Prices read(String nameOrFile) {
        JsonNode defaults = builtIn("aws");
        if (BUILT_IN.contains(nameOrFile)) {
            return prices(nameOrFile, builtIn(nameOrFile), defaults);
        }
        Path file = Path.of(nameOrFile);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "no price list '" + nameOrFile + "': give a YAML file, or one of " + String.join(", ", BUILT_IN));
        }
        try {
            return prices(nameOrFile, new YAMLMapper().readTree(file.toFile()), defaults);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    nameOrFile + " is not YAML: "
                            + e.getOriginalMessage().lines().findFirst().orElse(""),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + nameOrFile + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode builtIn(String name) {
        try (InputStream in = PriceList.class.getResourceAsStream("prices-" + name + ".yaml")) {
            return new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException("the price list " + name + " does not read", e);
        }
    }

    private static Prices prices(String file, JsonNode node, JsonNode defaults) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(
                    file + " is not a price list: it needs lines such as 'vcpu-per-hour: 0.04'");
        }
        node.fieldNames().forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException(
                        "unknown key '" + key + "' in " + file + " (known: " + String.join(", ", KEYS) + ")");
            }
        });
        Reader reader = new Reader(file, node, defaults);
        try {
            return new Prices(
                    node.path("name").asText(file),
                    reader.text("currency"),
                    node.path("date").asText("undated"),
                    node.path("source").asText(file),
                    reader.number("zone-transfer-per-gb"),
                    reader.number("disk-per-gb-month"),
                    reader.number("disk-utilisation"),
                    reader.number("vcpu-per-hour"),
                    reader.number("cpu-utilisation"),
                    reader.flag("follower-fetching"),
                    reader.billedOn());
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.contains(file) ? e : new IllegalArgumentException(file + ": " + message, e);
        }
    }

    private record Reader(String file, JsonNode node, JsonNode defaults) {
        private JsonNode value(String key) {
            return node.hasNonNull(key) ? node.get(key) : defaults.get(key);
        }

        String text(String key) {
            return value(key).asText();
        }

        double number(String key) {
            JsonNode value = value(key);
            if (!value.isNumber()) {
                throw new IllegalArgumentException(
                        file + ": " + key + " must be a number, not '" + value.asText() + "'");
            }
            return value.asDouble();
        }

        boolean flag(String key) {
            JsonNode value = value(key);
            if (!value.isBoolean()) {
                throw new IllegalArgumentException(file + ": " + key + " must be true or false");
            }
            return value.asBoolean();
        }

        Prices.BilledOn billedOn() {
            String text = text("billed-on");
            try {
                return Prices.BilledOn.valueOf(text.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ": billed-on must be compressed or uncompressed, not '" + text + "'", e);
            }
        }
    }
}
