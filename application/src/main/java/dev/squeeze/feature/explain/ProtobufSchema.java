package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ByteWalk.MalformedException;
import dev.squeeze.kit.source.SourceUsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Messages of a descriptor set, as written by {@code protoc --descriptor_set_out=FILE --include_imports}. A descriptor
 * set is itself a Protobuf message; the few fields needed here have the numbers of google/protobuf/descriptor.proto.
 */
final class ProtobufSchema {
    private static final int MAX_DEPTH = 64;
    private static final int NAMES_SHOWN = 20;

    private final Map<String, Map<Integer, Field>> messages = new TreeMap<>();

    /**
     * A field of a message.
     *
     * @param type as numbered in descriptor.proto
     * @param message its type if it is a message, with a leading dot
     */
    record Field(String name, boolean repeated, int type, Optional<String> message) {
        static final int FLOAT = 2;
        static final int DOUBLE = 1;
        static final int STRING = 9;
        static final int MESSAGE = 11;
        static final int SINT32 = 17;
        static final int SINT64 = 18;
    }

    private ProtobufSchema() {}

    /** @throws SourceUsageException if the file cannot be read or is not a descriptor set */
    static ProtobufSchema ofFile(Path file) {
        ProtobufSchema schema = new ProtobufSchema();
        try {
            for (Part descriptor : Part.all(Files.readAllBytes(file))) {
                if (descriptor.number == 1) {
                    schema.addFile(descriptor.bytes);
                }
            }
        } catch (IOException e) {
            throw new SourceUsageException("--descriptor-set " + file + " cannot be read: " + e.getMessage());
        } catch (MalformedException e) {
            throw notASet(file);
        }
        if (schema.messages.isEmpty()) {
            throw notASet(file);
        }
        return schema;
    }

    private static SourceUsageException notASet(Path file) {
        return new SourceUsageException("--descriptor-set " + file
                + " contains no messages: create it with protoc --descriptor_set_out=FILE --include_imports");
    }

    /**
     * The full name of a message.
     *
     * @param wanted with or without its package; empty if there is only one message
     * @throws SourceUsageException if it matches none, or more than one; lists the available ones
     */
    String message(Optional<String> wanted) {
        List<String> matching = messages.keySet().stream()
                .filter(name ->
                        wanted.isEmpty() || name.equals("." + wanted.get()) || name.endsWith("." + wanted.get()))
                .toList();
        Optional<String> exact = matching.stream()
                .filter(name -> name.equals("." + wanted.orElse("")))
                .findFirst();
        if (exact.isEmpty() && matching.size() != 1) {
            throw new SourceUsageException(
                    "--message " + wanted.map(name -> name + " is ").orElse("is needed: give ")
                            + (wanted.isPresent() ? "none, or several, of " : "one of ")
                            + String.join(
                                    ", ",
                                    messages.keySet().stream()
                                            .limit(NAMES_SHOWN)
                                            .map(name -> name.substring(1))
                                            .toList()));
        }
        return exact.orElseGet(() -> matching.get(0));
    }

    /** Fields of a message by their numbers; empty if it is not in the set. */
    Map<Integer, Field> fields(String message) {
        return messages.getOrDefault(message, Map.of());
    }

    private void addFile(byte[] file) {
        String packageName = "";
        for (Part part : Part.all(file)) {
            packageName = part.number == 2 ? part.text() : packageName;
        }
        for (Part part : Part.all(file)) {
            if (part.number == 4) {
                addMessage(packageName.isEmpty() ? "" : "." + packageName, part.bytes, 0);
            }
        }
    }

    private void addMessage(String prefix, byte[] message, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException();
        }
        String name = "";
        for (Part part : Part.all(message)) {
            name = part.number == 1 ? part.text() : name;
        }
        String full = prefix + "." + name;
        Map<Integer, Field> fields = new HashMap<>();
        for (Part part : Part.all(message)) {
            if (part.number == 2) {
                addField(fields, part.bytes);
            } else if (part.number == 3) {
                addMessage(full, part.bytes, depth + 1);
            }
        }
        messages.put(full, Map.copyOf(fields));
    }

    private static void addField(Map<Integer, Field> fields, byte[] field) {
        String name = "";
        long number = 0;
        long label = 0;
        long type = 0;
        Optional<String> message = Optional.empty();
        for (Part part : Part.all(field)) {
            switch (part.number) {
                case 1 -> name = part.text();
                case 3 -> number = part.value;
                case 4 -> label = part.value;
                case 5 -> type = part.value;
                case 6 -> message = Optional.of(part.text());
                default -> {
                    // Defaults and options do not affect bytes.
                }
            }
        }
        fields.put((int) number, new Field(name, label == 3, (int) type, message));
    }

    /**
     * One field of a message as read.
     *
     * @param value for numbers
     * @param bytes for fields with a length
     */
    private record Part(int number, long value, byte[] bytes) {
        static List<Part> all(byte[] message) {
            List<Part> parts = new ArrayList<>();
            ByteWalk walk = new ByteWalk(message, 0);
            while (!walk.isAtEnd()) {
                long tag = walk.varint();
                int number = (int) (tag >>> 3);
                switch ((int) (tag & 7)) {
                    case 0 -> parts.add(new Part(number, walk.varint(), new byte[0]));
                    case 1 -> walk.skip(8);
                    case 2 -> {
                        long length = walk.varint();
                        int start = walk.at();
                        walk.skip(length);
                        parts.add(new Part(number, 0, Arrays.copyOfRange(message, start, walk.at())));
                    }
                    case 5 -> walk.skip(4);
                    default -> throw new MalformedException();
                }
            }
            return parts;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
