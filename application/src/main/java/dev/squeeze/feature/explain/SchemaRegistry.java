package dev.squeeze.feature.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * Schemas by id, from a registry with Confluent's REST API, which Apicurio has under {@code /apis/ccompat/v7}. Each is
 * requested once.
 */
final class SchemaRegistry implements AvroSchemas {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;
    private static final int MAX_IDS = 10_000;

    private final String url;
    private final Optional<String> login;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final Map<Long, Optional<Schema>> known = new ConcurrentHashMap<>();

    /**
     * @param url such as {@code http://registry:8081}; a user name and password in it are sent as basic authentication
     */
    SchemaRegistry(URI url) {
        this.login = Optional.ofNullable(url.getUserInfo())
                .map(info -> Base64.getEncoder().encodeToString(info.getBytes(StandardCharsets.UTF_8)));
        this.url = url.toString().replaceFirst("//[^/@]*@", "//").replaceAll("/+$", "");
    }

    @Override
    public Optional<Schema> withId(long id) {
        Optional<Schema> schema = known.get(id);
        if (schema != null) {
            return schema;
        }
        // Arbitrary bytes may look like an id.
        return known.size() >= MAX_IDS ? Optional.empty() : known.computeIfAbsent(id, this::ask);
    }

    @Override
    public Optional<Schema> ofBareValues() {
        return Optional.empty();
    }

    /** @throws SourceException if the registry does not respond, or not with an Avro schema */
    private Optional<Schema> ask(long id) {
        return get("/schemas/ids/" + id).map(answer -> {
            String type = answer.path("schemaType").asText("AVRO");
            if (!type.equals("AVRO")) {
                throw new SourceException(url + ": schema " + id + " is of type " + type
                        + ", but explain only supports Avro from a registry; for Protobuf give --descriptor-set");
            }
            Schema.Parser parser = new Schema.Parser();
            addReferences(answer, parser, 0);
            return parsed(answer, parser, id);
        });
    }

    private Schema parsed(JsonNode answer, Schema.Parser parser, long id) {
        try {
            return parser.parse(answer.path("schema").asText());
        } catch (SchemaParseException e) {
            throw new SourceException(url + ": schema " + id + " cannot be parsed: " + AvroSchemas.reason(e));
        }
    }

    /** Types of other subjects that a schema refers to. */
    private void addReferences(JsonNode answer, Schema.Parser parser, int depth) {
        if (depth > 16) {
            throw new SourceException(url + ": references of a schema are nested more than 16 deep");
        }
        for (JsonNode reference : answer.path("references")) {
            String subject = URLEncoder.encode(reference.path("subject").asText(), StandardCharsets.UTF_8);
            String path = "/subjects/" + subject + "/versions/"
                    + reference.path("version").asInt();
            JsonNode referenced = get(path)
                    .orElseThrow(
                            () -> new SourceException(url + path + " does not exist, although a schema refers to it"));
            addReferences(referenced, parser, depth + 1);
            if (!parser.getTypes().containsKey(reference.path("name").asText())) {
                parsed(referenced, parser, referenced.path("id").asLong());
            }
        }
    }

    private Optional<JsonNode> get(String path) {
        try {
            HttpRequest.Builder request = UsageException.parse(
                            url + path, address -> HttpRequest.newBuilder(URI.create(address)))
                    .timeout(TIMEOUT)
                    .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
            login.ifPresent(encoded -> request.header("Authorization", "Basic " + encoded));
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == NOT_FOUND) {
                return Optional.empty();
            }
            if (response.statusCode() != 200) {
                throw new SourceException(url + path + " responded with status " + response.statusCode()
                        + ": check --schema-registry, or save the schema and give --schema FILE");
            }
            return Optional.of(JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new SourceException(url + path + " cannot be read (" + e
                    + "): check --schema-registry, or save the schema and give --schema FILE");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SourceException("interrupted while " + url + " was queried for a schema");
        }
    }
}
