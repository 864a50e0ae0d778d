package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.sun.net.httpserver.HttpServer;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values in formats other than JSON, written by the formats' own libraries: the known costs of their fields must be
 * found.
 */
@Tag("slow")
class ExplainFormatsTest {
    private static final int RECORDS = 2_500;
    private static final String SCHEMA = """
            {"type":"record","name":"Order","namespace":"shop","fields":[
              {"name":"id","type":{"type":"fixed","name":"Id","size":16}},
              {"name":"constant","type":"string"},
              {"name":"note","type":["null","string"]},
              {"name":"n","type":"long"},
              {"name":"lines","type":{"type":"array","items":
                {"type":"record","name":"Line","fields":[{"name":"token","type":"bytes"},{"name":"count","type":"int"}]}}},
              {"name":"labels","type":{"type":"map","values":"double"}}]}
            """;

    @TempDir
    Path folder;

    private final Random random = new Random(11);

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] avroOrder(int n) throws IOException {
        Schema schema = new Schema.Parser().parse(SCHEMA);
        GenericRecord order = new GenericData.Record(schema);
        order.put("id", new GenericData.Fixed(schema.getField("id").schema(), random(16)));
        order.put("constant", "marker-of-contents");
        order.put("note", n % 2 == 0 ? null : "seldom");
        order.put("n", (long) n);
        Schema line = schema.getField("lines").schema().getElementType();
        List<GenericRecord> lines = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            GenericRecord one = new GenericData.Record(line);
            one.put("token", ByteBuffer.wrap(random(8)));
            one.put("count", random.nextInt(3));
            lines.add(one);
        }
        order.put("lines", lines);
        order.put("labels", Map.of("label-of-contents", 0.5));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(order, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    /** As written by serialisers of schema registries. */
    private static byte[] withId(int id, byte[] body) {
        return ByteBuffer.allocate(5 + body.length)
                .put((byte) 0)
                .putInt(id)
                .put(body)
                .array();
    }

    private String file(String name, List<byte[]> records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] each : records) {
            bytes.writeBytes(ByteBuffer.allocate(4).putInt(each.length).array());
            bytes.writeBytes(each);
        }
        return Files.write(folder.resolve(name), bytes.toByteArray()).toString();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static Invocation run(String source, String... more) {
        List<String> words =
                new ArrayList<>(List.of("explain", source, "--json", "--rate", "5MiB/s", "--budget", "1500ms"));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    private static Map<String, JsonNode> fields(JsonNode document) {
        Map<String, JsonNode> fields = new HashMap<>();
        StreamSupport.stream(document.get("fields").spliterator(), false)
                .forEach(field -> fields.put(field.get("path").asText(), field));
        return fields;
    }

    private static double stored(JsonNode document, String path) {
        JsonNode field = fields(document).get(path);
        assertThat(field).as(path + " in " + fields(document).keySet()).isNotNull();
        return field.at("/storedBytesPerRecord/estimate").asDouble();
    }

    private static void expectOrders(JsonNode document) {
        assertThat(document.get("format").asText()).isEqualTo("avro");
        // Their random bytes, and the saving from deeper batches.
        assertThat(stored(document, "id")).isBetween(15.7, 21.0);
        assertThat(stored(document, "lines[].token")).isBetween(15.7, 23.0);
        assertThat(stored(document, "constant")).isBetween(-2.0, 2.0);
        assertThat(fields(document).get("id").get("kind").asText()).isEqualTo("bytes");
        assertThat(fields(document).get("n").get("kind").asText()).isEqualTo("counter");
        assertThat(fields(document).get("constant").get("kind").asText()).isEqualTo("constant");
        assertThat(fields(document)).containsKeys("note", "lines[].count", "labels.{key}", "labels.{}");
        assertThat(document.toString()).doesNotContain("marker-of-contents", "label-of-contents");
    }

    @Test
    void avroHasTheFieldsOfItsSchema() throws IOException {
        List<byte[]> orders = new ArrayList<>();
        for (int n = 0; n < RECORDS; n++) {
            orders.add(avroOrder(n));
        }
        JsonNode document = run(
                        file("orders.lp", orders),
                        "--format",
                        "length-prefixed",
                        "--schema",
                        file("order.avsc", SCHEMA))
                .expectDone()
                .document();

        expectOrders(document);
        assertThat(document.get("unparsedRecords").asLong()).isZero();
    }

    @Test
    void avroFilesHaveTheirSchemaInThem() throws IOException {
        Schema schema = new Schema.Parser().parse(SCHEMA);
        Path file = folder.resolve("orders.avro");
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(CodecFactory.zstandardCodec(3)).create(schema, file.toFile());
            for (int n = 0; n < RECORDS; n++) {
                writer.appendEncoded(ByteBuffer.wrap(avroOrder(n)));
            }
        }
        JsonNode document = run(file.toString()).expectDone().document();

        expectOrders(document);
        assertThat(document.at("/source/format").asText()).isEqualTo("avro");
    }

    @Test
    void theIdInFrontIsLookedUpAtTheRegistryAndWhatIsBrokenIsCounted() throws IOException {
        List<byte[]> orders = new ArrayList<>();
        for (int n = 0; n < RECORDS; n++) {
            orders.add(n % 40 == 0 ? random(60) : withId(7, avroOrder(n)));
        }
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals("/schemas/ids/7");
            byte[] answer = new ObjectMapper().writeValueAsBytes(Map.of("schema", SCHEMA));
            exchange.sendResponseHeaders(known ? 200 : 404, known ? answer.length : -1);
            exchange.getResponseBody().write(known ? answer : new byte[0]);
            exchange.close();
        });
        registry.start();
        try {
            String url = "http://127.0.0.1:" + registry.getAddress().getPort();
            JsonNode document = run(
                            file("orders.lp", orders), "--format", "length-prefixed", "--schema-registry", url + "/")
                    .expectDone()
                    .document();

            expectOrders(document);
            assertThat(stored(document, "(schema id)")).isBetween(-2.0, 2.0);
            double broken = document.get("unparsedRecords").asDouble()
                    / document.get("recordsSeen").asDouble();
            assertThat(broken).isBetween(0.024, 0.026);
        } finally {
            registry.stop(0);
        }
    }

    @Test
    void aSchemaOfOtherValuesIsRefused() throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            records.add(random(70));
        }
        run(file("random.lp", records), "--format", "length-prefixed", "--schema", file("order.avsc", SCHEMA))
                .expectRefusal(ExitCode.FAILED, "sampled values are Avro of the schema that was given", "or none");
        run(file("other.lp", records), "--schema", file("broken.avsc", "{\"type\":\"rec"))
                .expectRefusal(ExitCode.USAGE, "is not an Avro schema");
    }

    @Test
    void protobufHasTheFieldsOfItsDescriptor() throws Exception {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("order.proto")
                .setPackage("shop")
                .setSyntax("proto3")
                .addMessageType(DescriptorProto.newBuilder()
                        .setName("Order")
                        .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_BYTES))
                        .addField(field("constant", 2, FieldDescriptorProto.Type.TYPE_STRING))
                        .addField(field("n", 3, FieldDescriptorProto.Type.TYPE_INT64))
                        .addField(field("lines", 4, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".shop.Order.Line")
                                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED))
                        .addNestedType(DescriptorProto.newBuilder()
                                .setName("Line")
                                .addField(field("token", 1, FieldDescriptorProto.Type.TYPE_FIXED64))))
                .build();
        Path descriptors = Files.write(
                folder.resolve("orders.desc"),
                FileDescriptorSet.newBuilder().addFile(file).build().toByteArray());
        Descriptor order = FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Order");
        Descriptor line = order.findNestedTypeByName("Line");
        List<byte[]> orders = new ArrayList<>();
        for (int n = 0; n < RECORDS; n++) {
            DynamicMessage.Builder message = DynamicMessage.newBuilder(order)
                    .setField(order.findFieldByName("id"), random(16))
                    .setField(order.findFieldByName("constant"), "marker-of-contents")
                    .setField(order.findFieldByName("n"), 1L + n);
            for (int i = 0; i < 2; i++) {
                message.addRepeatedField(
                        order.findFieldByName("lines"),
                        DynamicMessage.newBuilder(line)
                                .setField(line.findFieldByName("token"), random.nextLong())
                                .build());
            }
            orders.add(message.build().toByteArray());
        }
        String source = file("orders.lp", orders);
        JsonNode document = run(
                        source,
                        "--format",
                        "length-prefixed",
                        "--descriptor-set",
                        descriptors.toString(),
                        "--message",
                        "shop.Order")
                .expectDone()
                .document();

        assertThat(document.get("format").asText()).isEqualTo("protobuf");
        assertThat(stored(document, "id")).isBetween(15.7, 21.0);
        assertThat(stored(document, "lines[].token")).isBetween(15.7, 23.0);
        assertThat(fields(document).get("n").get("kind").asText()).isEqualTo("counter");
        assertThat(document.toString()).doesNotContain("marker-of-contents");
        run(source, "--descriptor-set", descriptors.toString(), "--message", "Refund")
                .expectRefusal(ExitCode.USAGE, "--message Refund is none", "shop.Order");
    }

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    @Test
    void linesHaveTokensAndTemplatesWithoutTheirWords() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int n = 0; n < RECORDS; n++) {
            log.append(
                    String.format("2026-01-01T00:%02d:%02dZ %s ", n / 60 % 60, n % 60, n % 5 == 0 ? "WARN" : "INFO"));
            if (n % 2 == 0) {
                log.append("user ")
                        .append(Long.toHexString(random.nextLong() | 1L << 63))
                        .append(" logged in\n");
            } else {
                log.append("payment of ").append(n).append(" was declined by plughbank\n");
            }
        }
        JsonNode document = run(file("app.log", log.toString())).expectDone().document();

        assertThat(document.get("format").asText()).isEqualTo("lines");
        // Sixteen random digits in half of the lines are four bytes in each.
        List<String> random = fields(document).keySet().stream()
                .filter(path -> path.matches("template [12]\\.token 4"))
                .toList();
        assertThat(random).hasSize(1);
        assertThat(stored(document, random.get(0))).isBetween(3.9, 7.0);
        assertThat(fields(document)).containsKeys("token 1", "token 2", "template 1.text", "template 2.text");
        assertThat(document.toString()).doesNotContain("plughbank", "logged", "declined");
    }

    @Test
    void bytesThatNobodyKnowsHavePositions() throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (int n = 0; n < RECORDS; n++) {
            records.add(ByteBuffer.allocate(60)
                    .putInt(n)
                    .put(random(16))
                    .position(60)
                    .flip()
                    .array());
        }
        JsonNode document = run(file("packets.lp", records), "--format", "length-prefixed")
                .expectDone()
                .document();

        assertThat(document.get("format").asText()).isEqualTo("bytes");
        assertThat(stored(document, "byte 4")).isBetween(0.7, 1.3);
        assertThat(stored(document, "byte 25")).isBetween(-0.3, 0.3);
        assertThat(fields(document)).containsKeys("byte 31", "bytes 32-47");
    }
}
