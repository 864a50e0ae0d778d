package dev.squeeze.kit.document;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.UserFacingException;
import dev.squeeze.kit.unit.VersionNumber;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the documents that {@link ResultJson} writes. Kind and version are checked first, and a missing key is an error, so that
 * partially read documents are never rendered. Unknown keys are ignored, since a document of the same version may have additional
 * ones. Former names of a key or constant are declared with {@code @JsonAlias} on the record component or enum constant, which is
 * written with its current name.
 */
public final class ResultReader {
    private static final Set<Class<?>> MAY_BE_ABSENT =
            Set.of(Optional.class, OptionalDouble.class, OptionalInt.class, OptionalLong.class);
    private static final Pattern MISSING = Pattern.compile("Missing required creator property '[^']*'");

    private final Map<String, ResultKind> kinds = new TreeMap<>();
    private final ObjectMapper mapper;

    /** @param kinds that can be read */
    public ResultReader(List<ResultKind> kinds) {
        kinds.forEach(kind -> this.kinds.put(kind.name(), kind));
        this.mapper = mapper();
    }

    /**
     * Reads a document.
     *
     * @throws UsageException if the file cannot be read, or is not a complete document of a supported version; the message contains
     *     the file, the reason and the remedy
     */
    public Result read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new UsageException(file + " cannot be read: there is no such file", e);
        } catch (CharacterCodingException e) {
            throw new UsageException(
                    file
                            + " is not a result document: it is not UTF-8 text; give a file written with --output FILE.json",
                    e);
        } catch (IOException e) {
            throw new UsageException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Parses a document.
     *
     * @param name of the document in error messages
     */
    public Result parse(String name, String text) {
        JsonNode document = tree(name, text);
        String kind = document.path("kind").asText();
        JsonNode version = document.path("schemaVersion");
        if (!document.isObject() || !version.isIntegralNumber() || kind.isEmpty()) {
            throw new UsageException(name
                    + " is not a result document of squeeze: it has no kind and schemaVersion; give a file written with --output"
                    + " FILE.json");
        }
        ResultKind known = kinds.get(kind);
        if (known == null) {
            throw new OtherKindException(
                    kind,
                    name + " is of kind '" + kind + "', which squeeze " + Environment.version()
                            + " does not know (it knows " + String.join(", ", kinds.keySet()) + ")");
        }
        if (!known.reads(version.asLong())) {
            throw new UsageException(String.format(
                    Locale.ROOT,
                    "%s is of schema version %s, and squeeze %s reads %s of squeeze %s: use the version of squeeze that wrote"
                            + " it, or run squeeze %s again",
                    name,
                    version.asText(),
                    Environment.version(),
                    known.versions(),
                    kind,
                    kind));
        }
        try {
            return mapper.treeToValue(document, known.type());
        } catch (JsonMappingException e) {
            throw new UsageException(
                    name + " is not a complete document of squeeze " + kind + ": " + where(e) + reason(e)
                            + "; run squeeze " + kind + " again",
                    e);
        } catch (JsonProcessingException | ArithmeticException | DateTimeException e) {
            throw new UsageException(
                    name + " is not a complete document of squeeze " + kind + "; run squeeze " + kind + " again", e);
        }
    }

    /**
     * Reads a part of a document, or another record written by {@link ResultJson#tree}.
     *
     * @throws IllegalArgumentException if something is missing or has an invalid value
     */
    public <T> T part(JsonNode json, Class<T> type) {
        try {
            return mapper.treeToValue(json, type);
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException(where(e) + reason(e), e);
        } catch (JsonProcessingException | ArithmeticException | DateTimeException e) {
            throw new IllegalArgumentException("cannot be read", e);
        }
    }

    private JsonNode tree(String name, String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new UsageException(
                    String.format(
                            Locale.ROOT,
                            "%s is not a complete result document: it is not JSON, or is cut off%s; give a complete file"
                                    + " written with --output FILE.json",
                            name,
                            at == null
                                    ? ""
                                    : String.format(
                                            Locale.ROOT, " at line %d, column %d", at.getLineNr(), at.getColumnNr())),
                    e);
        }
    }

    private static String where(JsonMappingException e) {
        String path = e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining());
        return path.isEmpty() ? "" : path.substring(path.startsWith(".") ? 1 : 0) + ": ";
    }

    /** The error in terms of the document; Jackson's message is in terms of classes. */
    private static String reason(JsonMappingException e) {
        if (e instanceof InvalidNullException) {
            return "is null";
        }
        if (e instanceof ValueInstantiationException) {
            String refusal = null;
            if (e.getCause() instanceof IllegalArgumentException refused) {
                refusal = refused.getMessage();
            } else if (e.getCause() instanceof UserFacingException refused) {
                refusal = refused.getMessage();
            }
            return refusal == null ? "its values are inconsistent" : refusal;
        }
        if (e instanceof MismatchedInputException) {
            Matcher missing = MISSING.matcher(e.getOriginalMessage());
            return missing.find() ? missing.group() : "has an invalid value";
        }
        return e.getCause() instanceof IllegalArgumentException ? firstLine(e) : "cannot be read";
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("");
    }

    private ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addDeserializer(Codec.class, text(Codec::parse));
        module.addDeserializer(VersionNumber.class, text(VersionNumber::parse));
        module.addDeserializer(Instant.class, text(Instant::parse));
        module.addDeserializer(ArrivalRate.class, text(ArrivalRate::parseExact));
        module.addDeserializer(
                Duration.class, text(seconds -> Duration.ofMillis(Math.round(1000 * Double.parseDouble(seconds)))));
        module.addDeserializer(Result.class, nested());
        module.setDeserializerModifier(new EnumsByTheirWords());
        ObjectMapper mapper = JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(module)
                .annotationIntrospector(new AbsentOnlyWhereAllowed())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        mapper.setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL));
        MAY_BE_ABSENT.forEach(
                type -> mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)));
        mapper.configOverride(List.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY, Nulls.FAIL));
        return mapper;
    }

    /** A document within another one, which must not contain documents itself. */
    private JsonDeserializer<Result> nested() {
        return new JsonDeserializer<Result>() {
            @Override
            public Result deserialize(JsonParser json, DeserializationContext context) throws IOException {
                JsonNode node = context.readTree(json);
                ResultKind known = kinds.get(node.path("kind").asText());
                if (known == null || holdsDocuments(known.type())) {
                    throw new JsonMappingException(
                            json,
                            "a stage's document cannot be of kind '"
                                    + node.path("kind").asText() + "'");
                }
                return context.readTreeAsValue(node, known.type());
            }
        };
    }

    private static boolean holdsDocuments(Class<? extends Result> type) {
        return HoldsDocuments.class.isAssignableFrom(type);
    }

    /** Everything in a document's records is required, except for optional values and properties that are left out of documents. */
    private static final class AbsentOnlyWhereAllowed extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasRequiredMarker(AnnotatedMember member) {
            JsonProperty property = member.getAnnotation(JsonProperty.class);
            boolean leftOutOfDocuments = property != null && property.access() == JsonProperty.Access.WRITE_ONLY;
            return member instanceof AnnotatedParameter
                    && !MAY_BE_ABSENT.contains(member.getRawType())
                    && !leftOutOfDocuments;
        }
    }

    /** Reads enums as they are written, and the {@code @JsonAlias} words of earlier versions. */
    private static final class EnumsByTheirWords extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1;

        @Override
        public JsonDeserializer<?> modifyEnumDeserializer(
                DeserializationConfig config,
                JavaType type,
                BeanDescription description,
                JsonDeserializer<?> deserializer) {
            Map<String, Object> values = new HashMap<>();
            for (Object constant : type.getRawClass().getEnumConstants()) {
                Enum<?> value = (Enum<?>) constant;
                values.put(ResultJson.word(value), value);
                formerWords(value).forEach(word -> values.put(word, value));
            }
            return text(word -> Optional.ofNullable(values.get(word))
                    .orElseThrow(() -> new IllegalArgumentException("unknown word '" + word + "'")));
        }

        private static List<String> formerWords(Enum<?> value) {
            try {
                JsonAlias alias =
                        value.getDeclaringClass().getField(value.name()).getAnnotation(JsonAlias.class);
                return alias == null ? List.of() : List.of(alias.value());
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(value + " is no constant of its enum", e);
            }
        }
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
