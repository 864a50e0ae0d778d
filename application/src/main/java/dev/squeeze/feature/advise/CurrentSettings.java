package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Settings as given in {@code --current compression.type=none,batch.size=16384,linger.ms=5}; keys that were not given
 * are absent.
 */
public record CurrentSettings(Optional<Codec> codec, OptionalInt batchSizeBytes, OptionalInt lingerMillis) {
    /** Fills in defaults for what was not given. */
    public ProducerSettings over(ProducerSettings defaults) {
        return new ProducerSettings(
                codec.orElse(defaults.codec()),
                batchSizeBytes.orElse(defaults.batchSizeBytes()),
                lingerMillis.orElse(defaults.lingerMillis()));
    }

    /** Fills in what a log shows. If the topic sets a codec, the producers are assumed to send the given one. */
    public ProducerSettings over(StoredBatches stored, Workload workload) {
        boolean keepsWhatIsSent = workload.topicCompression()
                .map(TopicCompression::keepsWhatIsSent)
                .orElse(true);
        CodecType sent =
                codec.map(Codec::type).filter(given -> !keepsWhatIsSent).orElse(stored.codec());
        return over(SettingsOfLog.of(stored, workload, sent));
    }

    /** The keys that were given; a codec's level counts as part of {@code compression.type}. */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        if (codec.isPresent()) {
            keys.add("compression.type");
        }
        if (batchSizeBytes.isPresent()) {
            keys.add("batch.size");
        }
        if (lingerMillis.isPresent()) {
            keys.add("linger.ms");
        }
        return keys;
    }

    /** @throws IllegalArgumentException if a key is unknown or a value is invalid */
    public static CurrentSettings parse(String text) {
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
        boolean hasCodec = values.containsKey("compression.type");
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
        OptionalInt batchSize = number(values, "batch.size");
        OptionalInt linger = number(values, "linger.ms");
        if (!values.isEmpty()) {
            String key = values.keySet().iterator().next();
            throw new IllegalArgumentException("unknown key '" + key
                    + "' (known: compression.type, compression."
                    + (codec.type() == CodecType.NONE ? "CODEC" : codec.type().label())
                    + ".level if the codec has levels, batch.size, linger.ms)");
        }
        return new CurrentSettings(hasCodec ? Optional.of(codec) : Optional.empty(), batchSize, linger);
    }

    private static OptionalInt number(Map<String, String> values, String key) {
        String value = values.remove(key);
        if (value == null) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number, not '" + value + "'", e);
        }
        throw new IllegalArgumentException(key + " must be at least 0, got " + value);
    }
}
