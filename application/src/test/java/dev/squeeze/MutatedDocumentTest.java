package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a document was modified, {@code squeeze report} renders it or says what is wrong with it. */
@Tag("slow")
class MutatedDocumentTest {
    private static final Path DOCUMENTS = Path.of("src", "test", "resources", "dev", "squeeze", "documents");
    private static final int MUTATIONS_PER_DOCUMENT = Integer.getInteger("squeeze.mutations", 25);
    private static final long SEED = Long.getLong("squeeze.seed", 20);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(DOCUMENTS)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void isRenderedOrRefusedInOneClearLine(Path document) throws IOException {
        String whole = Files.readString(document);
        Random random = new Random(SEED + document.getFileName().toString().hashCode());
        Path page = folder.resolve("page.html");
        for (int i = 0; i < MUTATIONS_PER_DOCUMENT; i++) {
            JsonNode mutated = JSON.readTree(whole);
            String what = mutate(mutated, random);
            Path file = Files.writeString(folder.resolve("result.json"), JSON.writeValueAsString(mutated));

            Invocation ended = Invocation.of("report", file.toString(), "--output", page.toString());

            if (ended.code() == ExitCode.DONE) {
                assertThat(page).as(what).exists();
                Files.delete(page);
            } else {
                assertThat(ended.err())
                        .as(what)
                        .contains("result.json")
                        .doesNotContain("unexpected", "Exception", "java.", "Cannot invoke");
                assertThat(ended.err().lines().count()).as(ended.err()).isEqualTo(1);
            }
        }
    }

    /** Makes one change below the head of the document, and returns a description of it. */
    private static String mutate(JsonNode document, Random random) {
        List<JsonNode> holders = new ArrayList<>();
        collect(document, holders);
        JsonNode holder = holders.get(random.nextInt(holders.size()));
        if (holder instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            JsonNode was = object.get(name);
            if (random.nextInt(5) == 0) {
                object.remove(name);
                return name + " removed";
            }
            object.set(name, replacement(was, random));
            return name + ": " + was + " became " + object.get(name);
        }
        ArrayNode array = (ArrayNode) holder;
        int at = random.nextInt(array.size());
        JsonNode was = array.get(at);
        switch (random.nextInt(5)) {
            case 0 -> array.remove(at);
            case 1 -> array.insert(at, was.deepCopy());
            case 2 -> array.removeAll();
            default -> array.set(at, replacement(was, random));
        }
        return "[" + at + "] of " + array.size() + ": " + was;
    }

    private static void collect(JsonNode node, List<JsonNode> holders) {
        if (node.isContainerNode() && !node.isEmpty()) {
            holders.add(node);
        }
        node.forEach(child -> collect(child, holders));
    }

    private static JsonNode replacement(JsonNode was, Random random) {
        return switch (random.nextInt(13)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(-1);
            case 2 -> NODES.numberNode(0);
            case 3 -> NODES.numberNode(1e308);
            case 4 -> NODES.numberNode(Long.MAX_VALUE);
            case 5 -> NODES.textNode("");
            case 6 -> NODES.textNode("NaN");
            case 7 -> NODES.booleanNode(true);
            case 8 -> NODES.arrayNode().addNull();
            case 9 -> NODES.arrayNode();
            case 10 -> NODES.objectNode();
            case 11 -> NODES.objectNode().putNull("x");
            default -> was.isNumber() ? NODES.numberNode(-was.asDouble()) : NODES.textNode("x\u0000" + was.asText());
        };
    }
}
