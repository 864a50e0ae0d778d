package dev.squeeze.cli;

import dev.squeeze.codec.Codec;
import dev.squeeze.codec.CodecType;
import dev.squeeze.model.ProducerSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads {@code --current compression.type=none,batch.size=16384,linger.ms=5}; what is left out is Kafka's default. */
final class CurrentSettings {
    private CurrentSettings() {}

    /** @throws IllegalArgumentException where a key is unknown or a value cannot be */
    static ProducerSettings parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + part
                        + "' is not key=value (such as compression.type=zstd,batch.size=65536,linger.ms=20)");
            }
            values.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        ProducerSettings defaults = ProducerSettings.KAFKA_DEFAULTS;
        String type = values.getOrDefault("compression.type", "none");
        values.remove("compression.type");
        if (type.contains(":")) {
            throw new IllegalArgumentException("compression.type is a codec's name; give the level as compression."
                    + type.substring(0, type.indexOf(':')) + ".level");
        }
        Codec codec = Codec.parse(type);
        String levelKey = "compression." + codec.type().label() + ".level";
        if (codec.type().hasLevels() && values.containsKey(levelKey)) {
            codec = Codec.parse(codec.type().label() + ":" + values.remove(levelKey));
        }
        int batchSize = number(values, "batch.size", defaults.batchSizeBytes());
        int linger = number(values, "linger.ms", defaults.lingerMillis());
        if (!values.isEmpty()) {
            String key = values.keySet().iterator().next();
            throw new IllegalArgumentException("unknown key '" + key
                    + "' (known: compression.type, compression."
                    + (codec.type() == CodecType.NONE ? "CODEC" : codec.type().label())
                    + ".level where the codec has levels, batch.size, linger.ms)");
        }
        return new ProducerSettings(codec, batchSize, linger);
    }

    private static int number(Map<String, String> values, String key, int otherwise) {
        String value = values.remove(key);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number, not '" + value + "'", e);
        }
        throw new IllegalArgumentException(key + " cannot be negative: " + value);
    }
}
