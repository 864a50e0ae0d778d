package dev.squeeze.report;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.squeeze.codec.Codec;
import dev.squeeze.inspect.SurveyBasis;
import dev.squeeze.inspect.TopicAppraisal;
import dev.squeeze.model.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The document of an earlier survey, as far as another one can go on from it.
 *
 * @param basis what its topics were judged by
 * @param topics that it came to
 */
public record SurveyDocument(SurveyBasis basis, List<TopicAppraisal> topics) {
    private static final ObjectMapper MAPPER = mapper();

    public SurveyDocument {
        topics = List.copyOf(topics);
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException where the file cannot be read or is no such document; the message says what to do
     */
    public static SurveyDocument read(Path file) {
        try {
            JsonNode document = MAPPER.readTree(Files.readString(file));
            if (!document.path("kind").asText().equals("survey")
                    || document.path("schemaVersion").asInt() != Result.SCHEMA_VERSION) {
                throw new IllegalArgumentException(
                        file + " is not a survey's JSON document of this version: give one that --output wrote");
            }
            return new SurveyDocument(
                    MAPPER.treeToValue(document.path("basis"), SurveyBasis.class),
                    List.of(MAPPER.treeToValue(document.path("topics"), TopicAppraisal[].class)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    file + " is not a survey's JSON document: "
                            + e.getOriginalMessage().lines().findFirst().orElse(""),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addDeserializer(Codec.class, text(Codec::parse));
        module.addDeserializer(Instant.class, text(Instant::parse));
        module.addDeserializer(
                Duration.class, text(seconds -> Duration.ofMillis(Math.round(1000 * Double.parseDouble(seconds)))));
        module.addDeserializer(TopicAppraisal.Outcome.class, text(named(TopicAppraisal.Outcome.values())));
        module.addDeserializer(Prices.BilledOn.class, text(named(Prices.BilledOn.values())));
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(module)
                .build();
    }

    private static <E extends Enum<E>> Function<String, E> named(E[] values) {
        return text -> Arrays.stream(values)
                .filter(value ->
                        value.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown word '" + text + "'"));
    }

    private static <T> JsonDeserializer<T> text(Function<String, T> parse) {
        return new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
                try {
                    return parse.apply(json.getText());
                } catch (RuntimeException e) {
                    throw new JsonMappingException(json, String.valueOf(e.getMessage()), e);
                }
            }
        };
    }
}
