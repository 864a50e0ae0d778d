package dev.squeeze.kit.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.KebabCase;
import dev.squeeze.kit.unit.VersionNumber;
import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes results as JSON. */
public final class ResultJson {
    private static final ObjectMapper MAPPER = mapper();

    private ResultJson() {}

    /** The complete document, indented, with a final line break. */
    public static String write(Result result) {
        try {
            return MAPPER.writeValueAsString(result) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    /** The same without white space, as embedded in pages. */
    public static String writeCompact(Result result) {
        try {
            return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    /** A record in the form used in documents; read by {@link ResultReader#part}. */
    public static ObjectNode tree(Record part) {
        return MAPPER.valueToTree(part);
    }

    /** An enum whose constants are not written with their names. */
    interface Worded {
        /** The constant in documents. */
        String word();
    }

    /** The form of a constant in documents: its name in lower case with hyphens, unless it defines its own word. */
    static String word(Enum<?> value) {
        return value instanceof Worded worded ? worded.word() : KebabCase.of(value);
    }

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(Codec.class, text(Codec::toString));
        module.addSerializer(VersionNumber.class, text(VersionNumber::toString));
        module.addSerializer(Instant.class, text(Instant::toString));
        module.addSerializer(ArrivalRate.class, text(ArrivalRate::exactly));
        module.addSerializer(Enum.class, text(ResultJson::word));
        module.addSerializer(Duration.class, new JsonSerializer<Duration>() {
            @Override
            public void serialize(Duration value, JsonGenerator json, SerializerProvider serializers)
                    throws IOException {
                json.writeNumber(value.toMillis() / 1000.0);
            }
        });
        return JsonMapper.builder(new JsonFactoryBuilder()
                        .characterEscapes(new VisibleEscapes())
                        .build())
                .addModule(new Jdk8Module())
                .addModule(module)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /**
     * JSON allows some unescaped characters that control a terminal or disguise a name; these are escaped, which every reader
     * accepts.
     */
    private static final class VisibleEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[0x7f] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int ch) {
            return VisibleText.steers((char) ch) ? new SerializedString(VisibleText.escaped((char) ch)) : null;
        }
    }

    private static <T> JsonSerializer<T> text(java.util.function.Function<T, String> words) {
        return new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator json, SerializerProvider serializers) throws IOException {
                json.writeString(words.apply(value));
            }
        };
    }
}
